package io.gpuledger.analyzer.parse.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.parse.Labels;
import io.gpuledger.analyzer.parse.RoutedSamples;
import io.gpuledger.analyzer.parse.RoutedSamples.Problem;
import io.gpuledger.analyzer.parse.SeriesConsumer;
import io.gpuledger.analyzer.parse.SeriesRouter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PageReaderTest {
    private final List<String> asked = new ArrayList<>();
    private final PageReader reader = new PageReader(SeriesRouter.to(this::slot), PageLimits.USUAL, new Interner());
    private final RoutedSamples samples = new RoutedSamples();

    @Test
    void the_example_of_prometheus_format_is_read_in_full() {
        assertThat(read("""
            # HELP http_requests_total The total number of HTTP requests.
            # TYPE http_requests_total counter
            http_requests_total{method="post",code="200"} 1027 1395066363000
            http_requests_total{method="post",code="400"}    3 1395066363000

            # Escaping in label values:
            msdos_file_access_time_seconds{path="C:\\\\DIR\\\\FILE.TXT",error="Cannot find file:\\n\\"FILE.TXT\\""} 1.458255915e9

            # Minimalistic line:
            metric_without_timestamp_and_labels 12.47

            # A weird metric from before the epoch:
            something_weird{problem="division by zero"} +Inf -3982045

            # A histogram, which has a pretty complex representation in the text format:
            http_request_duration_seconds_bucket{le="+Inf"} 144320
            http_request_duration_seconds_sum 53423
            """))
                .containsExactly(
                        "http_requests_total{method=\"post\",code=\"200\"} 1027.0 @1395066363000",
                        "http_requests_total{method=\"post\",code=\"400\"} 3.0 @1395066363000",
                        "msdos_file_access_time_seconds{path=\"C:\\DIR\\FILE.TXT\",error=\"Cannot find file:\n"
                                + "\"FILE.TXT\"\"} 1.458255915E9",
                        "metric_without_timestamp_and_labels{} 12.47",
                        "something_weird{problem=\"division by zero\"} Infinity @-3982045",
                        "http_request_duration_seconds_bucket{le=\"+Inf\"} 144320.0",
                        "http_request_duration_seconds_sum{} 53423.0");
        assertThat(samples.shown()).isEmpty();
    }

    @Test
    void an_example_of_openmetrics_is_read_in_full() {
        assertThat(readOpenMetrics("""
            # TYPE acme_http_router_request_seconds summary
            # UNIT acme_http_router_request_seconds seconds
            # HELP acme_http_router_request_seconds Latency though all of ACME's HTTP request router.
            acme_http_router_request_seconds_sum{path="/api/v1",method="GET"} 9036.32
            acme_http_router_request_seconds_created{path="/api/v1",method="GET"} 1605281325.0
            # TYPE foo histogram
            foo_bucket{le="0.01"} 0
            foo_bucket{le="0.1"} 8 # {} 0.054
            foo_bucket{le="1"} 11 # {trace_id="KOO5S4vxi0o"} 0.67
            foo_bucket{le="10"} 17 1520879607.789 # {trace_id="oHg5SJYRHA0"} 9.8 1520879607.789
            # EOF
            """))
                .containsExactly(
                        "acme_http_router_request_seconds_sum{path=\"/api/v1\",method=\"GET\"} 9036.32",
                        "acme_http_router_request_seconds_created{path=\"/api/v1\",method=\"GET\"} 1.605281325E9",
                        "foo_bucket{le=\"0.01\"} 0.0",
                        "foo_bucket{le=\"0.1\"} 8.0",
                        "foo_bucket{le=\"1\"} 11.0",
                        "foo_bucket{le=\"10\"} 17.0 @1520879607789");
        assertThat(samples.shown()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '>',
            quoteCharacter = '`',
            value = {
                "a 1 > a{} 1.0",
                "a{} 1 > a{} 1.0",
                "a{b=\"c\",} 1 > a{b=\"c\"} 1.0",
                "a{b=\"c\" d=\"e\"} 1 > a{b=\"c\",d=\"e\"} 1.0",
                "a { b = \"c\" , d = \"e\" } 1 > a{b=\"c\",d=\"e\"} 1.0",
                "a{b=\"c\"}1 > a{b=\"c\"} 1.0",
                "a{b=\"}{\"} 1 > a{b=\"}{\"} 1.0",
                "a{b=\"\\x\"} 1 > a{b=\"\\x\"} 1.0",
                "{\"my.name\", \"l.1\"=\"v\"} 1 > my.name{l.1=\"v\"} 1.0",
                "{\"my.name\"} 1 > my.name{} 1.0",
                "{a=\"b\",\"my.name\"} 1 > my.name{a=\"b\"} 1.0",
                "{\"a\\\"b\"} 1 > a\"b{} 1.0",
                "µ{} 1 >",
                "{\"µ\",\"é\"=\"ü\"} 1 > µ{é=\"ü\"} 1.0",
                "a:b:c 1 > a:b:c{} 1.0",
                "a NaN > a{} NaN",
                "a -0 > a{} -0.0"
            })
    void lines_are_read_as_prometheus_reads_them(String line, String sample) {
        assertThat(read(line + "\n")).isEqualTo(sample == null ? List.of() : List.of(sample));
        assertThat(samples.problems()).isEqualTo(sample == null ? 1 : 0);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a",
                "a ",
                "a\t",
                "a b",
                "a{",
                "a{b",
                "a{b=",
                "a{b=\"",
                "a{b=\"c",
                "a{b=\"c\"",
                "a{b=\"c\"}",
                "a{b=\"c\"} ",
                "a{b=c} 1",
                "a{,} 1",
                "a{b=\"c\",,} 1",
                "a{=\"c\"} 1",
                "a{b} 1",
                "a{\"b\"} 1",
                "a{b=\"c\",b=\"d\"} 1",
                "{} 1",
                "{a=\"b\"} 1",
                "{\"\"} 1",
                "{\"a\",\"b\"} 1",
                "{\"a\",\"\"=\"b\"} 1",
                "a{1=\"b\"} 1",
                "a{b:c=\"d\"} 1",
                "1a 1",
                "-1",
                "a-b 1",
                "a 1 2 3",
                "a 1 x",
                "a 1 1.5",
                "a 1 9223372036854775808",
                "a 1 # {} 1",
                "a 1\r",
                "a\r 1",
                "a{b=\"\\\"} 1",
                "a{b=\"c\\",
                "\u0000",
                "a{}{} 1",
                "a {",
                "\"a\" 1"
            })
    void a_bad_line_is_a_problem_and_the_others_are_read(String line) {
        var before = "# comment\nx 1\n";

        assertThat(read(before + line + "\ny 2\n")).containsExactly("x{} 1.0", "y{} 2.0");
        assertThat(samples.problems()).isOne();
        assertThat(samples.shown()).extracting(Problem::position).containsExactly((long) before.length());
    }

    @Test
    void bytes_that_are_not_utf8_are_a_problem() {
        var page = "a{b=\"?\"} 1\n".getBytes(UTF_8);
        page[5] = (byte) 0xC0;

        assertThat(read(page, PageFormat.PROMETHEUS)).isEmpty();
        assertThat(samples.shown()).containsExactly(new Problem(0, "bytes that are not UTF-8"));
    }

    @Test
    void control_characters_in_labels_are_a_problem_of_their_lines() {
        var page = "a{b=\"1\\n2\t3\"} 1\na{b=\"x\0y\"} 2\na{b=\"\u001b[2J\"} 3\na{b=\"\u009b2J\"} 4\nc 5\n";

        assertThat(read(page)).containsExactly("a{b=\"1\n2\t3\"} 1.0", "c{} 5.0");
        assertThat(samples.problems()).isEqualTo(3);
        assertThat(samples.shown()).extracting(Problem::what).containsOnly("a control character in a label's value");
    }

    @Test
    void the_last_line_may_lack_its_end() {
        assertThat(read("a 1\nb 2")).containsExactly("a{} 1.0", "b{} 2.0");
        assertThat(read("a 1\n# b")).containsExactly("a{} 1.0");
    }

    @Test
    void the_first_of_two_samples_of_now_stays() {
        assertThat(read("a 1\na 2\nb 3\n")).containsExactly("a{} 1.0", "b{} 3.0");
        assertThat(samples.shown()).containsExactly(new Problem(4, "a series that the page has named before"));
    }

    @Test
    void samples_of_several_times_stay() {
        assertThat(read("a 1 1000\na 2 2000\n")).containsExactly("a{} 1.0 @1000", "a{} 2.0 @2000");
        assertThat(samples.problems()).isZero();
    }

    @Test
    void an_openmetrics_page_without_its_end_has_been_cut_off() {
        assertThat(readOpenMetrics("a 1\n")).containsExactly("a{} 1.0");
        assertThat(samples.shown()).containsExactly(new Problem(4, "no # EOF: the page has been cut off"));
    }

    @Test
    void an_openmetrics_page_ends_with_its_end() {
        assertThat(readOpenMetrics("a 1\n# EOF\nb 2\n")).containsExactly("a{} 1.0");
        assertThat(samples.shown()).containsExactly(new Problem(10, "more after # EOF"));
        assertThat(readOpenMetrics("a 1\n# EOF")).containsExactly("a{} 1.0");
        assertThat(samples.shown()).isEmpty();
    }

    @Test
    void a_series_that_comes_back_is_known() {
        read("a 1\nb 2\nc 3\n");
        assertThat(read("a 1\nc 3\n")).containsExactly("a{} 1.0", "c{} 3.0");
        assertThat(read("b 4\na 1\nc 3\nd 5\n")).containsExactly("b{} 4.0", "a{} 1.0", "c{} 3.0", "d{} 5.0");

        assertThat(asked).containsExactly("a{}", "b{}", "c{}", "d{}");
    }

    @Test
    void a_name_is_not_taken_for_a_longer_one() {
        read("a 1\nb{c=\"d\"} 2\n");

        assertThat(read("ab 1\nb{c=\"d\"}2\n")).containsExactly("ab{} 1.0", "b{c=\"d\"} 2.0");
        assertThat(read("a{b=\"c\"} 1\nb 2\n")).containsExactly("a{b=\"c\"} 1.0", "b{} 2.0");
        assertThat(read("a {b=\"c\"} 1\n")).containsExactly("a{b=\"c\"} 1.0");
    }

    @Test
    void a_series_that_nobody_wants_needs_a_value_too() {
        var unwanted =
                new PageReader(SeriesRouter.to((_, _) -> SeriesConsumer.IGNORED), PageLimits.USUAL, new Interner());
        for (var page : List.of("a 1\n", "a \n", "a x\n")) {
            unwanted.read(page.getBytes(UTF_8), page.length(), PageFormat.PROMETHEUS, samples);
            assertThat(samples.ignored()).isEqualTo(page.equals("a \n") ? 0 : 1);
            assertThat(samples.problems()).isEqualTo(page.equals("a \n") ? 1 : 0);
        }
    }

    @Test
    void a_page_in_another_format_is_read_anew() {
        read("a 1 1000\n# EOF\nb 2 2000\n");

        assertThat(readOpenMetrics("a 1 1000\n# EOF\nb 2 2000\n")).containsExactly("a{} 1.0 @1000000");
    }

    private int slot(String name, Labels labels) {
        asked.add(name + labels);
        return asked.size() - 1;
    }

    private List<String> read(String page) {
        return read(page.getBytes(UTF_8), PageFormat.PROMETHEUS);
    }

    private List<String> readOpenMetrics(String page) {
        return read(page.getBytes(UTF_8), PageFormat.OPENMETRICS);
    }

    private List<String> read(byte[] page, PageFormat format) {
        var found = reader.read(page, page.length, format, samples).of(0);
        var told = new ArrayList<String>();
        for (var i = 0; i < found.size(); i++) {
            told.add(
                    asked.get(found.slot(i)) + " " + found.value(i) + (found.isTimed(i) ? " @" + found.millis(i) : ""));
        }
        return told;
    }
}
