package io.gpuledger.analyzer.parse.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.parse.Samples;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ExportLinesTest {
    private static final TimeRange RANGE = new TimeRange(1_000, 2_000);
    private static final ReadLimits LIMITS = new ReadLimits(1 << 20, 1 << 20, 5_000, 4, 20, 40);
    private static final String GOOD = """
        {"metric":{"__name__":"up","job":"x\\"y"},"values":[1,null,-2.5e3],"timestamps":[1000,1001,1002]}
        {"metric":{"__name__":"power"},"values":[0.1],"timestamps":[1999]}
        """;

    private Recorder recorder = new Recorder();

    private void read(String lines) throws IOException, BadAnswerException {
        read(bytes(lines));
    }

    private void read(byte[] lines) throws IOException, BadAnswerException {
        recorder = new Recorder();
        new ExportLines(RANGE, LIMITS, recorder).read(new ByteArrayInputStream(lines));
    }

    private static byte[] bytes(String lines) {
        return lines.getBytes(StandardCharsets.UTF_8);
    }

    private void refused(String lines, String why) {
        ChangedAnswers.refused(bytes(lines), this::read, why);
    }

    private List<Kept> values(String values) throws IOException, BadAnswerException {
        read("{\"metric\":{\"__name__\":\"up\"},\"values\":[%s],\"timestamps\":[1000]}".formatted(values));
        return recorder.of("up{}");
    }

    @Test
    void series_and_samples_arrive() throws IOException, BadAnswerException {
        read(GOOD);
        assertThat(recorder.begun).containsExactly("up{job=\"x\"y\"}", "power{}");
        assertThat(recorder.samples.values())
                .containsExactly(
                        List.of(Kept.of(1_000, 1), Kept.of(1_001, Samples.END), Kept.of(1_002, -2_500)),
                        List.of(Kept.of(1_999, 0.1)));
    }

    @Test
    void nothing_is_an_answer_too() throws IOException, BadAnswerException {
        read("");
        assertThat(recorder.begun).isEmpty();
    }

    /// Its versions write what is not a finite number in quotes, as null, or as it is.
    @Test
    void values_that_json_has_no_words_for_arrive_too() throws IOException, BadAnswerException {
        assertThat(values("\"Infinity\"")).containsExactly(Kept.of(1_000, Double.POSITIVE_INFINITY));
        assertThat(values("\"-Infinity\"")).containsExactly(Kept.of(1_000, Double.NEGATIVE_INFINITY));
        assertThat(values("+Inf")).containsExactly(Kept.of(1_000, Double.POSITIVE_INFINITY));
        assertThat(values("-Inf")).containsExactly(Kept.of(1_000, Double.NEGATIVE_INFINITY));
        assertThat(values("\"NaN\"")).containsExactly(Kept.of(1_000, Samples.END));
        assertThat(values("NaN")).containsExactly(Kept.of(1_000, Samples.END));
        assertThat(values("null")).containsExactly(Kept.of(1_000, Samples.END));
    }

    @Test
    void infinity_in_a_label_stays_as_it_is() throws IOException, BadAnswerException {
        read("""
            {"metric":{"__name__":"up","le":"+Inf","a":"\\"+Inf\\\\"},"values":[+Inf],"timestamps":[1000]}
            """);
        assertThat(recorder.begun).containsExactly("up{a=\"\"+Inf\\\",le=\"+Inf\"}");
    }

    @Test
    void several_lines_may_be_of_one_series() throws IOException, BadAnswerException {
        read("""
            {"metric":{"__name__":"up"},"values":[1,2],"timestamps":[1000,1001]}
            {"metric":{"__name__":"up"},"values":[3,4],"timestamps":[1001,1002]}
            """);
        assertThat(recorder.begun).containsExactly("up{}");
        assertThat(recorder.samples.get("up{}"))
                .containsExactly(Kept.of(1_000, 1), Kept.of(1_001, 2), Kept.of(1_002, 4));
    }

    @Test
    void fields_may_come_in_any_order_and_from_later_versions() throws IOException, BadAnswerException {
        read("""
            {"timestamps":[1000],"new":{"a":[1]},"values":[7],"metric":{"__name__":"up"}}
            {"timestamps":[1000],"values":[7],"metric":{"__name__":"ignored"}}
            """);
        assertThat(recorder.samples.get("up{}")).containsExactly(Kept.of(1_000, 7));
        assertThat(recorder.samples.get("ignored{}")).isEmpty();
    }

    @Test
    void a_series_that_is_not_wanted_is_not_even_decoded() throws IOException, BadAnswerException {
        read("{\"metric\":{\"__name__\":\"ignored\"},\"values\":[true,{}],\"timestamps\":7}");
        assertThat(recorder.samples.get("ignored{}")).isEmpty();
    }

    @Test
    void samples_outside_of_the_range_are_left_out() throws IOException, BadAnswerException {
        read("{\"metric\":{\"__name__\":\"up\"},\"values\":[1,2,3,4],\"timestamps\":[-1,999,1000,2000]}");
        assertThat(recorder.samples.get("up{}")).containsExactly(Kept.of(1_000, 3));
    }

    @Test
    void what_is_malformed_is_refused_with_its_place() {
        refused("{\"values\":[1],\"timestamps\":[1000]}", "there should be `metric`");
        refused(
                "{\"metric\":{},\"values\":[1,2],\"timestamps\":[1000]}\n".replace("{}", "{\"__name__\":\"a\"}"),
                "a series of the answer has 2 values and 1 times");
        refused("{\"metric\":{\"__name__\":\"a\"},\"values\":[1]}", "1 values and 0 times");
        refused(
                "{\"metric\":{\"__name__\":\"a\"},\"values\":[\"0x1p3\"]}",
                "VALUE_STRING where there should be a number");
        refused(
                "{\"metric\":{\"__name__\":\"a\"},\"values\":[\"1.2.3\"]}",
                "VALUE_STRING where there should be a number");
        refused("{\"metric\":{\"__name__\":\"a\"},\"values\":[true]}", "VALUE_TRUE where there should be a value");
        refused("{\"metric\":{\"__name__\":\"a\"},\"timestamps\":[1.5]}", "a time in milliseconds (line 1, column");
        refused("{\"metric\":{\"__name__\":\"a\"},\"timestamps\":[9223372036854775808]}", "out of range of long");
        refused("{\"metric\":{\"__name__\":1}}", "the value of a label in quotes");
        refused("{\"metric\":[]}", "START_ARRAY where there should be the labels of a series");
        refused(GOOD + "[]", "START_ARRAY where there should be a series");
        refused(GOOD + "the disk is full", "the answer is cut off or not JSON (line 3, column");
    }

    @Test
    void a_series_of_too_many_samples_is_refused() {
        refused(
                "{\"metric\":{\"__name__\":\"a\"},\"values\":[" + "1,".repeat(5_000) + "1]}",
                "more than 5,000 samples: ask for a shorter time");
    }

    @Test
    void an_answer_that_is_cut_off_within_a_line_is_refused() throws IOException, BadAnswerException {
        var first = GOOD.indexOf('\n');
        var whole = Set.of(first, first + 1, GOOD.length() - 1);
        new ChangedAnswers(bytes(GOOD), this::read).areRefusedWhereTheyAreCutOff(whole, "the answer is cut off");
    }

    @Test
    void whatever_comes_is_refused_or_read_and_nothing_else() {
        new ChangedAnswers(bytes(GOOD), this::read).areReadOrRefused(Answers.BAD_JSON);
    }
}
