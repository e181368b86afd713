package io.gpuledger.analyzer.parse.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.gpuledger.analyzer.parse.Labels;
import io.gpuledger.analyzer.parse.Samples;
import io.gpuledger.analyzer.parse.SeriesConsumer;
import io.gpuledger.analyzer.parse.SeriesRouter;
import io.gpuledger.analyzer.parse.proto.MalformedMessageException;
import io.gpuledger.analyzer.parse.proto.ProtoWriter;
import io.gpuledger.analyzer.parse.proto.SnappyWriter;
import io.gpuledger.analyzer.parse.write.WriteMessages.Series;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class WriteReaderTest {
    private static final TimeWindow WINDOW = new TimeWindow(1_000, 2_000);
    private static final WriteLimits LIMITS = new WriteLimits(1 << 20, 1_000, 50, 100, 8, 20, 40);

    private final List<String> asked = new ArrayList<>();
    private final SeriesRouter router = SeriesRouter.to((name, labels) -> {
        asked.add(name + labels);
        return name.startsWith("ignored") ? SeriesConsumer.IGNORED : asked.size() - 1;
    });
    private final WriteReader reader = new WriteReader(new KnownSeries(10_000, new Random(1)), router, LIMITS);

    private List<String> read(WriteVersion version, Series... series) throws MalformedMessageException {
        return read(version, WriteMessages.body(version, series));
    }

    private List<String> read(WriteVersion version, byte[] body) throws MalformedMessageException {
        return shown(reader.read(body, body.length, version, WINDOW).of(0));
    }

    private List<String> readRaw(WriteVersion version, ProtoWriter message) throws MalformedMessageException {
        return read(version, SnappyWriter.compress(message.toBytes()));
    }

    private static List<String> shown(Samples samples) {
        return IntStream.range(0, samples.size())
                .mapToObj(i -> samples.slot(i) + ": " + samples.value(i) + " at " + samples.millis(i))
                .toList();
    }

    private Map<Rejection, Long> rejections() {
        var rejections = new EnumMap<Rejection, Long>(Rejection.class);
        reader.tally().eachRejection(rejections::put);
        return rejections;
    }

    private void refused(WriteVersion version, ProtoWriter message, String why) {
        assertThatExceptionOfType(MalformedMessageException.class)
                .isThrownBy(() -> readRaw(version, message))
                .withMessageContaining(why);
    }

    @ParameterizedTest
    @EnumSource
    void samples_arrive_with_their_slots_values_and_times(WriteVersion version) throws MalformedMessageException {
        var one = Series.of("__name__", "power", "gpu", "0").with(70.5, 1_000).with(-0.0, 1_500);
        var other = Series.of("__name__", "power", "gpu", "1").with(Double.POSITIVE_INFINITY, 2_000);

        assertThat(read(version, one, other))
                .containsExactly("0: 70.5 at 1000", "0: -0.0 at 1500", "1: Infinity at 2000");
        assertThat(asked).containsExactly("power{gpu=\"0\"}", "power{gpu=\"1\"}");
        assertThat(reader.tally().newestMillis()).isEqualTo(2_000);
        assertThat(rejections()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void a_series_is_asked_for_once(WriteVersion version) throws MalformedMessageException {
        var series =
                Series.of("__name__", "power", "gpu", "0", "Hostname", "node-1").with(1, 1_000);
        read(version, series, series);
        assertThat(read(version, Series.of("__name__", "other").with(2, 1_000), series))
                .containsExactly("1: 2.0 at 1000", "0: 1.0 at 1000");
        assertThat(asked).hasSize(2);
    }

    @ParameterizedTest
    @EnumSource
    void a_value_of_zero_is_not_said_and_counts(WriteVersion version) throws MalformedMessageException {
        assertThat(read(version, Series.of("__name__", "power").with(0, 1_000))).containsExactly("0: 0.0 at 1000");
    }

    @ParameterizedTest
    @EnumSource
    void the_end_of_a_series_is_not_a_value_and_any_other_nan_is(WriteVersion version)
            throws MalformedMessageException {
        assertThat(read(
                        version,
                        Series.of("__name__", "power")
                                .with(WriteMessages.STALE, 1_000)
                                .with(Double.NaN, 1_001)))
                .containsExactly("0: NaN at 1001");
        assertThat(reader.tally().staleMarkers()).isEqualTo(1);
    }

    @Test
    void the_end_of_a_series_is_told_to_who_wants_it() throws MalformedMessageException {
        var wanting = new SeriesConsumer() {
            @Override
            public int slot(String name, Labels labels) {
                return 7;
            }

            @Override
            public boolean wantsEnd(int slot) {
                return slot == 7;
            }
        };
        var body = WriteMessages.body(
                WriteVersion.V1, Series.of("__name__", "state").with(WriteMessages.STALE, 1_000));

        var samples = new WriteReader(
                        new KnownSeries(10, new Random(1)),
                        SeriesRouter.to((_, _) -> SeriesConsumer.IGNORED, wanting),
                        LIMITS)
                .read(body, body.length, WriteVersion.V1, WINDOW)
                .of(1);

        assertThat(samples.size()).isEqualTo(1);
        assertThat(Samples.isEnd(samples.value(0))).isTrue();
        assertThat(samples.slot(0)).isEqualTo(7);
    }

    @ParameterizedTest
    @EnumSource
    void what_nobody_wants_is_counted(WriteVersion version) throws MalformedMessageException {
        var body = WriteMessages.body(
                version, Series.of("__name__", "ignored").with(1, 5).with(2, 6));
        var samples = reader.read(body, body.length, version, WINDOW);
        assertThat(samples.ignored()).isEqualTo(2);
        assertThat(samples.size()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void samples_too_old_or_in_the_future_are_left_out(WriteVersion version) throws MalformedMessageException {
        assertThat(read(
                        version,
                        Series.of("__name__", "power")
                                .with(1, 999)
                                .with(2, 1_000)
                                .with(3, 2_001)
                                .with(4, -1)))
                .containsExactly("0: 2.0 at 1000");
        assertThat(rejections()).isEqualTo(Map.of(Rejection.TOO_OLD, 2L, Rejection.IN_THE_FUTURE, 1L));
    }

    @ParameterizedTest
    @EnumSource
    void series_with_wrong_labels_are_left_out(WriteVersion version) throws MalformedMessageException {
        assertThat(read(
                        version,
                        Series.of("gpu", "0").with(1, 1_000),
                        Series.of("__name__", "").with(1, 1_000),
                        Series.of("__name__", "a", "gpu", "0", "gpu", "1").with(1, 1_000),
                        Series.of("__name__", "a", "", "0").with(1, 1_000),
                        Series.of("__name__", "a", "n".repeat(21), "0").with(1, 1_000),
                        Series.of("__name__", "a", "gpu", "v".repeat(41)).with(1, 1_000),
                        new Series(IntStream.range(0, 20).mapToObj(i -> "l" + i).toList(), List.of()).with(1, 1_000),
                        Series.of("__name__", "good").with(1, 1_000).with(2, 1_000)))
                .containsExactly("0: 1.0 at 1000", "0: 2.0 at 1000");
        assertThat(rejections())
                .isEqualTo(Map.of(
                        Rejection.NO_METRIC_NAME, 2L,
                        Rejection.LABEL_TWICE, 1L,
                        Rejection.LABEL_WITHOUT_NAME, 1L,
                        Rejection.LABEL_NAME_TOO_LONG, 1L,
                        Rejection.LABEL_VALUE_TOO_LONG, 1L,
                        Rejection.TOO_MANY_LABELS, 1L));
        assertThat(asked).containsExactly("good{}");
    }

    @ParameterizedTest
    @EnumSource
    void series_with_control_characters_are_left_out(WriteVersion version) throws MalformedMessageException {
        assertThat(read(
                        version,
                        Series.of("__name__", "a", "pod", "x\0y").with(1, 1_000),
                        Series.of("__name__", "a", "pod", "\u001b[2J").with(1, 1_000),
                        Series.of("__name__", "a\u0007").with(1, 1_000),
                        Series.of("__name__", "good", "note", "1\n2\t3").with(1, 1_000)))
                .containsExactly("0: 1.0 at 1000");
        assertThat(rejections()).isEqualTo(Map.of(Rejection.CONTROL_CHARACTER, 3L));
    }

    @ParameterizedTest
    @EnumSource
    void a_series_that_was_left_out_once_is_left_out_again(WriteVersion version) throws MalformedMessageException {
        var nameless = Series.of("gpu", "0").with(1, 1_000);
        read(version, nameless);
        assertThat(read(version, nameless)).isEmpty();
        assertThat(rejections()).isEqualTo(Map.of(Rejection.NO_METRIC_NAME, 1L));
    }

    @ParameterizedTest
    @EnumSource
    void what_is_beyond_the_number_of_series_and_samples_is_left_out(WriteVersion version)
            throws MalformedMessageException {
        var many = IntStream.range(0, 52)
                .mapToObj(i -> Series.of("__name__", "n" + i).with(1, 1_000).with(2, 1_000))
                .toArray(Series[]::new);
        many[0] = many[0].with(3, 1_000);
        assertThat(read(version, many)).hasSize(100);
        assertThat(rejections()).isEqualTo(Map.of(Rejection.TOO_MANY_SAMPLES, 1L, Rejection.TOO_MANY_SERIES, 4L));
    }

    @Test
    void a_label_that_is_not_text_is_left_out() throws MalformedMessageException {
        var label = new ProtoWriter().text(1, "gpu").bytes(2, new byte[] {(byte) 0xC3});
        var series = WriteMessages.labels(List.of("__name__", "a"))
                .message(1, label)
                .message(2, new WriteMessages.Sample(1, 1_000).message());
        assertThat(readRaw(WriteVersion.V1, new ProtoWriter().message(1, series)))
                .isEmpty();
        assertThat(rejections()).isEqualTo(Map.of(Rejection.NOT_UTF_8, 1L));
    }

    @Test
    void fields_may_come_in_any_order_and_from_later_versions() throws MalformedMessageException {
        var sample =
                new ProtoWriter().varint(2, 1_000).varint(3, 7).number(1, 5).text(9, "new");
        var series = new ProtoWriter()
                .message(2, sample)
                .text(77, "new")
                .message(1, new ProtoWriter().text(2, "power").varint(3, 1).text(1, "__name__"))
                .varint(78, 5)
                .message(1, new ProtoWriter().text(1, "gpu").text(2, "0"));
        var request = new ProtoWriter()
                .message(3, new ProtoWriter().varint(1, 1).text(2, "power"))
                .message(1, series);
        assertThat(readRaw(WriteVersion.V1, request)).containsExactly("0: 5.0 at 1000");
        assertThat(asked).containsExactly("power{gpu=\"0\"}");
    }

    @Test
    void symbols_may_come_last_and_references_one_by_one() throws MalformedMessageException {
        var series = new ProtoWriter()
                .message(2, new WriteMessages.Sample(5, 1_000).message())
                .varint(1, 1)
                .varint(1, 2);
        var request = new ProtoWriter()
                .message(5, series)
                .text(4, "")
                .text(4, "__name__")
                .text(4, "power");
        assertThat(readRaw(WriteVersion.V2, request)).containsExactly("0: 5.0 at 1000");
        assertThat(asked).containsExactly("power{}");
    }

    @Test
    void series_that_refer_to_symbols_that_are_not_there_are_left_out() throws MalformedMessageException {
        for (var reference : new long[] {3, 0xFFFF_FFFFL, 0x8000_0000L, -1}) {
            var series = new ProtoWriter()
                    .bytes(1, new ProtoWriter().raw(1).raw(reference).toBytes())
                    .message(2, new WriteMessages.Sample(5, 1_000).message());
            var request = new ProtoWriter()
                    .text(4, "")
                    .text(4, "__name__")
                    .text(4, "power")
                    .message(5, series);
            assertThat(readRaw(WriteVersion.V2, request)).isEmpty();
            assertThat(rejections()).isEqualTo(Map.of(Rejection.UNKNOWN_SYMBOL, 1L));
        }
        var odd = new ProtoWriter()
                .bytes(1, new byte[] {0, 0, 0})
                .message(2, new WriteMessages.Sample(5, 1_000).message());
        readRaw(WriteVersion.V2, new ProtoWriter().text(4, "").message(5, odd));
        assertThat(rejections()).isEqualTo(Map.of(Rejection.UNKNOWN_SYMBOL, 1L));
    }

    @Test
    void histograms_and_exemplars_are_counted() throws MalformedMessageException {
        var something = new ProtoWriter().varint(1, 1);
        var v1 = WriteMessages.labels(List.of("__name__", "a"))
                .message(3, something)
                .message(3, something)
                .message(4, something);
        readRaw(WriteVersion.V1, new ProtoWriter().message(1, v1));
        assertThat(reader.tally().histograms()).isEqualTo(1);
        assertThat(reader.tally().exemplars()).isEqualTo(2);

        var v2 = new ProtoWriter()
                .bytes(1, new byte[] {0, 0})
                .message(3, something)
                .message(4, something)
                .message(4, something);
        readRaw(WriteVersion.V2, new ProtoWriter().text(4, "").message(5, v2));
        assertThat(reader.tally().histograms()).isEqualTo(1);
        assertThat(reader.tally().exemplars()).isEqualTo(2);
    }

    @Test
    void a_request_of_the_other_version_holds_nothing() throws MalformedMessageException {
        var series = Series.of("__name__", "a").with(1, 1_000);
        assertThat(readRaw(WriteVersion.V1, new ProtoWriter().bytes(15, WriteMessages.v2(series))))
                .isEmpty();
        assertThat(read(WriteVersion.V1, WriteMessages.body(WriteVersion.V2, series)))
                .isEmpty();
    }

    @Test
    void what_is_malformed_is_refused_with_its_place() {
        refused(WriteVersion.V1, new ProtoWriter().raw(1 << 3 | 2).raw(5), "a field of 5 bytes where there are 0");
        refused(WriteVersion.V1, new ProtoWriter().raw(1 << 3 | 2).raw(-1), "a field of 18446744073709551615 bytes");
        refused(WriteVersion.V1, new ProtoWriter().raw(2), "not the tag of a field: 2, at byte 1 of the message");
        refused(WriteVersion.V1, new ProtoWriter().raw(1L << 40), "not the tag of a field");
        refused(WriteVersion.V1, new ProtoWriter().raw(1 << 3 | 3), "a field of wire type 3");
        refused(WriteVersion.V1, new ProtoWriter().raw(9 << 3 | 5).raw(1), "a field that is cut off");
        var cut = WriteMessages.labels(List.of("__name__", "a"))
                .message(2, new ProtoWriter().raw(1 << 3 | 1).raw(1));
        refused(WriteVersion.V1, new ProtoWriter().message(1, cut), "a number that is cut off");
        var endless = new ProtoWriter().raw(9 << 3).raw(-1L).toBytes();
        endless[endless.length - 1] |= (byte) 0x80;
        refused(WriteVersion.V1, new ProtoWriter().bytes(1, endless), "a number");
    }

    @Test
    void more_symbols_than_the_limit_are_refused() {
        var request = new ProtoWriter();
        for (var i = 0; i < 1_001; i++) {
            request.text(4, "");
        }
        refused(WriteVersion.V2, request, "more than 1,000 symbols");
    }

    @Test
    void a_bomb_is_refused_before_there_is_memory_for_it() {
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        var before = threads.getCurrentThreadAllocatedBytes();
        var claims = SnappyWriter.of((4L << 30) - 1).raw(0).toBytes();
        assertThatExceptionOfType(MalformedMessageException.class)
                .isThrownBy(() -> reader.read(claims, claims.length, WriteVersion.V1, WINDOW))
                .withMessageContaining("where 1,048,576 are allowed");
        var impossible = SnappyWriter.of(1_000_000).raw(0, 0).toBytes();
        assertThatExceptionOfType(MalformedMessageException.class)
                .isThrownBy(() -> reader.read(impossible, impossible.length, WriteVersion.V1, WINDOW))
                .withMessageContaining("5 bytes cannot become the 1,000,000 that it says");
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(1_000_000);
    }

    @ParameterizedTest
    @EnumSource
    void a_request_that_is_cut_off_anywhere_is_refused_or_shorter(WriteVersion version) {
        var series = new Series[] {
            Series.of("__name__", "power", "gpu", "0").with(1, 1_000),
            Series.of("__name__", "power", "gpu", "1").with(2, 1_000)
        };
        var message = version == WriteVersion.V1 ? WriteMessages.v1(series) : WriteMessages.v2(series);
        for (var length = 0; length < message.length; length++) {
            var cut = SnappyWriter.compress(Arrays.copyOf(message, length));
            try {
                assertThat(read(version, cut)).hasSizeLessThan(2);
            } catch (MalformedMessageException e) {
                assertThat(e).hasMessageContaining("of the message");
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void random_changes_are_refused_or_read_and_nothing_else(WriteVersion version) {
        var series = IntStream.range(0, 5)
                .mapToObj(i -> Series.of("__name__", "power", "gpu", "" + i, "node", "a")
                        .with(i, 1_000 + i))
                .toArray(Series[]::new);
        var message = version == WriteVersion.V1 ? WriteMessages.v1(series) : WriteMessages.v2(series);
        for (var seed = 0; seed < 20_000; seed++) {
            var random = new Random(seed);
            var changed = message.clone();
            for (var i = 0; i <= random.nextInt(4); i++) {
                changed[random.nextInt(changed.length)] = (byte) random.nextInt();
            }
            var body = SnappyWriter.compress(changed);
            if (random.nextInt(4) == 0) {
                body[random.nextInt(body.length)] = (byte) random.nextInt();
            }
            try {
                assertThat(read(version, body)).as("seed %d", seed).hasSizeLessThan(50);
            } catch (MalformedMessageException e) {
                assertThat(e).as("seed %d", seed).hasMessageContaining("byte");
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void series_that_are_known_cost_no_memory(WriteVersion version) throws MalformedMessageException {
        var series = IntStream.range(0, 50)
                .mapToObj(i -> Series.of("__name__", "power", "gpu", "" + i, "node", "n")
                        .with(i, 1_000))
                .toArray(Series[]::new);
        var body = WriteMessages.body(version, series);
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        for (var i = 0; i < 2_000; i++) {
            reader.read(body, body.length, version, WINDOW);
        }
        var before = threads.getCurrentThreadAllocatedBytes();
        for (var i = 0; i < 100; i++) {
            reader.read(body, body.length, version, WINDOW);
        }
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(10_000);
    }
}
