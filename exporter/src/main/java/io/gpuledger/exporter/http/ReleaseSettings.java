package io.gpuledger.exporter.http;

import io.gpuledger.service.settings.Setting;
import io.gpuledger.service.settings.Settings;
import java.time.Duration;
import java.util.List;

/// These settings say for how long the driver is let go of on request.
public final class ReleaseSettings {
    static final Setting<Duration> TIME = Setting.duration(
                    "release-time",
                    "For how long the exporter lets go of the driver on POST /-/release or SIGUSR1, so that a GPU can"
                            + " be reset or unbound.")
            .that(
                    time -> time.compareTo(Duration.ofSeconds(1)) >= 0 && time.compareTo(Duration.ofHours(1)) <= 0,
                    "from 1s to 1h")
            .or("1m");

    public static final List<Setting<?>> ALL = List.of(TIME);

    private ReleaseSettings() {}

    public static Duration time(Settings settings) {
        return settings.get(TIME);
    }
}
