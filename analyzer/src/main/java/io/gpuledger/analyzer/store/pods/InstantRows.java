package io.gpuledger.analyzer.store.pods;

import io.gpuledger.analyzer.fit.Place;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.ReadSession;
import io.gpuledger.analyzer.time.Span;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// What was so at an instant, read once for all who ask for it: what stands free and who waits are found at the same
/// time, and both out of the same nodes, pods and products. For several threads at once, each with its own session.
public final class InstantRows {
    private final long at;
    private final Once<Collection<WaitingDraft>> waiting = new Once<>();
    private final Once<NodeProducts> products = new Once<>();
    private final Map<String, Once<List<Place>>> sums = new ConcurrentHashMap<>();

    /// @param at in milliseconds since 1970
    public InstantRows(long at) {
        this.at = at;
    }

    long at() {
        return at;
    }

    /// Returns the pods that wait.
    Collection<WaitingDraft> waiting(ReadSession reading) throws DatabaseException {
        return waiting.read(() -> new WaitingRows(reading, at).pods());
    }

    NodeProducts products(ReadSession reading) throws DatabaseException {
        return products.read(() -> NodeProducts.of(reading.session(), new Span(at, at + 1)));
    }

    /// Returns the nodes of a cluster, and of the pods on them nothing but what they take.
    List<Place> sums(ReadSession reading, String cluster) throws DatabaseException {
        return sums.computeIfAbsent(cluster, _ -> new Once<>()).read(() -> new PlaceRows(reading, cluster, at).sums());
    }

    private interface Read<T> {
        T now() throws DatabaseException;
    }

    /// Whoever comes while another reads waits for that. What could not be read is read anew.
    private static final class Once<T> {
        private Optional<T> known = Optional.empty();

        synchronized T read(Read<T> read) throws DatabaseException {
            if (known.isEmpty()) {
                known = Optional.of(read.now());
            }
            return known.orElseThrow();
        }
    }
}
