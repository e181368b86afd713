package io.gpuledger.analyzer.store.samples;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiPredicate;

/// What the database has, and beside it what the transaction under way will have put there.
final class Cache<K, V> {
    private final Map<K, V> kept = new HashMap<>();
    private final Map<K, V> pending = new HashMap<>();

    Optional<V> get(K key) {
        var changed = pending.isEmpty() ? null : pending.get(key);
        return Optional.ofNullable(changed == null ? kept.get(key) : changed);
    }

    V require(K key) {
        return get(key).orElseThrow(() -> new IllegalStateException(key + " was to be in the database by now"));
    }

    boolean has(K key) {
        return kept.containsKey(key) || pending.containsKey(key);
    }

    /// Forgets the entries that are over. Who needs one of them later asks the database for it again.
    void forget(BiPredicate<K, V> isOver) {
        kept.entrySet().removeIf(entry -> isOver.test(entry.getKey(), entry.getValue()));
    }

    void put(K key, V value) {
        pending.put(key, value);
    }

    void commit() {
        kept.putAll(pending);
        pending.clear();
    }

    void rollback() {
        pending.clear();
    }

    /// Returns all that the database has, without what the transaction under way will put there.
    Collection<V> all() {
        return kept.values();
    }

    int size() {
        return kept.size();
    }
}
