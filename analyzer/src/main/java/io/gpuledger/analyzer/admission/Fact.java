package io.gpuledger.analyzer.admission;

import io.gpuledger.analyzer.cluster.Attribute;
import io.gpuledger.analyzer.cluster.Resource;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/// An object, with what was told of it by an instant.
///
/// @param namespace empty where it is in none
/// @param since since when each attribute is what it is, in milliseconds since 1970
public record Fact(String namespace, String name, SortedMap<String, String> attributes, Map<String, Long> since) {
    public Fact {
        attributes = Collections.unmodifiableSortedMap(new TreeMap<>(attributes));
        since = Map.copyOf(since);
    }

    Optional<String> text(String attribute) {
        return Optional.ofNullable(attributes.get(attribute));
    }

    OptionalLong number(String attribute) {
        return text(attribute).map(text -> Resource.amount(attribute, text)).orElse(OptionalLong.empty());
    }

    /// Says whether a condition holds.
    boolean holds(String condition) {
        return "true".equals(attributes.get(Attribute.CONDITION + condition));
    }

    /// Says whether a condition is known not to hold.
    boolean fails(String condition) {
        return "false".equals(attributes.get(Attribute.CONDITION + condition));
    }

    /// Returns why a condition is what it is: in a sentence, or else in a word.
    Optional<String> why(String condition) {
        return text(Attribute.MESSAGE + condition)
                .map(String::strip)
                .filter(words -> !words.isEmpty())
                .or(() -> text(Attribute.REASON + condition));
    }

    /// Returns what stands behind a prefix.
    SortedMap<String, String> under(String prefix) {
        var under = new TreeMap<String, String>();
        attributes.tailMap(prefix).entrySet().stream()
                .takeWhile(entry -> entry.getKey().startsWith(prefix))
                .forEach(entry -> under.put(entry.getKey().substring(prefix.length()), entry.getValue()));
        return under;
    }

    /// Returns the amounts of resources that stand behind a prefix, each in the resource's base unit.
    SortedMap<String, Long> amounts(String prefix) {
        var amounts = new TreeMap<String, Long>();
        under(prefix)
                .forEach((resource, text) ->
                        Resource.amount(resource, text).ifPresent(amount -> amounts.put(resource, amount)));
        return amounts;
    }
}
