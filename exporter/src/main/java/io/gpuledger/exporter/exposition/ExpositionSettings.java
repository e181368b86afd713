package io.gpuledger.exporter.exposition;

import io.gpuledger.service.settings.Setting;
import io.gpuledger.service.settings.Settings;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// What stands on the page beside the readings.
///
/// @param nodeName the value of `node`, and of dcgm-exporter's `hostname`
public record ExpositionSettings(String nodeName, DcgmStyle style, EventSettings events) {
    static final Setting<String> NODE_NAME = Setting.text(
                    "node-name", "The node's name on every series. Left out: the name of the host.")
            .alsoVariables("NODE_NAME");
    static final Setting<HostnameLabel> HOSTNAME_LABEL = Setting.choice(
                    "compat-hostname-label",
                    HostnameLabel.class,
                    HostnameLabel::word,
                    "How dcgm-compatible series spell the label of the node's name, which dcgm-exporter 4.8.3 changed.")
            .or(HostnameLabel.NEW.word());
    static final Setting<Boolean> NO_HOSTNAME = Setting.onOff(
                    "no-hostname", "Leaves the node's name off dcgm-compatible series.")
            .alsoFlags("-n")
            .alsoVariables("DCGM_EXPORTER_NO_HOSTNAME");
    static final Setting<Boolean> OLD_NAMESPACE = Setting.onOff(
                    "use-old-namespace", "Spells the labels of dcgm-compatible series as dcgm-exporter 1.x did.")
            .alsoFlags("-o")
            .alsoVariables("DCGM_EXPORTER_USE_OLD_NAMESPACE");
    static final Setting<Boolean> DASHED_MODEL = Setting.onOff(
                    "replace-blanks-in-model-name",
                    "Writes modelName on dcgm-compatible series with dashes for its blanks.")
            .alsoFlags("--rbmn")
            .alsoVariables("DCGM_EXPORTER_REPLACE_BLANKS_IN_MODEL_NAME");

    public static final List<Setting<?>> ALL = Stream.of(
                    List.of(NODE_NAME, HOSTNAME_LABEL, NO_HOSTNAME, OLD_NAMESPACE, DASHED_MODEL),
                    PodLabels.ALL,
                    EventSettings.ALL)
            .<Setting<?>>flatMap(List::stream)
            .toList();

    /// Whether more of pods is to be shown than the kubelet tells.
    public boolean needsPods() {
        return style.podLabels().uid() || style.podLabels().labels();
    }

    /// Returns the settings that hold when nobody has said otherwise.
    public static ExpositionSettings usual(String nodeName) {
        return new ExpositionSettings(
                nodeName,
                new DcgmStyle(Optional.of(HostnameLabel.NEW), false, false, PodLabels.NONE),
                EventSettings.USUAL);
    }

    public static ExpositionSettings from(Settings settings) {
        var hostname = Optional.of(settings.get(HOSTNAME_LABEL)).filter(_ -> !settings.get(NO_HOSTNAME));
        return new ExpositionSettings(
                settings.find(NODE_NAME).orElseGet(Hostname::ofThisMachine),
                new DcgmStyle(
                        hostname, settings.get(OLD_NAMESPACE), settings.get(DASHED_MODEL), PodLabels.from(settings)),
                EventSettings.from(settings));
    }
}
