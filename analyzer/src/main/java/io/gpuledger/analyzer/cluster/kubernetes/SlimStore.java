package io.gpuledger.analyzer.cluster.kubernetes;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import io.fabric8.kubernetes.client.informers.cache.ItemStore;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What an informer needs to remember of objects to know a change from a repetition, and who has gone meanwhile: their
/// names and versions. All of 100,000 pods would be gigabytes.
final class SlimStore<T extends HasMetadata> implements ItemStore<T> {
    private final Map<String, T> items = new ConcurrentHashMap<>();
    private final Supplier<T> maker;

    /// @param maker of an object with nothing in it
    SlimStore(Supplier<T> maker) {
        this.maker = maker;
    }

    /// Returns one that knows the same objects, and takes each that it is told of for changed.
    SlimStore<T> unversioned() {
        var other = new SlimStore<>(maker);
        items.forEach((key, item) -> {
            var same = slim(item);
            same.getMetadata().setResourceVersion(null);
            other.items.put(key, same);
        });
        return other;
    }

    private T slim(T object) {
        var slim = maker.get();
        slim.setMetadata(slim(object.getMetadata()));
        return slim;
    }

    /// Its collections are those of all: six empty ones of each object's own take more than all that is in it.
    private static ObjectMeta slim(ObjectMeta object) {
        var slim = new ObjectMeta();
        slim.setNamespace(object.getNamespace());
        slim.setName(object.getName());
        slim.setUid(object.getUid());
        slim.setResourceVersion(object.getResourceVersion());
        slim.setAnnotations(Map.of());
        slim.setLabels(Map.of());
        slim.setFinalizers(List.of());
        slim.setManagedFields(List.of());
        slim.setOwnerReferences(List.of());
        slim.setAdditionalProperties(Map.of());
        return slim;
    }

    @Override
    public String getKey(T object) {
        return Cache.metaNamespaceKeyFunc(object);
    }

    @Override
    public @Nullable T put(String key, T object) {
        return items.put(key, slim(object));
    }

    @Override
    public @Nullable T remove(String key) {
        return items.remove(key);
    }

    @Override
    public Stream<String> keySet() {
        return items.keySet().stream();
    }

    @Override
    public Stream<T> values() {
        return items.values().stream();
    }

    @Override
    public int size() {
        return items.size();
    }

    @Override
    public @Nullable T get(String key) {
        return items.get(key);
    }

    @Override
    public boolean isFullState() {
        return false;
    }
}
