package io.gpuledger.exporter;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.exporter.device.simulated.SimulatedSettings;
import io.gpuledger.exporter.exposition.ExpositionSettings;
import io.gpuledger.exporter.exposition.HostnameLabel;
import io.gpuledger.exporter.sampler.SamplerSettings;
import io.gpuledger.gate.Golden;
import io.gpuledger.service.Program;
import io.gpuledger.service.settings.Invocation;
import io.gpuledger.service.settings.Settings;
import io.gpuledger.service.settings.SettingsPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SettingsTest {
    private static Settings settings(String... flags) {
        var invocation = Invocation.of(Program.complete(Main.DECLARATION), Map.of("NODE_NAME", "node-7"), flags);
        return ((Invocation.Run) invocation).settings();
    }

    @Test
    void the_document_lists_every_setting() {
        Golden.section(Path.of("docs/configuration.md"), "gpu-exporter")
                .matches(SettingsPage.of(Program.complete(Main.DECLARATION)));
    }

    @Test
    void defaults() {
        var defaults = settings("--backend", "simulated");
        assertThat(defaults.get(Main.LISTEN)).hasToString("0.0.0.0:9400");
        assertThat(SamplerSettings.from(defaults))
                .isEqualTo(new SamplerSettings(Duration.ofSeconds(1), Duration.ofSeconds(15), Duration.ofMillis(500)));
        assertThat(ExpositionSettings.from(defaults)).isEqualTo(new ExpositionSettings("node-7", HostnameLabel.NEW));
        assertThat(SimulatedSettings.from(defaults).seed()).isEqualTo(1);
    }

    @Test
    void every_setting_can_be_changed() {
        var changed = settings(
                "-a=127.0.0.1:9401",
                "--backend=simulated",
                "--simulated-scenario=square",
                "--simulated-seed=42",
                "--sample-interval=500ms",
                "--slow-interval=1m",
                "--device-deadline=100ms",
                "--node-name=other",
                "--compat-hostname-label=both");
        assertThat(changed.get(Main.LISTEN)).hasToString("127.0.0.1:9401");
        assertThat(SamplerSettings.from(changed))
                .isEqualTo(new SamplerSettings(Duration.ofMillis(500), Duration.ofMinutes(1), Duration.ofMillis(100)));
        assertThat(ExpositionSettings.from(changed)).isEqualTo(new ExpositionSettings("other", HostnameLabel.BOTH));
        assertThat(SimulatedSettings.from(changed).seed()).isEqualTo(42);
    }

    @Test
    void without_a_name_given_the_node_has_its_host_s() throws IOException {
        var unnamed = Invocation.of(Program.complete(Main.DECLARATION), Map.of(), "--backend=simulated");
        assertThat(ExpositionSettings.from(((Invocation.Run) unnamed).settings())
                        .nodeName())
                .isEqualTo(
                        Files.readString(Path.of("/proc/sys/kernel/hostname")).strip());
    }
}
