package io.gpuledger.exporter.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ExpositionTest {
    private static void holds(String text) {
        assertThat(new Exposition(text, false).problems()).isEmpty();
    }

    private static void fails(String text, String problem) {
        assertThat(new Exposition(text, false).problems())
                .as(text)
                .anySatisfy(found -> assertThat(found).contains(problem));
    }

    @Test
    void a_page_that_keeps_to_the_format_has_no_problem() {
        holds("# HELP a What it is.\n# TYPE a gauge\na 1\na{b=\"c\"} 2.5e-7\n");
        holds("# TYPE a summary\na_count 2\na_sum 3\n");
        holds("# TYPE a counter\na{b=\"c\",d=\"\"} 0\na{b=\"\\\\ \\\" \\n {},=\"} +Inf\n# TYPE b gauge\nb NaN\n");
    }

    @Test
    void what_does_not_keep_to_it_is_named() {
        fails("# TYPE a gauge\na 1", "end");
        fails("# TYPE a gauge\na\n", "no sample");
        fails("# TYPE a gauge\n\na 1\n", "no sample");
        fails("# TYPE a gauge\na  1\n", "no sample");
        fails("# TYPE a gauge\na one\n", "no sample");
        fails("# TYPE a gauge\na 1 1700000000\n", "no sample");
        fails("# TYPE a gauge\na{b=\"c} 1\n", "no sample");
        fails("# TYPE a gauge\na{b=\"c\\d\"} 1\n", "no sample");
        fails("# TYPE a gauge\na{b=\"c\",} 1\n", "no sample");
        fails("# TYPE a gauge\na 1\n# EOF\n", "no comment");
        fails("# TYPE a gage\na 1\n", "no TYPE");
        fails("# TYPE a gauge\na 1\n# TYPE a gauge\na{b=\"c\"} 1\n", "two TYPEs");
        fails("# HELP a b\n# HELP a b\n# TYPE a gauge\na 1\n", "twice");
        fails("# TYPE a gauge\na 1\na 1\n", "twice");
        fails("# TYPE a gauge\nb 1\n", "under the TYPE");
        fails("# TYPE a gauge\na_sum 1\n", "under the TYPE");
    }

    @Test
    void open_metrics_ends_with_its_mark_and_has_counters_under_their_short_name() {
        var page = new Exposition("# TYPE a counter\n# HELP a b\na_total 1\n# EOF\n", true);
        assertThat(page.problems()).isEmpty();
        assertThat(page.counters()).containsEntry("a_total", 1.0);
        assertThat(new Exposition("# TYPE a counter\na_total 1\n", true).problems())
                .isNotEmpty();
    }
}
