package io.gpuledger.exporter.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class PageCheckTest {
    private static final long NOW = 1_800_000_000;

    private final PageCheck check = new PageCheck();

    private List<String> problems(int status, String text) {
        var body = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
        var head = new AnswerHead("HTTP/1.1 %d As it is\nContent-Type: text/plain\n".formatted(status));
        return check.problems(new Answer(head, body), Instant.ofEpochSecond(NOW));
    }

    private static String page(long snapshot, double observed) {
        return """
            # TYPE gpu_exporter_collector_duration_seconds gauge
            gpu_exporter_collector_duration_seconds{collector="readings"} 0.002
            # TYPE gpu_exporter_collector_success gauge
            gpu_exporter_collector_success{collector="readings"} 1
            # TYPE gpu_exporter_device_stuck gauge
            gpu_exporter_device_stuck{gpu="0"} 0
            # TYPE gpu_exporter_snapshot_timestamp_seconds gauge
            gpu_exporter_snapshot_timestamp_seconds %d
            # TYPE gpu_info gauge
            gpu_info{gpu="0"} 1
            # TYPE gpu_lost gauge
            gpu_lost{gpu="0"} 0
            # TYPE gpu_observed_seconds_total counter
            gpu_observed_seconds_total{gpu="0"} %s
            """.formatted(snapshot, observed);
    }

    @Test
    void fresh_pages_whose_counters_rise_have_no_problem() {
        assertThat(problems(200, page(NOW - 2, 1.5))).isEmpty();
        assertThat(problems(200, page(NOW - 1, 2.5))).isEmpty();
        assertThat(check.snapshots()).isEqualTo(2);
    }

    @Test
    void a_counter_that_goes_back_is_named() {
        problems(200, page(NOW - 1, 2.5));
        assertThat(problems(200, page(NOW, 2.0))).singleElement().asString().contains("gpu_observed_seconds_total");
    }

    @Test
    void a_snapshot_may_be_neither_old_nor_older_than_the_one_before() {
        assertThat(problems(200, page(NOW - 60, 1))).singleElement().asString().contains("ago");
        problems(200, page(NOW - 1, 1));
        assertThat(problems(200, page(NOW - 2, 1))).singleElement().asString().contains("older");
    }

    @Test
    void a_missing_family_and_another_status_are_named() {
        assertThat(problems(200, page(NOW, 1).replace("gpu_lost", "gpu_last"))).containsExactly("no gpu_lost");
        assertThat(problems(503, "")).containsExactly("status 503");
    }
}
