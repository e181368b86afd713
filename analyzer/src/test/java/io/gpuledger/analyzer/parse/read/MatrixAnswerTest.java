package io.gpuledger.analyzer.parse.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class MatrixAnswerTest {
    private static final ReadLimits LIMITS = new ReadLimits(1 << 20, 1 << 20, 5_000, 4, 20, 40);
    private static final String GOOD = """
        {"status":"success","data":{"resultType":"matrix","result":[
        {"metric":{"__name__":"up","job":"x"},"values":[[1435781430.781,"1"],[1435781431,"2.5e-3"]]},
        {"metric":{"__name__":"power"},"values":[[1435781430.001,"0"]]}]}}\
        """;
    /// Beside what may be wrong with any JSON, an answer may be another one than that of a range selector.
    private static final Pattern REFUSALS = Pattern.compile(Answers.BAD_JSON.pattern() + """
        |the answer is of type ".*", where a range selector has a matrix\
        |the answer does not say that it is the result of a query\
        """);

    private Recorder recorder = new Recorder();

    private void read(String json) throws IOException, BadAnswerException {
        read(bytes(json));
    }

    private void read(byte[] json) throws IOException, BadAnswerException {
        read(Answers.ALWAYS, json);
    }

    private void read(TimeRange range, byte[] json) throws IOException, BadAnswerException {
        recorder = new Recorder();
        new MatrixAnswer(range, LIMITS, recorder).read(new ByteArrayInputStream(json));
    }

    private static byte[] bytes(String json) {
        return json.getBytes(StandardCharsets.UTF_8);
    }

    private void refused(String json, String why) {
        ChangedAnswers.refused(bytes(json), this::read, why);
    }

    private static String matrix(String series) {
        return "{\"status\":\"success\",\"data\":{\"resultType\":\"matrix\",\"result\":[%s]}}".formatted(series);
    }

    private static String up(String values) {
        return matrix("{\"metric\":{\"__name__\":\"up\"},\"values\":[%s]}".formatted(values));
    }

    @Test
    void series_and_samples_arrive() throws IOException, BadAnswerException {
        read(GOOD);
        assertThat(recorder.begun).containsExactly("up{job=\"x\"}", "power{}");
        assertThat(recorder.samples.values())
                .containsExactly(
                        List.of(Kept.of(1_435_781_430_781L, 1), Kept.of(1_435_781_431_000L, 0.0025)),
                        List.of(Kept.of(1_435_781_430_001L, 0)));
    }

    @Test
    void seconds_become_the_milliseconds_that_they_were() throws IOException, BadAnswerException {
        for (var millis = 1_760_000_000_000L; millis < 1_760_000_002_000L; millis++) {
            read(up("[%d.%03d,\"1\"]".formatted(millis / 1_000, millis % 1_000)));
            assertThat(recorder.samples.get("up{}")).containsExactly(Kept.of(millis, 1));
        }
        read(up("[-1.5,\"1\"],[1e1,\"2\"]"));
        assertThat(recorder.samples.get("up{}")).containsExactly(Kept.of(-1_500, 1), Kept.of(10_000, 2));
    }

    @Test
    void values_that_json_has_no_words_for_arrive_too() throws IOException, BadAnswerException {
        read(up("[1,\"NaN\"],[2,\"+Inf\"],[3,\"-Inf\"],[4,\"-0\"],[5,\"+1.5E+2\"]"));
        assertThat(recorder.samples.get("up{}"))
                .containsExactly(
                        Kept.of(1_000, Double.NaN),
                        Kept.of(2_000, Double.POSITIVE_INFINITY),
                        Kept.of(3_000, Double.NEGATIVE_INFINITY),
                        Kept.of(4_000, -0.0),
                        Kept.of(5_000, 150));
    }

    @Test
    void samples_outside_of_the_range_are_left_out() throws IOException, BadAnswerException {
        var json = up("[0.999,\"1\"],[1,\"2\"],[1.999,\"3\"],[2,\"4\"]");
        read(new TimeRange(1_000, 2_000), bytes(json));
        assertThat(recorder.samples.get("up{}")).containsExactly(Kept.of(1_000, 2), Kept.of(1_999, 3));
    }

    @Test
    void fields_may_come_in_any_order_and_from_later_versions() throws IOException, BadAnswerException {
        read("""
            {"infos":["w"],"data":{"stats":{"a":[{}]},"result":[
            {"values":[[1,"2"]],"new":[1],"metric":{"__name__":"up"}}],"resultType":"matrix"},"status":"success"}
            """);
        assertThat(recorder.samples.get("up{}")).containsExactly(Kept.of(1_000, 2));
    }

    @Test
    void a_series_that_is_not_wanted_is_not_even_decoded() throws IOException, BadAnswerException {
        read(matrix("{\"metric\":{\"__name__\":\"ignored\"},\"values\":[true]}"));
        assertThat(recorder.samples.get("ignored{}")).isEmpty();
    }

    @Test
    void histograms_are_counted() throws IOException, BadAnswerException {
        read(matrix("""
            {"metric":{"__name__":"up"},"histograms":[[1,{"count":"1","buckets":[[0,"1"]]}],[2,{}]]}
            """));
        assertThat(recorder.histograms).isEqualTo(2);
    }

    @Test
    void an_error_is_told_in_the_words_of_the_server() {
        refused(
                "{\"status\":\"error\",\"errorType\":\"timeout\",\"error\":\"query timed out\"}",
                "the server says timeout: query timed out");
        refused(
                "{\"error\":\"bad\",\"data\":null,\"errorType\":\"execution\",\"status\":\"error\"}",
                "the server says execution: bad");
    }

    @Test
    void an_answer_that_is_not_whole_is_refused() {
        refused(GOOD.replace("\"success\"", "\"success\",\"isPartial\":true"), "a part of its storage did not answer");
        refused(
                GOOD.replace("\"success\"", "\"success\",\"warnings\":[\"store 10.0.0.7 is away\",\"and another\"]"),
                "it is not whole, as the server warns: store 10.0.0.7 is away");
    }

    @Test
    void no_warnings_and_what_is_said_of_the_query_are_no_matter() throws IOException, BadAnswerException {
        read(GOOD.replace("\"success\"", "\"success\",\"warnings\":[],\"infos\":[\"PromQL info: a hint\"]"));
        assertThat(recorder.begun).hasSize(2);
        read(GOOD.replace("\"success\"", "\"success\",\"warnings\":[\"PromQL info: a hint\"]"));
        assertThat(recorder.begun).hasSize(2);
        read(GOOD.replace("\"success\"", "\"success\",\"warnings\":{\"error\":\"x\"}"));
        assertThat(recorder.begun).hasSize(2);
    }

    @Test
    void a_time_of_which_no_store_of_thanos_has_anything_is_empty_and_not_partial()
            throws IOException, BadAnswerException {
        read("""
            {"status":"success","data":{"resultType":"matrix","result":[]},
            "warnings":["No StoreAPIs matched for this query"]}\
            """);
        assertThat(recorder.begun).isEmpty();
    }

    @Test
    void results_of_other_types_are_refused() {
        refused(GOOD.replace("\"matrix\"", "\"vector\""), "of type \"vector\", where a range selector has a matrix");
        refused(
                "{\"status\":\"success\",\"data\":{\"result\":[{\"metric\":{\"__name__\":\"a\"},\"value\":[1,\"2\"]}],"
                        + "\"resultType\":\"vector\"}}",
                "of type \"vector\"");
        refused("{\"status\":\"success\",\"data\":{\"result\":[1,\"2\"]}}", "there should be a series");
    }

    @Test
    void what_is_malformed_is_refused_with_its_place() {
        refused("", "the answer has nothing where there should be an object");
        refused("[]", "START_ARRAY where there should be an object with `status`");
        refused("{}", "does not say that it is the result of a query");
        refused("<html>", "the answer is cut off or not JSON (line 1, column");
        refused(matrix("{\"values\":[]}"), "there should be `metric`");
        refused(up("[1]"), "a value in quotes");
        refused(up("[1,2]"), "a value in quotes");
        refused(up("[\"1\",\"2\"]"), "a time in seconds");
        refused(up("[1,\"2\",3]"), "the end of the sample");
        refused(up("[1,\"x\"]"), "a number in quotes");
        refused(up("7"), "a time and a value");
        refused(up("[1,\"1\"],".repeat(5_001)), "more than 5,000 samples");
    }

    @Test
    void an_answer_that_is_cut_off_anywhere_is_refused() {
        for (var length = 1; length < GOOD.length(); length++) {
            refused(GOOD.substring(0, length), "the answer is cut off");
        }
    }

    @Test
    void an_answer_that_is_cut_off_is_refused() throws IOException, BadAnswerException {
        new ChangedAnswers(bytes(GOOD), this::read).areRefusedWhereTheyAreCutOff(Set.of(), "the answer is cut off");
    }

    @Test
    void whatever_comes_is_refused_or_read_and_nothing_else() {
        new ChangedAnswers(bytes(GOOD), this::read).areReadOrRefused(REFUSALS);
    }
}
