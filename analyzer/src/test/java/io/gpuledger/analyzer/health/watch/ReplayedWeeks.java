package io.gpuledger.analyzer.health.watch;

import static io.gpuledger.analyzer.health.FindingKind.LOW_USE;

import io.gpuledger.analyzer.health.FindingKind;
import io.gpuledger.analyzer.health.Severity;
import io.gpuledger.gate.Golden;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;

/// Replays weeks of what pods of a trace did to their GPUs, in a fleet that fails as often as published, and
/// counts what is found. Nobody may be paged without a fault, of other warnings there may be one in a thousand
/// days of a GPU, and what is said to be little used has to have been.
public final class ReplayedWeeks {
    private static final double LOW_AT_MOST = 0.12;
    private static final int GPU_DAYS_OF_WARNING = 1_000;

    /// These findings were opened in some weeks.
    ///
    /// @param wrong GPUs that were not paged for each of their faults, and for nothing else
    /// @param low findings of low use
    /// @param untrue those of them that are not true
    record Result(
            int pods,
            int weeks,
            long faults,
            long wrong,
            Map<FindingKind, Integer> warnings,
            Map<FindingKind, Integer> infos,
            long low,
            long untrue) {
        boolean isHeld() {
            var gpuDays = weeks * NoisyWeek.GPUS * NoisyWeek.DAYS;
            var others = warnings.values().stream().mapToInt(Integer::intValue).sum();
            return wrong == 0 && untrue == 0 && others <= 1 + gpuDays / GPU_DAYS_OF_WARNING;
        }
    }

    private ReplayedWeeks() {}

    static Result play(PodTrace trace, int seeds) {
        Map<FindingKind, Integer> warnings = new EnumMap<>(FindingKind.class);
        Map<FindingKind, Integer> infos = new EnumMap<>(FindingKind.class);
        var faults = 0L;
        var wrong = 0L;
        var low = 0L;
        var untrue = 0L;
        for (var seed = 1; seed <= seeds; seed++) {
            var week = NoisyWeek.play(seed, 1, trace);
            faults += week.gpus().stream().mapToInt(gpu -> gpu.faults().size()).sum();
            wrong += week.gpus().stream()
                    .filter(gpu -> !week.pages(gpu).equals(gpu.faults()))
                    .count();
            week.opened(Severity.WARNING)
                    .forEach(finding -> warnings.merge(finding.key().kind(), 1, Integer::sum));
            week.opened(Severity.INFO)
                    .forEach(finding -> infos.merge(finding.key().kind(), 1, Integer::sum));
            low += week.opened(LOW_USE).count();
            untrue += week.opened(LOW_USE)
                    .filter(finding -> week.activity(finding) >= LOW_AT_MOST)
                    .count();
        }
        return new Result(trace.pods().size(), seeds, faults, wrong, warnings, infos, low, untrue);
    }

    /// Replays weeks and says what was found.
    ///
    /// @param args the file of duty cycles, that of memory, and how many weeks; 50 if it is not said
    public static void main(String[] args) throws IOException {
        if (args.length < 2) {
            System.err.println("name two files: DUTY.csv MEMORY.csv [WEEKS]");
            System.exit(2);
        }
        var trace = PodTrace.read(Path.of(args[0]), Path.of(args[1]));
        var result = play(trace, args.length > 2 ? Integer.parseInt(args[2]) : 50);
        var text = text(result);
        System.out.print(text);
        if (System.getProperty("update") != null) {
            Golden.section(Path.of("docs/findings.md"), "replayed").matches(text);
        }
        System.exit(result.isHeld() ? 0 : 1);
    }

    private static String text(Result result) {
        return """
            | %d pods replayed over %d weeks of %d GPUs | |
            |---|---:|
            | faults of GPUs | %,d |
            | GPUs that were paged for anything else, or not for these | %,d |
            | `warning` | %s |
            | `info` | %s |
            | of low use, the GPU was in truth active for %.0f %% or more | %,d |
            """.formatted(
                        result.pods(),
                        result.weeks(),
                        NoisyWeek.GPUS,
                        result.faults(),
                        result.wrong(),
                        written(result.warnings()),
                        written(result.infos()),
                        100 * LOW_AT_MOST,
                        result.untrue());
    }

    private static String written(Map<FindingKind, Integer> counts) {
        var text = new StringBuilder();
        counts.forEach((kind, count) ->
                text.append(text.isEmpty() ? "" : ", ").append("%,d `%s`".formatted(count, kind.word())));
        return text.isEmpty() ? "0" : text.toString();
    }
}
