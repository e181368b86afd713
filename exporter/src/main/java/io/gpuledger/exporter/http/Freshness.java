package io.gpuledger.exporter.http;

import io.gpuledger.exporter.device.Snapshot;
import io.gpuledger.exporter.device.Snapshot.Condition;
import io.gpuledger.exporter.device.Snapshot.Run;
import io.gpuledger.service.http.Readiness;
import io.gpuledger.service.http.Readiness.NotReady;
import io.gpuledger.service.http.Readiness.Ready;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// Ready is who has a fresh snapshot of a node whose driver answers: with at least one GPU that can be read, or with
/// none at all, which is said in so many words.
public final class Freshness implements Supplier<Readiness> {
    private final Current current;
    private final Duration oldest;

    /// A snapshot that is older than this is not fresh.
    public Freshness(Current current, Duration oldest) {
        this.current = current;
        this.oldest = oldest;
    }

    @Override
    public Readiness get() {
        return current.latest().<Readiness>map(this::judge).orElseGet(() -> new NotReady("no cycle has ended yet"));
    }

    private Readiness judge(Current.Published published) {
        var age = current.age(published);
        if (age.compareTo(oldest) > 0) {
            return new NotReady("the latest cycle ended %d ms ago".formatted(age.toMillis()));
        }
        return judge(published.snapshot());
    }

    private static Readiness judge(Snapshot snapshot) {
        var present = snapshot.gpus().stream()
                .filter(gpu -> gpu.condition() == Condition.PRESENT)
                .count();
        if (present > 0) {
            return new Ready(present + " of " + snapshot.gpus().size() + " GPUs answer");
        }
        var troubles = snapshot.backends().stream()
                .filter(backend -> !backend.isReady())
                .map(backend -> backend.backend() + " is " + backend.link().word() + ": " + backend.message())
                .toList();
        if (!troubles.isEmpty()) {
            return new NotReady(String.join("; ", troubles));
        }
        if (!snapshot.gpus().isEmpty()) {
            return new NotReady("no GPU answers: " + conditions(snapshot));
        }
        return snapshot.runs().stream().allMatch(Run::success)
                ? new Ready("no GPU on this node")
                : new NotReady("the driver cannot be asked; the log says why");
    }

    private static String conditions(Snapshot snapshot) {
        return snapshot.gpus().stream()
                .map(gpu -> "GPU %d is %s"
                        .formatted(gpu.device().index(), gpu.condition().name().toLowerCase(Locale.ROOT)))
                .collect(Collectors.joining(", "));
    }
}
