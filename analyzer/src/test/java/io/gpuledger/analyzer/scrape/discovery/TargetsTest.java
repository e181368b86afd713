package io.gpuledger.analyzer.scrape.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TargetsTest {
    private static final TargetDefaults DEFAULTS =
            new TargetDefaults("http", "/metrics", Duration.ofSeconds(15), Duration.ofSeconds(10));

    private static Target target(String address, Map<String, String> labels) {
        return Targets.of("file", FoundTarget.of(address, labels), DEFAULTS);
    }

    @Test
    void an_address_is_a_target_with_everything_by_default() {
        var target = target("10.0.0.1:9400", Map.of("cluster", "a", "empty", "", "__meta_x", "y"));

        assertThat(target.url()).hasToString("http://10.0.0.1:9400/metrics");
        assertThat(target.labels()).isEqualTo(Map.of("cluster", "a", "instance", "10.0.0.1:9400", "job", "file"));
        assertThat(target.interval()).isEqualTo(Duration.ofSeconds(15));
        assertThat(target.timeout()).isEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void labels_of_its_own_steer_how_it_is_scraped() {
        var target = target(
                "[fd00::1]:9400",
                Map.of(
                        "__scheme__", "https",
                        "__metrics_path__", "n/1/metrics",
                        "__param_collect", "a b&c",
                        "__param_module", "x",
                        "__scrape_interval__", "1m30s",
                        "__scrape_timeout__", "500ms",
                        "instance", "node-1"));

        assertThat(target.url()).hasToString("https://[fd00::1]:9400/n/1/metrics?collect=a+b%26c&module=x");
        assertThat(target.interval()).isEqualTo(Duration.ofSeconds(90));
        assertThat(target.timeout()).isEqualTo(Duration.ofMillis(500));
        assertThat(target.labels()).containsEntry("instance", "node-1");
    }

    @Test
    void a_shorter_interval_shortens_the_timeout() {
        assertThat(target("a:1", Map.of("__scrape_interval__", "5s")).timeout()).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void what_is_no_target_says_why() {
        refused("must be HOST:PORT", "", Map.of());
        refused("must be HOST:PORT", "http://a:1/x", Map.of());
        refused("must be a URL", "a b", Map.of());
        refused("http:// or https://", "a:1", Map.of("__scheme__", "ftp"));
        refused("must be a URL", "a:1", Map.of("__metrics_path__", "/a b"));
        refused("must be a duration", "a:1", Map.of("__scrape_interval__", "often"));
        refused("100ms or more", "a:1", Map.of("__scrape_interval__", "0s"));
        refused("longer than its interval", "a:1", Map.of("__scrape_timeout__", "16s"));
    }

    private static void refused(String words, String address, Map<String, String> labels) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> target(address, labels))
                .withMessageContaining(words);
    }
}
