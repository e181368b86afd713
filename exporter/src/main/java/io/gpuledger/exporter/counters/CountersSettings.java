package io.gpuledger.exporter.counters;

import io.gpuledger.exporter.counters.CountersSource.BuiltIn;
import io.gpuledger.service.settings.Setting;
import io.gpuledger.service.settings.Settings;
import java.nio.file.Path;
import java.util.List;

/// These settings say which of dcgm-exporter's metrics are shown.
public final class CountersSettings {
    static final Setting<CountersSource> COLLECTORS = Setting.parsed(
                    "collectors",
                    "FILE.csv",
                    "Which of dcgm-exporter's metrics to show: `FIELD, type, help` on each line, as dcgm-exporter has"
                            + " it. Left out: its default list.",
                    CountersSettings::readable)
            .alsoFlags("-f")
            .alsoVariables("DCGM_EXPORTER_COLLECTORS");

    public static final List<Setting<?>> ALL = List.of(COLLECTORS);

    private CountersSettings() {}

    public static CountersSource from(Settings settings) {
        return settings.find(COLLECTORS).orElse(new BuiltIn(CountersSource.DEFAULT_LIST));
    }

    private static CountersSource readable(String text) {
        var source = CountersSource.at(Path.of(text));
        source.read();
        return source;
    }
}
