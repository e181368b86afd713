package io.gpuledger.analyzer.books;

import io.gpuledger.analyzer.time.Span;
import io.gpuledger.service.settings.BadSettingsException;
import io.gpuledger.service.settings.Setting;
import io.gpuledger.service.settings.Settings;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// The hours that the command `recompute` is to book again.
public record RecomputeSettings(Span window) {
    static final Setting<Long> FROM = Setting.parsed(
            "from",
            "TIME",
            "recompute: from when on, a date or a time of UTC. Left out: as far back as samples are kept.",
            WholeHours::parse);
    static final Setting<Long> TO = Setting.parsed(
            "to", "TIME", "recompute: until when. Left out: all hours that are settled.", WholeHours::parse);

    public static final List<Setting<?>> ALL = List.of(FROM, TO);

    /// Reads the settings. Throws [BadSettingsException] where not all of the hours can be booked again.
    ///
    /// @param possible the hours that can be
    public static RecomputeSettings from(Settings settings, Span possible) {
        var problems = new ArrayList<String>();
        var from = settings.find(FROM).orElse(possible.from());
        var to = settings.find(TO).orElse(possible.to());
        if (from < possible.from()) {
            problems.add("from must be %s or later: samples are not kept for longer, and what was booked before stays"
                    .formatted(Instant.ofEpochMilli(possible.from())));
        }
        if (to > possible.to()) {
            problems.add("to must be %s or earlier: hours after that are not settled, and are booked again anyway"
                    .formatted(Instant.ofEpochMilli(possible.to())));
        }
        if (from >= to) {
            problems.add("from must be before to, unlike %s and %s"
                    .formatted(Instant.ofEpochMilli(from), Instant.ofEpochMilli(to)));
        }
        if (!problems.isEmpty()) {
            throw new BadSettingsException(problems);
        }
        return new RecomputeSettings(new Span(from, to));
    }
}
