package io.gpuledger.simulator.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.simulator.remote.Request;
import io.gpuledger.simulator.remote.Requests;
import io.gpuledger.simulator.remote.Unpacked;
import io.gpuledger.simulator.remote.Unpacked.Sample;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TargetLogTest {
    private final TargetLog log =
            new TargetLog(Map.of("instance", "node-1", "job", "gpu-exporter"), name -> !name.equals("noise"));

    private void scraped(long millis, String page) {
        log.scraped(millis, page.getBytes(StandardCharsets.UTF_8));
    }

    private List<String> told() {
        var request = new Request();
        log.series().forEach(request::take);
        return Unpacked.samples(Requests.body(request)).stream()
                .map(TargetLogTest::told)
                .sorted()
                .toList();
    }

    private static String told(Sample sample) {
        var value = Double.isNaN(sample.value()) ? "ended" : String.valueOf(sample.value());
        return "%s %d %s".formatted(sample.labels(), sample.millis(), value);
    }

    @Test
    void a_page_becomes_samples_of_series_with_the_targets_labels() {
        scraped(1000, """
            # HELP gpu_lost Whether.
            # TYPE gpu_lost gauge
            gpu_lost{gpu="0",uuid="GPU-1"} 0
            noise{gpu="0"} 7
            plain 1.5
            """);

        assertThat(told())
                .containsExactly(
                        "{__name__=gpu_lost, gpu=0, instance=node-1, job=gpu-exporter, uuid=GPU-1} 1000 0.0",
                        "{__name__=plain, instance=node-1, job=gpu-exporter} 1000 1.5",
                        "{__name__=up, instance=node-1, job=gpu-exporter} 1000 1.0");
    }

    @Test
    void a_series_that_is_no_longer_there_ends_and_may_begin_again() {
        scraped(1000, "held{pod=\"a\"} 1\nheld{pod=\"b\"} 1\n");
        scraped(2000, "held{pod=\"b\"} 1\n");
        scraped(3000, "held{pod=\"b\"} 1\n");
        scraped(4000, "held{pod=\"a\"} 1\nheld{pod=\"b\"} 1\n");

        assertThat(told().stream().filter(line -> line.contains("pod=a")))
                .extracting(line -> line.replaceFirst(".*} ", ""))
                .containsExactly("1000 1.0", "2000 ended", "4000 1.0");
        assertThat(told()).isEmpty();
    }

    @Test
    void a_scrape_that_fails_ends_all_of_them() {
        scraped(1000, "held{pod=\"a\"} 1\n");
        log.failed(2000);
        log.failed(3000);

        assertThat(told())
                .extracting(line -> line.replaceFirst(".__name__=(\\w+),.*} ", "$1 "))
                .containsExactly("held 1000 1.0", "held 2000 ended", "up 1000 1.0", "up 2000 0.0", "up 3000 0.0");
    }

    @Test
    void what_is_escaped_on_the_page_is_not_so_in_a_label() {
        scraped(1000, "info{text=\"a \\\"b\\\" \\\\new c\",empty=\"\"} 1\n");

        assertThat(told())
                .first()
                .asString()
                .startsWith("{__name__=info, instance=node-1, job=gpu-exporter, text=a \"b\" \\new c}");
    }

    @Test
    void what_is_no_number_on_a_page_is_none_in_a_sample() {
        scraped(1000, "big +Inf\nsmall -Inf\n");

        assertThat(told().stream().map(line -> line.replaceFirst(".*} ", "")).limit(2))
                .containsExactly("1000 Infinity", "1000 -Infinity");
    }
}
