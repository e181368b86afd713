package io.gpuledger.exporter.exposition;

import io.gpuledger.service.settings.Setting;
import io.gpuledger.service.settings.Settings;
import java.util.List;

/// What stands on the page beside the readings.
///
/// @param nodeName the value of `node`, and of dcgm-exporter's `hostname`
public record ExpositionSettings(String nodeName, HostnameLabel hostnameLabel) {
    static final Setting<String> NODE_NAME = Setting.text(
                    "node-name", "The node's name on every series. Left out: the name of the host.")
            .alsoVariables("NODE_NAME");
    static final Setting<HostnameLabel> HOSTNAME_LABEL = Setting.choice(
                    "compat-hostname-label",
                    HostnameLabel.class,
                    HostnameLabel::word,
                    "How dcgm-compatible series spell the label of the node's name, which dcgm-exporter 4.8.3 changed.")
            .or(HostnameLabel.NEW.word());

    public static final List<Setting<?>> ALL = List.of(NODE_NAME, HOSTNAME_LABEL);

    public static ExpositionSettings from(Settings settings) {
        return new ExpositionSettings(
                settings.find(NODE_NAME).orElseGet(Hostname::ofThisMachine), settings.get(HOSTNAME_LABEL));
    }
}
