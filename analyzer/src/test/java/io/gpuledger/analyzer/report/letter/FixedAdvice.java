package io.gpuledger.analyzer.report.letter;

import io.gpuledger.analyzer.advice.Advice;
import io.gpuledger.analyzer.advice.Advice.Confidence;
import io.gpuledger.analyzer.advice.Advice.Kind;
import io.gpuledger.analyzer.advice.Remedy;
import io.gpuledger.analyzer.advice.Saving;
import io.gpuledger.analyzer.advice.WorkloadName;
import io.gpuledger.analyzer.report.letter.Advices.Advised;
import io.gpuledger.analyzer.store.entries.FixedBooks;
import io.gpuledger.analyzer.time.Hour;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Advice to the teams of the fixed books. Nobody worked it out: it only has all that advice can have.
public final class FixedAdvice {
    static final WorkloadName TRAIN = new WorkloadName("east", "speech", "Job", "train");
    static final WorkloadName NOTEBOOK = new WorkloadName("west", "speech", "Notebook", "nb");
    private static final WorkloadName EVIL = new WorkloadName("west", "evil", "Deployment", FixedBooks.FORMULA);

    private FixedAdvice() {}

    public static Advised of(String team) {
        return switch (team) {
            case "speech" -> new Advised(List.of(share(), stop(), smaller(), tune(), warning()), Map.of());
            case FixedBooks.SCRIPT -> new Advised(List.of(evil()), Map.of());
            default -> new Advised(List.of(), Map.of());
        };
    }

    static Advice advice(WorkloadName workload, Kind kind, long hours, Map<String, Long> cost) {
        return new Advice(
                workload,
                kind,
                "Do something.",
                "Something was seen.",
                "",
                new Saving(hours * Hour.MILLIS, hours * Hour.MILLIS, hours * Hour.MILLIS, new TreeMap<>(cost)),
                Confidence.LIKELY,
                new Remedy.AskOwner("What for?"));
    }

    private static Advice stop() {
        return new Advice(
                TRAIN,
                Kind.STOP,
                "Stop the job: it hangs.",
                "It was idle for 100 hours at a stretch, from Monday 00:00 on, and did nothing after that.",
                "",
                new Saving(
                        100 * Hour.MILLIS,
                        50 * Hour.MILLIS,
                        100 * Hour.MILLIS,
                        new TreeMap<>(Map.of("USD", 249_000_000L))),
                Confidence.CERTAIN,
                new Remedy.Command("kubectl --context 'east' --namespace 'speech' delete 'job/train'"));
    }

    private static Advice smaller() {
        return new Advice(
                TRAIN,
                Kind.SMALLER_GPU,
                "Take an A100 instead of an H100.",
                "It has 40 of 80 GiB in use at most.",
                "It may take up to 40 % longer.",
                new Saving(0, 0, 0, new TreeMap<>()),
                Confidence.WORTH_A_TRY,
                new Remedy.AskOwner("May it take longer?"));
    }

    private static Advice share() {
        return new Advice(
                NOTEBOOK,
                Kind.STOP,
                "Stop the notebook after two quiet hours.",
                "It is idle each night.",
                "",
                new Saving(
                        27 * Hour.MILLIS,
                        20 * Hour.MILLIS,
                        30 * Hour.MILLIS,
                        new TreeMap<>(Map.of("EUR", 40_500_000L))),
                Confidence.LIKELY,
                new Remedy.Manifest("metadata:\n  annotations:\n    gpu-ledger.io/idle-after: 2h"));
    }

    private static Advice tune() {
        return advice(NOTEBOOK, Kind.TUNE, 0, Map.of());
    }

    private static Advice warning() {
        return advice(NOTEBOOK, Kind.WARNING, 0, Map.of());
    }

    private static Advice evil() {
        return new Advice(
                EVIL,
                Kind.FEWER_GPUS,
                "Run <b>less</b>.",
                "\u202eesrever",
                "",
                new Saving(42 * Hour.MILLIS, 42 * Hour.MILLIS, 42 * Hour.MILLIS, new TreeMap<>()),
                Confidence.LIKELY,
                new Remedy.Command("kubectl scale '" + FixedBooks.FORMULA + "</pre><script>' --replicas=1"));
    }
}
