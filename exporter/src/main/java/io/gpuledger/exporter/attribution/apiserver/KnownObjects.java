package io.gpuledger.exporter.attribution.apiserver;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// What is known of the objects of a kind, by their uids; anybody may look at the latest view of them. For one thread
/// that changes it.
///
/// @param <T> the objects
/// @param <V> the view
final class KnownObjects<T, V> {
    private final int most;
    private final Function<Collection<T>, V> view;
    private Map<String, T> objects = new LinkedHashMap<>();
    private boolean overfull;
    private volatile V latest;

    KnownObjects(int most, Function<Collection<T>, V> view, V nothing) {
        this.most = most;
        this.view = view;
        this.latest = nothing;
    }

    V latest() {
        return latest;
    }

    /// These are all that there are.
    void are(Map<String, T> listed, boolean more) {
        overfull = more;
        if (!listed.equals(objects)) {
            objects = listed;
            publish();
        }
    }

    void is(String uid, T object) {
        if (!objects.containsKey(uid) && objects.size() >= most) {
            overfull = true;
        } else if (!object.equals(objects.put(uid, object))) {
            publish();
        }
    }

    void isNoMore(String uid) {
        if (Optional.ofNullable(objects.remove(uid)).isPresent()) {
            publish();
        }
    }

    /// Whether there are more of them than are kept.
    boolean isOverfull() {
        return overfull;
    }

    private void publish() {
        latest = view.apply(objects.values());
    }
}
