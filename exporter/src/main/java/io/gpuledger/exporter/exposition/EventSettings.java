package io.gpuledger.exporter.exposition;

import io.gpuledger.service.settings.Setting;
import io.gpuledger.service.settings.Settings;
import java.time.Duration;
import java.util.List;

/// What "lately" is to the metrics that dcgm-exporter counts itself.
///
/// @param pace at which clock events are sampled
record EventSettings(Duration xidWindow, Duration clockEventsWindow, Duration pace) {
    static final Setting<Duration> XID_WINDOW = window("xid-count-window-size", "DCGM_EXP_XID_ERRORS_COUNT")
            .alsoFlags("-x")
            .alsoVariables("DCGM_EXPORTER_XID_COUNT_WINDOW_SIZE");
    static final Setting<Duration> CLOCK_EVENTS_WINDOW = window(
                    "clock-events-count-window-size", "DCGM_EXP_CLOCK_EVENTS_COUNT")
            .alsoVariables("DCGM_EXPORTER_CLOCK_EVENTS_COUNT_WINDOW_SIZE");
    static final Setting<Duration> PACE = Setting.milliseconds(
                    "collect-interval",
                    "How often DCGM_EXP_CLOCK_EVENTS_COUNT takes a sample, which is how often dcgm-exporter reads"
                            + " anything at all; how often GPUs are read here is sample-interval.")
            .that(Duration::isPositive, "longer than nothing")
            .alsoFlags("-c")
            .alsoVariables("DCGM_EXPORTER_INTERVAL")
            .or("30s");

    static final EventSettings USUAL =
            new EventSettings(Duration.ofMinutes(5), Duration.ofMinutes(5), Duration.ofSeconds(30));

    static final List<Setting<?>> ALL = List.of(XID_WINDOW, CLOCK_EVENTS_WINDOW, PACE);

    static EventSettings from(Settings settings) {
        return new EventSettings(settings.get(XID_WINDOW), settings.get(CLOCK_EVENTS_WINDOW), settings.get(PACE));
    }

    private static Setting<Duration> window(String key, String metric) {
        return Setting.milliseconds(key, "How far back " + metric + " counts.")
                .that(
                        window -> window.isPositive() && window.compareTo(Duration.ofDays(1)) <= 0,
                        "longer than nothing, and a day at most")
                .or("5m");
    }
}
