package io.gpuledger.analyzer.findings;

import io.gpuledger.analyzer.health.Xids;
import io.gpuledger.service.settings.BadSettingsException;
import io.gpuledger.service.settings.Setting;
import io.gpuledger.service.settings.Settings;
import io.gpuledger.service.settings.SmallFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// The settings by which findings are kept.
public record FindingsSettings(Xids xids) {
    static final Setting<Xids> XIDS = Setting.parsed(
            "xids-file",
            "FILE",
            "Lines of an XID, its grade, its remedy and its meaning, which come before those that are built in;"
                    + " docs/findings.md shows what they look like.",
            FindingsSettings::read);

    public static final List<Setting<?>> ALL = List.of(XIDS);

    /// Reads a table of XIDs. Throws [BadSettingsException] with all lines that are wrong.
    private static Xids read(String file) {
        try {
            var parsed = Xids.parse(file, SmallFile.read(Path.of(file)));
            if (!parsed.problems().isEmpty()) {
                throw new BadSettingsException(parsed.problems());
            }
            return parsed.xids();
        } catch (IOException e) {
            throw new BadSettingsException(List.of("xids-file: cannot read " + file + ": " + SmallFile.why(e)));
        }
    }

    public static FindingsSettings from(Settings settings) {
        return new FindingsSettings(settings.find(XIDS).map(Xids.BUILT_IN::with).orElse(Xids.BUILT_IN));
    }
}
