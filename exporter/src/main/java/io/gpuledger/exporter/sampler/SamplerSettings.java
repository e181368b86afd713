package io.gpuledger.exporter.sampler;

import io.gpuledger.service.settings.Setting;
import io.gpuledger.service.settings.Settings;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;

/// These settings say how often GPUs are read, and how long an answer is waited for.
///
/// @param interval between two reads of the same GPU
/// @param slowInterval between two reads of what rarely changes
/// @param deadline after which a GPU that does not answer is stuck
public record SamplerSettings(Duration interval, Duration slowInterval, Duration deadline) {
    static final Setting<Duration> INTERVAL = Setting.duration(
                    "sample-interval", "How often each GPU's activity is read and integrated.")
            .that(between(Duration.ofMillis(100), Duration.ofMinutes(1)), "from 100ms to 1m")
            .or("1s");
    static final Setting<Duration> SLOW_INTERVAL = Setting.duration(
                    "slow-interval", "How often error counts, remapped rows and link states are read.")
            .that(between(Duration.ofSeconds(1), Duration.ofHours(1)), "from 1s to 1h")
            .or("15s");
    static final Setting<Duration> DEADLINE = Setting.duration(
                    "device-deadline", "How long one read of a GPU may take before the GPU is reported as stuck.")
            .that(between(Duration.ofMillis(10), Duration.ofMinutes(1)), "from 10ms to 1m")
            .or("500ms");

    public static final List<Setting<?>> ALL = List.of(INTERVAL, SLOW_INTERVAL, DEADLINE);

    public static SamplerSettings from(Settings settings) {
        return new SamplerSettings(settings.get(INTERVAL), settings.get(SLOW_INTERVAL), settings.get(DEADLINE));
    }

    private static Predicate<Duration> between(Duration min, Duration max) {
        return duration -> duration.compareTo(min) >= 0 && duration.compareTo(max) <= 0;
    }
}
