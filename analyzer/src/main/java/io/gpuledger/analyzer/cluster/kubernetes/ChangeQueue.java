package io.gpuledger.analyzer.cluster.kubernetes;

import io.gpuledger.analyzer.telemetry.ObjectId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// What watches have seen and nobody has told yet: of each object the latest, so it holds no more than there are.
final class ChangeQueue {
    /// @param observed nothing where it is gone
    /// @param millis when it was seen
    record ObjectChange(ObjectId object, Optional<ObservedObject> observed, long millis) {}

    private final Map<ObjectId, ObjectChange> waiting = new LinkedHashMap<>();

    synchronized void changed(ObservedObject observed, long millis) {
        put(new ObjectChange(observed.object(), Optional.of(observed), millis));
    }

    synchronized void gone(ObjectId object, long millis) {
        put(new ObjectChange(object, Optional.empty(), millis));
    }

    private void put(ObjectChange change) {
        waiting.put(change.object(), change);
        notifyAll();
    }

    /// Waits for the first change, for so long at most, and returns all that there are then.
    synchronized List<ObjectChange> take(long patienceMillis) throws InterruptedException {
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
