package io.gpuledger.exporter;

import io.gpuledger.service.settings.Setting;
import java.util.List;

/// What dcgm-exporter 4.8.4 can be told and we cannot: no mistake to give, so that our program can be started in its
/// place, but worth a warning.
final class DcgmExporterOnly {
    private static final String LATEST_ONLY =
            "of each field DCGM keeps its two latest values, and only the last is read";
    private static final String NO_CONTAINERS =
            "containers outside of Kubernetes have series of their own, with --tenants";
    private static final String NO_DUMPS = "there are no debug dumps; --log-level debug tells more";
    private static final String ALL_GPUS = "every GPU and MIG instance of the node is shown";

    static final List<Setting<?>> ALL = List.of(
            text("kubernetes-gpu-id-type", "uid", "every form of device id is recognized")
                    .alsoVariables("DCGM_EXPORTER_KUBERNETES_GPU_ID_TYPE"),
            onOff("kubernetes-virtual-gpus", "GPUs that are shared are recognized")
                    .alsoVariables("KUBERNETES_VIRTUAL_GPUS"),
            onOff("container-labels", NO_CONTAINERS).alsoVariables("DCGM_EXPORTER_CONTAINER_LABELS"),
            text("container-runtime-socket", "", NO_CONTAINERS).alsoVariables("DCGM_CONTAINER_RUNTIME_SOCKET"),
            text("configmap-data", "none", "mount the ConfigMap and name its file with --collectors")
                    .alsoFlags("-m")
                    .alsoVariables("DCGM_EXPORTER_CONFIGMAP_DATA"),
            text("devices", "f", ALL_GPUS).alsoFlags("-d").alsoVariables("DCGM_EXPORTER_DEVICES_STR"),
            text("switch-devices", "f", "NVSwitches are not read")
                    .alsoFlags("-s")
                    .alsoVariables("DCGM_EXPORTER_OTHER_DEVICES_STR"),
            text("cpu-devices", "f", "CPUs are not read")
                    .alsoFlags("-p")
                    .alsoVariables("DCGM_EXPORTER_CPU_DEVICES_STR"),
            text("watch-max-keep-age", "10m", LATEST_ONLY).alsoVariables("DCGM_EXPORTER_WATCH_MAX_KEEP_AGE"),
            text("watch-max-keep-samples", "0", LATEST_ONLY).alsoVariables("DCGM_EXPORTER_WATCH_MAX_KEEP_SAMPLES"),
            onOff("enable-gpu-bind-unbind-watch", "GPUs that come and go are seen each sample-interval")
                    .alsoVariables("DCGM_EXPORTER_ENABLE_GPU_BIND_UNBIND_WATCH"),
            text("gpu-bind-unbind-poll-interval", "1s", "GPUs that come and go are seen each sample-interval")
                    .alsoVariables("DCGM_EXPORTER_GPU_BIND_UNBIND_POLL_INTERVAL"),
            onOff("fake-gpus", "--backend simulated shows GPUs that are not there")
                    .alsoVariables("DCGM_EXPORTER_USE_FAKE_GPUS"),
            onOff("disable-startup-validate", "nothing is validated that could keep the exporter from starting")
                    .alsoVariables("DISABLE_STARTUP_VALIDATE"),
            onOff("web-systemd-socket", "sockets are not taken over from systemd; --listen names an address")
                    .alsoVariables("DCGM_EXPORTER_SYSTEMD_SOCKET"),
            text("config-file", "", "its YAML is dcgm-exporter's own; ours is given with --config")
                    .alsoVariables("DCGM_EXPORTER_CONFIG_FILE"),
            onOff("enable-exporter-metrics", "metrics about the exporter itself are always on the page")
                    .alsoVariables("DCGM_EXPORTER_ENABLE_EXPORTER_METRICS"),
            onOff("debug", "say --log-level debug").alsoVariables("DCGM_EXPORTER_DEBUG"),
            text("log-format", "text", "events are logged as lines of text").alsoVariables("DCGM_EXPORTER_LOG_FORMAT"),
            onOff("enable-pprof", "that is a profile of Go programs").alsoVariables("DCGM_EXPORTER_ENABLE_PPROF"),
            onOff("dump-enabled", NO_DUMPS).alsoVariables("DCGM_EXPORTER_DUMP_ENABLED"),
            text("dump-directory", "/tmp/dcgm-exporter-debug", NO_DUMPS).alsoVariables("DCGM_EXPORTER_DUMP_DIRECTORY"),
            text("dump-retention", "24", NO_DUMPS).alsoVariables("DCGM_EXPORTER_DUMP_RETENTION"),
            onOff("dump-compression", NO_DUMPS).or("true").alsoVariables("DCGM_EXPORTER_DUMP_COMPRESSION"));

    private DcgmExporterOnly() {}

    private static Setting<Boolean> onOff(String key, String instead) {
        return Setting.onOff(key, instead).foreign();
    }

    private static Setting<String> text(String key, String theirDefault, String instead) {
        return Setting.text(key, instead).or(theirDefault).foreign();
    }
}
