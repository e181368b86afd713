package io.gpuledger.analyzer.store.spool;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.telemetry.Batch;
import io.gpuledger.analyzer.telemetry.Field;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Unit;
import io.gpuledger.analyzer.telemetry.UnitId;
import io.gpuledger.analyzer.telemetry.Values;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BatchEncoderTest {
    private static final Header OURS = Header.of(0);

    private final Packer packer = new Packer();

    @Test
    void what_is_written_is_read() {
        var batches = new RandomBatches(1);
        var encoder = new BatchEncoder(packer);
        var written = new ArrayList<Batch>();
        for (var i = 0; i < 300; i++) {
            written.add(batches.nextWithStatements(20));
            encoder.encode(written.getLast(), i);
        }

        assertThat(read(OURS)).isEqualTo(written);
    }

    @Test
    void a_batch_of_before_there_were_statements_is_read() {
        var rows = new RandomBatches(3).next(20).rows();
        new BatchEncoder(packer).encode(new Batch("origin", rows), 0);

        assertThat(read(OURS)).containsExactly(new Batch("origin", rows, List.of()));
    }

    @Test
    void any_number_is_read_as_it_was_written_to_the_bit() {
        var batches = new RandomBatches(2);
        for (var i = 0; i < 200_000; i++) {
            var value = batches.value();
            packer.clear();
            packer.number(value);
            var in = new Unpacker(packer.bytes(), 0, packer.size());
            assertThat(Double.doubleToRawLongBits(in.number())).isEqualTo(Double.doubleToRawLongBits(value));
            assertThat(in.left()).isZero();
        }
    }

    @Test
    void what_exporters_print_takes_few_bytes() {
        assertThat(List.of(size(0), size(31), size(71.5), size(0.437), size(85_899_345_920.0), size(1_234_567.891)))
                .containsExactly(1, 1, 3, 2, 6, 5);
    }

    private int size(double value) {
        packer.clear();
        packer.number(value);
        return packer.size();
    }

    @Test
    void fields_are_told_by_name_and_those_that_are_not_ours_are_left_out() {
        var watts = bit(0);
        var gone = bit(1);
        var busy = bit(2);
        var theirs = new Header(0, List.of("power_watts", "coil_whine_decibels", "busy_seconds"));
        new BatchEncoder(packer)
                .encode(
                        batch(
                                Values.of(watts | gone | busy, new double[] {300, 40, 12.5}),
                                Values.of(gone, new double[] {41})),
                        0);
        var decoder = new BatchDecoder(theirs);

        var rows = decoder.decode(content()).batch().rows();

        assertThat(rows.getFirst().values())
                .isEqualTo(Values.of(Field.BUSY_SECONDS.bit() | Field.POWER_WATTS.bit(), new double[] {12.5, 300}));
        assertThat(rows.getLast().values()).isEqualTo(Values.NONE);
        assertThat(decoder.unknownValues()).isEqualTo(2);
    }

    private static long bit(int place) {
        return 1L << place;
    }

    private static Batch batch(Values... values) {
        var unit = Unit.of(new UnitId("c", "GPU-1", Optional.empty()), "n");
        return new Batch(
                "o",
                List.of(values).stream()
                        .map(those -> new Row(unit, 1, those, List.of(), List.of()))
                        .toList());
    }

    private Unpacker content() {
        return new Unpacker(packer.bytes(), Frame.HEAD, packer.size());
    }

    private List<Batch> read(Header header) {
        var decoder = new BatchDecoder(header);
        var read = new ArrayList<Batch>();
        for (var at = 0; at < packer.size(); at += Frame.HEAD + Frame.length(packer.bytes(), at)) {
            var end = at + Frame.HEAD + Frame.length(packer.bytes(), at);
            assertThat(Frame.isWhole(packer.bytes(), at, end)).isTrue();
            var decoded = decoder.decode(new Unpacker(packer.bytes(), at + Frame.HEAD, end));
            assertThat(decoded.arrivedMillis()).isEqualTo(read.size());
            assertThat(decoded.batch().size()).isEqualTo(Frame.rows(packer.bytes(), at));
            read.add(decoded.batch());
        }
        return read;
    }
}
