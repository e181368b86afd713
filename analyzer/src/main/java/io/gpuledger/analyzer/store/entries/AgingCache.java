package io.gpuledger.analyzer.store.entries;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// Keeps what was asked for since the turn before the last, and forgets all else: so it holds as much as is in use, and
/// not as much as there ever was.
final class AgingCache<K, V> {
    private Map<K, V> before = new HashMap<>();
    private Map<K, V> now = new HashMap<>();

    Optional<V> get(K key) {
        var known = now.get(key);
        if (known != null) {
            return Optional.of(known);
        }
        var older = Optional.ofNullable(before.get(key));
        older.ifPresent(value -> now.put(key, value));
        return older;
    }

    V require(K key) {
        return get(key).orElseThrow(() -> new IllegalStateException(key + " was to be in the database by now"));
    }

    void put(K key, V value) {
        now.put(key, value);
    }

    void removeKnown(Collection<K> keys) {
        keys.removeIf(key -> get(key).isPresent());
    }

    /// Begins a turn. What is not asked for until the next one is forgotten then.
    void turn() {
        before = now;
        now = new HashMap<>();
    }
}
