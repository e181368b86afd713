package io.gpuledger.analyzer.report;

import io.gpuledger.analyzer.advice.Tag;
import io.gpuledger.analyzer.store.questions.IdleRun;
import io.gpuledger.analyzer.store.questions.WorkloadUsage;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/// Writes in a sentence how a workload used what it held.
final class UsageWords {
    private static final double GIBIBYTE = 1L << 30;

    private UsageWords() {}

    static String of(WorkloadUsage usage) {
        var words = new ArrayList<String>();
        Grade.of(usage)
                .ifPresent(grade -> words.add(String.format(
                        Locale.ROOT,
                        "grade %s (%.0f %% by %s)",
                        grade.letter(),
                        100 * grade.mean(),
                        grade.measure().word())));
        var tags = Tags.of(usage);
        if (!tags.isEmpty()) {
            words.add(tags.stream().map(Tag::word).collect(Collectors.joining(", ")));
        }
        usage.memoryPeak().ifPresent(peak -> words.add(memory(peak, usage.memoryTotal())));
        usage.longest().stream().findFirst().ifPresent(run -> words.add(idle(run)));
        return String.join("; ", words);
    }

    private static String memory(long peak, OptionalLong total) {
        var of = total.isPresent() ? String.format(Locale.ROOT, " of %.0f", total.getAsLong() / GIBIBYTE) : "";
        return String.format(Locale.ROOT, "memory %.1f%s GiB at most", peak / GIBIBYTE, of);
    }

    private static String idle(IdleRun run) {
        var from = Instant.ofEpochMilli(run.span().from()).truncatedTo(ChronoUnit.MINUTES);
        return "a GPU idle for %s h at a stretch from %s"
                .formatted(Figures.hours(run.span().millis()), from);
    }
}
