package io.gpuledger.analyzer.remotewrite;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.service.settings.Declaration;
import io.gpuledger.service.settings.Invocation;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WriteSettingsTest {
    private static WriteSettings settings(String... arguments) {
        var program = new Declaration("program", "does", List.of(), WriteSettings.ALL);
        return WriteSettings.from(((Invocation.Run) Invocation.of(program, Map.of(), arguments)).settings());
    }

    @Test
    void by_default_prometheus_and_vmagent_need_not_be_told_anything() {
        assertThat(settings())
                .isEqualTo(
                        new WriteSettings(8 << 20, 16 << 20, 16, 6 << 20, Duration.ofDays(14), Duration.ofSeconds(25)));
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
}
