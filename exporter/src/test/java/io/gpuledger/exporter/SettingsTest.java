package io.gpuledger.exporter;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.exporter.attribution.AttributionSettings;
import io.gpuledger.exporter.attribution.ResourceNames;
import io.gpuledger.exporter.device.dcgm.DcgmSettings;
import io.gpuledger.exporter.device.simulated.SimulatedSettings;
import io.gpuledger.exporter.exposition.ExpositionSettings;
import io.gpuledger.exporter.exposition.Renderers;
import io.gpuledger.exporter.http.ScrapeSettings;
import io.gpuledger.exporter.sampler.SamplerSettings;
import io.gpuledger.gate.Golden;
import io.gpuledger.service.Program;
import io.gpuledger.service.http.HttpSettings;
import io.gpuledger.service.settings.Invocation;
import io.gpuledger.service.settings.Settings;
import io.gpuledger.service.settings.SettingsPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
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
    void the_document_lists_what_is_left_alone() {
        Golden.section(Path.of("docs/from-dcgm-exporter.md"), "flags of dcgm-exporter")
                .matches(SettingsPage.foreign(Main.DECLARATION));
    }

    @Test
    void defaults() {
        var defaults = settings("--backend", "simulated");
        assertThat(Main.HTTP.in(defaults).listen()).hasToString("0.0.0.0:9400");
        assertThat(SamplerSettings.from(defaults))
                .isEqualTo(new SamplerSettings(Duration.ofSeconds(1), Duration.ofSeconds(15), Duration.ofMillis(500)));
        assertThat(ExpositionSettings.from(defaults)).isEqualTo(Renderers.settings("node-7"));
        assertThat(SimulatedSettings.from(defaults).seed()).isEqualTo(1);
        assertThat(DcgmSettings.from(defaults))
                .hasToString("DcgmSettings[libraries=[libdcgm.so.4, libdcgm.so.3], hostengine=Embedded[], log=NONE]");
        assertThat(ScrapeSettings.from(defaults)).isEqualTo(new ScrapeSettings(16));
        assertThat(Main.HTTP.in(defaults))
                .isEqualTo(HttpSettings.at(Main.HTTP.in(defaults).listen()));
    }

    @Test
    void every_setting_can_be_changed() {
        var changed = settings(
                "-a=127.0.0.1:9401",
                "--backend=simulated",
                "--simulated-scenario=square",
                "--simulated-seed=42",
                "--dcgm-library=/opt/libdcgm.so.4",
                "--remote-hostengine-info=unix:///run/he.sock",
                "--enable-dcgm-log",
                "--dcgm-log-level=WARN",
                "--sample-interval=500ms",
                "--slow-interval=1m",
                "--device-deadline=100ms",
                "--node-name=other",
                "--max-concurrent-scrapes=0",
                "--web-config-file=/dev/null",
                "--web-read-timeout=1s",
                "--web-write-timeout=2s",
                "--web-max-connections=3");
        assertThat(Main.HTTP.in(changed).listen()).hasToString("127.0.0.1:9401");
        assertThat(SamplerSettings.from(changed))
                .isEqualTo(new SamplerSettings(Duration.ofMillis(500), Duration.ofMinutes(1), Duration.ofMillis(100)));
        assertThat(ExpositionSettings.from(changed).nodeName()).isEqualTo("other");
        assertThat(SimulatedSettings.from(changed).seed()).isEqualTo(42);
        assertThat(DcgmSettings.from(changed))
                .hasToString("DcgmSettings[libraries=[/opt/libdcgm.so.4],"
                        + " hostengine=Remote[uri=unix:///run/he.sock], log=WARN]");
        assertThat(ScrapeSettings.from(changed)).isEqualTo(new ScrapeSettings(0));
        assertThat(Main.HTTP.in(changed).limits().readTimeout()).isEqualTo(Duration.ofSeconds(1));
        assertThat(Main.HTTP.in(changed).limits().writeTimeout()).isEqualTo(Duration.ofSeconds(2));
        assertThat(Main.HTTP.in(changed).limits().connectionsMax()).isEqualTo(3);
        assertThat(Main.HTTP.in(changed).webConfig()).isPresent();
    }

    @Test
    void variables_of_dcgm_exporter_are_heard() {
        var invocation = Invocation.of(
                Program.complete(Main.DECLARATION),
                Map.of(
                        "DCGM_EXPORTER_LISTEN", ":9401",
                        "DCGM_EXPORTER_WEB_CONFIG_FILE", "/dev/null",
                        "DCGM_REMOTE_HOSTENGINE_INFO", "localhost:5556",
                        "DCGM_EXPORTER_WEB_READ_TIMEOUT", "1s",
                        "DCGM_EXPORTER_WEB_WRITE_TIMEOUT", "2s",
                        "DCGM_EXPORTER_MAX_CONCURRENT_SCRAPES", "3"),
                "--backend=simulated");
        var heard = ((Invocation.Run) invocation).settings();
        assertThat(Main.HTTP.in(heard).listen()).hasToString("0.0.0.0:9401");
        assertThat(Main.HTTP.in(heard).webConfig()).isPresent();
        assertThat(Main.HTTP.in(heard).limits().readTimeout()).isEqualTo(Duration.ofSeconds(1));
        assertThat(Main.HTTP.in(heard).limits().writeTimeout()).isEqualTo(Duration.ofSeconds(2));
        assertThat(DcgmSettings.from(heard)).asString().contains("tcp://localhost:5556");
        assertThat(ScrapeSettings.from(heard)).isEqualTo(new ScrapeSettings(3));
    }

    @Test
    void without_a_name_given_the_node_has_its_host_s() throws IOException {
        var unnamed = Invocation.of(Program.complete(Main.DECLARATION), Map.of(), "--backend=simulated");
        assertThat(ExpositionSettings.from(((Invocation.Run) unnamed).settings())
                        .nodeName())
                .isEqualTo(
                        Files.readString(Path.of("/proc/sys/kernel/hostname")).strip());
    }

    @Test
    void what_only_dcgm_exporter_has_is_no_mistake_but_worth_a_word() {
        var settings = settings(
                "--backend=simulated", "--container-labels", "-d", "g", "-r", "localhost:5555", "--fake-gpus=false");
        assertThat(settings.warnings())
                .containsExactly(
                        "container-labels is left alone (flag --container-labels): containers outside of Kubernetes"
                                + " have series of their own, with --tenants",
                        "devices is left alone (flag -d): every GPU and MIG instance of the node is shown");
    }

    /// These are all flags that dcgm-exporter 4.8.4 has, each as it is by default there.
    private static final String[] DCGM_EXPORTER_S_DEFAULTS = {
        "-address=:9400",
        "--collectors=/etc/dcgm-exporter/default-counters.csv",
        "--collect-interval=30000",
        "--kubernetes=false",
        "--kubernetes-enable-pod-labels=false",
        "--kubernetes-enable-pod-uid=false",
        "--kubernetes-gpu-id-type=uid",
        "--kubernetes-pod-label-allowlist-regex=",
        "--use-old-namespace=false",
        "--remote-hostengine-info=localhost:5555",
        "--devices=f",
        "--switch-devices=f",
        "--cpu-devices=f",
        "--no-hostname=false",
        "--fake-gpus=false",
        "--configmap-data=none",
        "--web-systemd-socket=false",
        "--web-config-file=",
        "--xid-count-window-size=300000",
        "--replace-blanks-in-model-name=false",
        "--debug=false",
        "--clock-events-count-window-size=300000",
        "--enable-dcgm-log=false",
        "--dcgm-log-level=NONE",
        "--log-format=text",
        "--pod-resources-kubelet-socket=/var/lib/kubelet/pod-resources/kubelet.sock",
        "--hpc-job-mapping-dir=",
        "--nvidia-resource-names=",
        "--kubernetes-virtual-gpus=false",
        "--dump-enabled=false",
        "--dump-directory=/tmp/dcgm-exporter-debug",
        "--dump-retention=24",
        "--dump-compression=true",
        "--kubernetes-enable-dra=false",
        "--disable-startup-validate=false",
        "--enable-gpu-bind-unbind-watch=false",
        "--gpu-bind-unbind-poll-interval=1s",
        "--enable-pprof=false",
        "--config-file=",
        "--web-read-timeout=10s",
        "--web-write-timeout=0m30s",
        "--container-labels=false",
        "--container-runtime-socket=",
        "--max-concurrent-scrapes=16",
        "--enable-exporter-metrics=false",
        "--watch-max-keep-age=10m",
        "--watch-max-keep-samples=0"
    };

    @Test
    void every_flag_of_dcgm_exporter_may_be_given_as_it_is_by_default() {
        var settings = settings(DCGM_EXPORTER_S_DEFAULTS);
        assertThat(settings.warnings()).isEmpty();
        assertThat(Main.HTTP.in(settings).webConfig()).isEmpty();
        assertThat(AttributionSettings.from(settings).jobs()).isEmpty();
    }

    @Test
    void lists_may_be_given_by_several_flags_as_dcgm_exporter_takes_them() {
        var settings = settings("--nvidia-resource-names", "nvidia.com/a100", "--nvidia-resource-names=nvidia.com/a10");
        assertThat(AttributionSettings.from(settings).resources())
                .isEqualTo(new ResourceNames(Set.of("nvidia.com/a100", "nvidia.com/a10")));
    }

    @Test
    void a_chart_of_dcgm_exporter_s_finds_every_variable_answered() {
        var chart = Map.of(
                "DCGM_EXPORTER_LISTEN", ":9400",
                "DCGM_EXPORTER_INTERVAL", "30000",
                "DCGM_EXPORTER_KUBERNETES", "true",
                "KUBERNETES_VIRTUAL_GPUS", "true",
                "DCGM_EXPORTER_COLLECTORS", "/etc/dcgm-exporter/dcp-metrics-included.csv",
                "NODE_NAME", "node-7",
                "GPU_EXPORTER_BACKEND", "simulated");
        var run = (Invocation.Run) Invocation.of(Program.complete(Main.DECLARATION), chart);
        assertThat(Main.HTTP.in(run.settings()).listen()).hasToString("0.0.0.0:9400");
        assertThat(run.settings().warnings())
                .containsExactly(
                        "kubernetes-virtual-gpus is left alone (environment KUBERNETES_VIRTUAL_GPUS): GPUs that are"
                                + " shared are recognized");
    }
}
