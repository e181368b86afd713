package io.gpuledger.analyzer.parse.read;

import static io.gpuledger.analyzer.parse.read.Answers.series;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.gpuledger.analyzer.parse.Samples;
import io.gpuledger.analyzer.parse.proto.ProtoWriter;
import io.gpuledger.analyzer.parse.proto.SnappyWriter;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class SamplesAnswerTest {
    private static final TimeRange RANGE = new TimeRange(1_000, 2_000);
    private static final ReadLimits LIMITS = new ReadLimits(1 << 20, 1 << 20, 1_000, 4, 20, 40);

    private Recorder recorder = new Recorder();

    private void read(ProtoWriter... series) throws BadAnswerException {
        read(message(series));
    }

    private void read(byte[] message) throws BadAnswerException {
        var body = SnappyWriter.compress(message);
        readBody(body);
    }

    private void readBody(byte[] body) throws BadAnswerException {
        recorder = new Recorder();
        new SamplesAnswer(RANGE, LIMITS, recorder).read(body, body.length);
    }

    private static byte[] message(ProtoWriter... series) {
        var result = new ProtoWriter();
        for (var one : series) {
            result.message(1, one);
        }
        return new ProtoWriter().message(1, result).toBytes();
    }

    private static ProtoWriter sample(Kept sample) {
        return new ProtoWriter().bits(1, sample.bits()).varint(2, sample.millis());
    }

    private static ProtoWriter with(ProtoWriter series, Kept... samples) {
        Arrays.stream(samples).forEach(one -> series.message(2, sample(one)));
        return series;
    }

    @Test
    void series_and_samples_arrive_with_the_bits_of_their_values() throws BadAnswerException {
        var samples =
                new Kept[] {Kept.of(1_000, -0.0), Kept.of(1_001, Samples.END), new Kept(1_002, 0x7ff8_0000_0000_1234L)};
        read(with(series("__name__", "up", "job", "a"), samples), with(series("__name__", "b"), Kept.of(1_500, 1)));
        assertThat(recorder.begun).containsExactly("up{job=\"a\"}", "b{}");
        assertThat(recorder.samples.values()).containsExactly(List.of(samples), List.of(Kept.of(1_500, 1)));
    }

    @Test
    void a_value_of_zero_is_not_said_and_counts() throws BadAnswerException {
        read(series("__name__", "up").message(2, new ProtoWriter().varint(2, 1_000)));
        assertThat(recorder.samples.get("up{}")).containsExactly(Kept.of(1_000, 0));
    }

    @Test
    void samples_outside_of_the_range_or_order_are_left_out() throws BadAnswerException {
        read(with(
                series("__name__", "up"),
                Kept.of(999, 1),
                Kept.of(1_500, 2),
                Kept.of(1_500, 3),
                Kept.of(1_400, 4),
                Kept.of(1_999, 5),
                Kept.of(2_000, 6)));
        assertThat(recorder.samples.get("up{}")).containsExactly(Kept.of(1_500, 2), Kept.of(1_999, 5));
    }

    @Test
    void a_series_that_is_not_wanted_is_not_even_decoded() throws BadAnswerException {
        read(series("__name__", "ignored").message(2, new ProtoWriter().raw(7)));
        assertThat(recorder.samples.get("ignored{}")).isEmpty();
    }

    @Test
    void histograms_are_counted() throws BadAnswerException {
        var something = new ProtoWriter().varint(1, 1);
        read(series("__name__", "up")
                .message(3, something)
                .message(4, something)
                .message(4, something));
        assertThat(recorder.histograms).isEqualTo(2);
    }

    @Test
    void what_is_malformed_is_refused_with_its_place() {
        assertThatExceptionOfType(BadAnswerException.class)
                .isThrownBy(() -> read(series("__name__", "up").message(2, new ProtoWriter().raw(7))))
                .withMessage("the answer cannot be read: not the tag of a field: 7, at byte 23 of the message");
        assertThatExceptionOfType(BadAnswerException.class)
                .isThrownBy(() -> readBody(new byte[] {1, 2, 3}))
                .withMessageStartingWith("the answer cannot be read: not snappy's block format");
        assertThatExceptionOfType(BadAnswerException.class)
                .isThrownBy(() -> readBody(SnappyWriter.of((1 << 20) + 1).toBytes()))
                .withMessageContaining("a message of 1,048,577 bytes, where 1,048,576 are allowed");
    }

    @Test
    void whatever_comes_is_refused_or_read_and_nothing_else() {
        var good = message(
                with(series("__name__", "up", "job", "a"), Kept.of(1_000, 1), Kept.of(1_001, 2)),
                with(series("__name__", "b"), Kept.of(1_000, 1)));
        new ChangedAnswers(good, this::read).areReadOrRefused(Pattern.compile("(?s)the answer cannot be read: .+"));
    }
}
