package io.gpuledger.analyzer.cluster.kubernetes;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Quantity;
import io.gpuledger.analyzer.cluster.Attribute;
import io.gpuledger.analyzer.cluster.kubernetes.ObservedObject.Draft;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Reads fields of objects whose types are none of the client's. What is not there, or is something else than it should
/// be, is left out.
final class Fields {
    private Fields() {}

    /// Returns the name, number or word that stands in a field; an empty text where none does.
    static String text(GenericKubernetesResource object, Object... path) {
        return CommonFacts.named(object.get(path)).orElse("");
    }

    static List<Map<?, ?>> list(GenericKubernetesResource object, Object... path) {
        return maps(object.get(path));
    }

    static List<Map<?, ?>> list(Map<?, ?> object, String name) {
        return maps(object.get(name));
    }

    private static List<Map<?, ?>> maps(@Nullable Object value) {
        return value instanceof List<?> all
                ? all.stream().<Map<?, ?>>flatMap(Fields::map).toList()
                : List.of();
    }

    private static Stream<Map<?, ?>> map(@Nullable Object value) {
        return value instanceof Map<?, ?> map ? Stream.of(map) : Stream.empty();
    }

    static Optional<String> quantity(@Nullable Object value) {
        try {
            return Optional.ofNullable(value).map(one -> CommonFacts.amount(Quantity.parse(one.toString())));
        } catch (IllegalArgumentException | ArithmeticException _) {
            return Optional.empty();
        }
    }

    /// Puts the amounts of resources that stand in a field.
    static Draft amounts(String prefix, GenericKubernetesResource object, Draft draft, Object... path) {
        return amounts(prefix, object, _ -> true, draft, path);
    }

    /// @param isWanted which resources
    static Draft amounts(
            String prefix, GenericKubernetesResource object, Predicate<String> isWanted, Draft draft, Object... path) {
        if (object.get(path) instanceof Map<?, ?> amounts) {
            amounts.forEach((resource, amount) -> {
                if (isWanted.test(String.valueOf(resource))) {
                    quantity(amount).ifPresent(text -> draft.put(prefix + resource, text));
                }
            });
        }
        return draft;
    }

    /// Puts whether the conditions hold, and since when.
    static Draft conditions(GenericKubernetesResource object, Draft draft) {
        for (var condition : list(object, "status", "conditions")) {
            var attribute = Attribute.CONDITION + condition.get("type");
            draft.put(attribute, String.valueOf(condition.get("status")).toLowerCase(Locale.ROOT))
                    .since(attribute, Objects.toString(condition.get("lastTransitionTime"), ""));
        }
        return draft;
    }

    /// Puts why the conditions are what they are.
    ///
    /// @param types of those that are wanted
    static Draft whys(GenericKubernetesResource object, Set<String> types, Draft draft) {
        for (var condition : list(object, "status", "conditions")) {
            if (condition.get("type") instanceof String type && types.contains(type)) {
                why(type, condition, draft);
            }
        }
        return draft;
    }

    static void why(String type, Map<?, ?> condition, Draft draft) {
        draft.put(Attribute.REASON + type, CommonFacts.words(condition.get("reason")))
                .put(Attribute.MESSAGE + type, CommonFacts.words(condition.get("message")));
    }
}
