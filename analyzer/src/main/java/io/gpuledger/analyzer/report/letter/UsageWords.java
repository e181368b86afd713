package io.gpuledger.analyzer.report.letter;

import io.gpuledger.analyzer.advice.Tag;
import io.gpuledger.analyzer.report.Figures;
import io.gpuledger.analyzer.report.Grade;
import io.gpuledger.analyzer.report.Tags;
import io.gpuledger.analyzer.store.questions.IdleRun;
import io.gpuledger.analyzer.store.questions.WorkloadUsage;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Locale;
import java.util.stream.Collectors;

/// Writes in a sentence how a workload used what it held.
final class UsageWords {

    private static final DateTimeFormatter FROM =
            DateTimeFormatter.ofPattern("EEE d MMM HH:mm", Locale.ENGLISH).withZone(ZoneOffset.UTC);

    private UsageWords() {}

    /// @param isIdleTold whether it may be said how long it was idle
    static String of(WorkloadUsage usage, boolean isIdleTold) {
        var words = new ArrayList<String>();
        Grade.of(usage)
                .ifPresent(grade -> words.add(String.format(
                        Locale.ROOT,
                        "%.0f %% by %s",
                        100 * grade.mean(),
                        grade.measure().word())));
        var tags = Tags.of(usage);
        if (!tags.isEmpty()) {
            words.add(tags.stream().map(Tag::word).collect(Collectors.joining(", ")));
        }
        if (isIdleTold) {
            usage.longest().stream().findFirst().ifPresent(run -> words.add(idle(run)));
        }
        return String.join("; ", words);
    }

    private static String idle(IdleRun run) {
        var from = Instant.ofEpochMilli(run.span().from()).truncatedTo(ChronoUnit.MINUTES);
        return "a GPU idle for %s h at a stretch from %s"
                .formatted(Figures.hours(run.span().millis()), FROM.format(from));
    }
}
