package io.gpuledger.exporter.http;

import io.gpuledger.service.settings.Setting;
import io.gpuledger.service.settings.Settings;
import java.util.List;

/// How the page is served.
///
/// @param concurrentMax scrapes that are answered at the same time; any number where it is 0
public record ScrapeSettings(int concurrentMax) {
    private static final Setting<Long> CONCURRENT_MAX = Setting.whole(
                    "max-concurrent-scrapes",
                    "How many scrapes are answered at the same time; more get 503. 0: any number.")
            .that(count -> count >= 0 && count <= 100_000, "from 0 to 100000")
            .or("16")
            .alsoVariables("DCGM_EXPORTER_MAX_CONCURRENT_SCRAPES");

    public static final List<Setting<?>> ALL = List.of(CONCURRENT_MAX);

    public static ScrapeSettings from(Settings settings) {
        return new ScrapeSettings(settings.get(CONCURRENT_MAX).intValue());
    }
}
