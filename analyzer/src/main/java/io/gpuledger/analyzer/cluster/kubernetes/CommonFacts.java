package io.gpuledger.analyzer.cluster.kubernetes;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Quantity;
import io.gpuledger.analyzer.cluster.Annotations;
import io.gpuledger.analyzer.cluster.Attribute;
import io.gpuledger.analyzer.cluster.LabelName;
import io.gpuledger.analyzer.cluster.Pairs;
import io.gpuledger.analyzer.cluster.Resource;
import io.gpuledger.analyzer.cluster.kubernetes.ObservedObject.Draft;
import io.gpuledger.analyzer.cluster.kubernetes.ObservedObject.OwnerReference;
import io.gpuledger.analyzer.telemetry.PlainText;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads what objects of all kinds have, in the words of [Attribute].
final class CommonFacts {
    private static final int WORDS_MAX = 1024;

    private CommonFacts() {}

    /// Returns an empty list for one that the API server leaves out.
    static <T> List<T> list(@Nullable List<T> maybe) {
        return maybe == null ? List.of() : maybe;
    }

    static <V> Map<String, V> map(@Nullable Map<String, V> maybe) {
        return maybe == null ? Map.of() : maybe;
    }

    static String name(HasMetadata object) {
        return object.getMetadata().getName();
    }

    static String namespace(HasMetadata object) {
        return Optional.ofNullable(object.getMetadata().getNamespace()).orElse("");
    }

    static Draft labels(HasMetadata object, Draft draft) {
        return draft.put(Attribute.LABELS, pairs(map(object.getMetadata().getLabels())));
    }

    static Draft annotations(HasMetadata object, Annotations kept, Draft draft) {
        return draft.put(
                Attribute.ANNOTATIONS, kept.text(plain(map(object.getMetadata().getAnnotations()))));
    }

    /// Annotations may have any characters, and a database does not take all of them.
    private static Map<String, String> plain(Map<String, String> words) {
        var plain = new HashMap<>(words);
        plain.values().removeIf(value -> !PlainText.is(value));
        return plain;
    }

    private static String pairs(Map<String, String> words) {
        var pairs = new HashMap<String, String>();
        words.forEach((name, value) -> pairs.put(LabelName.normal(name), value));
        return Pairs.text(pairs);
    }

    static Draft amounts(String prefix, @Nullable Map<String, Quantity> amounts, Draft draft) {
        map(amounts).forEach((resource, quantity) -> draft.put(prefix + resource, amount(quantity)));
        return draft;
    }

    static String amount(Quantity quantity) {
        return Resource.text(quantity.getNumericalAmount());
    }

    /// Its controller, not what else refers to it.
    static Optional<OwnerReference> owner(HasMetadata object) {
        return list(object.getMetadata().getOwnerReferences()).stream()
                .filter(reference -> Boolean.TRUE.equals(reference.getController()))
                .findFirst()
                .map(reference ->
                        new OwnerReference(reference.getApiVersion(), reference.getKind(), reference.getName()));
    }

    static Draft owner(Optional<OwnerReference> owner, Draft draft) {
        owner.ifPresent(reference -> draft.put(Attribute.OWNER, reference.kind() + "/" + reference.name()));
        return draft;
    }

    /// Returns what is said to people, as far as it is kept: the beginning of it.
    static String words(@Nullable Object said) {
        var words = Objects.toString(said, "");
        return PlainText.is(words) ? words.substring(0, Math.min(words.length(), WORDS_MAX)) : "";
    }
}
