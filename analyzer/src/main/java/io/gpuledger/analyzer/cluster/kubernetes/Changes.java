package io.gpuledger.analyzer.cluster.kubernetes;

import io.gpuledger.analyzer.telemetry.ObjectId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// What watches have seen and nobody has told yet: of each object the latest, so it holds no more than there are.
final class Changes {
    /// @param observed nothing where it is gone
    /// @param millis when it was seen
    record Change(ObjectId object, Optional<Observed> observed, long millis) {}

    private final Map<ObjectId, Change> waiting = new LinkedHashMap<>();

    synchronized void is(Observed observed, long millis) {
        put(new Change(observed.object(), Optional.of(observed), millis));
    }

    synchronized void gone(ObjectId object, long millis) {
        put(new Change(object, Optional.empty(), millis));
    }

    private void put(Change change) {
        waiting.put(change.object(), change);
        notifyAll();
    }

    /// Waits for the first.
    synchronized List<Change> take(long patienceMillis) throws InterruptedException {
        var deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(patienceMillis);
        for (var left = patienceMillis; waiting.isEmpty() && left > 0; ) {
            wait(left);
            left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
        }
        var all = new ArrayList<>(waiting.values());
        waiting.clear();
        return all;
    }
}
