package io.gpuledger.analyzer.remotewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuledger.service.settings.BadSettingsException;
import io.gpuledger.service.settings.Declaration;
import io.gpuledger.service.settings.Invocation;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WriteSettingsTest {
    private static WriteSettings settings(String... arguments) {
        var program = new Declaration("program", "does", List.of(), WriteSettings.ALL);
        return WriteSettings.from(
                ((Invocation.Run) Invocation.of(program, Map.of(), arguments)).settings(), Duration.ofDays(30));
    }

    @Test
    void by_default_prometheus_and_vmagent_need_not_be_told_anything() {
        assertThat(settings())
                .isEqualTo(
                        new WriteSettings(8 << 20, 16 << 20, 16, 6 << 20, Duration.ofDays(30), Duration.ofSeconds(25)));
    }

    @Test
    void each_can_be_set() {
        assertThat(settings(
                        "--remote-write-max-body=1024",
                        "--remote-write-max-message=2048",
                        "--remote-write-max-requests=4",
                        "--remote-write-max-series=10000",
                        "--remote-write-max-age=1h",
                        "--remote-write-timeout=5s"))
                .isEqualTo(new WriteSettings(1024, 2048, 4, 10_000, Duration.ofHours(1), Duration.ofSeconds(5)));
    }

    @Test
    void what_is_kept_can_be_sent() {
        assertThat(settings().maxAge()).isEqualTo(Duration.ofDays(30));
        assertThat(settings("--remote-write-max-age=30d").maxAge()).isEqualTo(Duration.ofDays(30));
    }

    @Test
    void what_is_not_kept_cannot_be_asked_for() {
        assertThatThrownBy(() -> settings("--remote-write-max-age=31d"))
                .isInstanceOf(BadSettingsException.class)
                .hasMessage("remote-write-max-age is 31d, and retention-raw only 30d: samples would be taken that are"
                        + " not kept");
    }
}
