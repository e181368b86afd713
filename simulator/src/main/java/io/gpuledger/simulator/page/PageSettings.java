package io.gpuledger.simulator.page;

import io.gpuledger.service.settings.Setting;
import io.gpuledger.service.settings.Settings;
import io.gpuledger.simulator.story.Story;
import java.time.Duration;
import java.util.List;

/// What the fleet's exporters are like.
///
/// @param paceSeconds from reading to reading
public record PageSettings(Exporter exporter, long paceSeconds, FailingScrapes failing) {
    static final Setting<Exporter> EXPORTER = Setting.choice(
                    "exporter",
                    Exporter.class,
                    "Whose pages are served: ours, dcgm-exporter's gauges, or those where profiling is off.")
            .or("gpu-exporter");
    static final Setting<Duration> COLLECT_INTERVAL = Setting.duration(
                    "collect-interval", "How often dcgm-exporter reads; ours does each second.")
            .that(interval -> interval.toSeconds() >= 1, "1s or longer")
            .or("30s");
    static final Setting<Long> FAILING = Setting.whole(
                    "failing-scrapes", "One of so many scrapes fails, by chance; 0 is none.")
            .that(scrapes -> scrapes >= 0 && scrapes <= 1_000_000, "0 to 1000000")
            .or("0");

    public static final List<Setting<?>> ALL = List.of(EXPORTER, COLLECT_INTERVAL, FAILING);

    public static PageSettings from(Settings settings) {
        var exporter = settings.get(EXPORTER);
        return new PageSettings(
                exporter,
                exporter.showsLedger() ? 1 : settings.get(COLLECT_INTERVAL).toSeconds(),
                new FailingScrapes(Math.toIntExact(settings.get(FAILING))));
    }

    /// Makes the pages of a story's nodes.
    ///
    /// @param begin when the exporters start
    public Pages pages(Story story, long begin) {
        return new Pages(story, begin, exporter, paceSeconds);
    }
}
