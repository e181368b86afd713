package io.gpuledger.exporter.device.simulated;

import io.gpuledger.service.settings.Setting;
import io.gpuledger.service.settings.Settings;
import io.gpuledger.service.settings.SmallFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// What the simulated backend plays.
public record SimulatedSettings(Scenario scenario, long seed) {
    static final Setting<Scenario> SCENARIO = Setting.parsed(
                    "simulated-scenario",
                    "NAME|FILE",
                    "What the simulated backend plays: a script of one's own, or one of "
                            + String.join(", ", Scenario.builtInNames()) + ".",
                    SimulatedSettings::scenario)
            .or("mixed");
    static final Setting<Long> SEED = Setting.whole(
                    "simulated-seed", "The same seed gives the simulated GPUs the same identities and loads.")
            .or("1");

    public static final List<Setting<?>> ALL = List.of(SCENARIO, SEED);

    public static SimulatedSettings from(Settings settings) {
        return new SimulatedSettings(settings.get(SCENARIO), settings.get(SEED));
    }

    private static Scenario scenario(String nameOrFile) {
        if (Scenario.builtInNames().contains(nameOrFile)) {
            return Scenario.builtIn(nameOrFile);
        }
        try {
            return Scenario.parse(SmallFile.read(Path.of(nameOrFile)));
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "must be one of %s, or a file that this process can read (%s)"
                            .formatted(String.join(", ", Scenario.builtInNames()), SmallFile.why(e)),
                    e);
        }
    }
}
