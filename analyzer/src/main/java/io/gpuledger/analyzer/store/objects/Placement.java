package io.gpuledger.analyzer.store.objects;

import io.gpuledger.analyzer.cluster.Attribute;
import io.gpuledger.analyzer.telemetry.Kind;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The attributes that say how pods come to be placed. The books ask who holds what, and not why somebody waits: these
/// make no hour another, and are not read for any.
final class Placement {
    private static final Set<String> NAMES =
            Set.of(Attribute.SPEC, Attribute.UNREAD, Attribute.GATES, Attribute.NOMINATED);
    private static final List<String> PREFIXES =
            List.of(Attribute.CONDITION, Attribute.REASON, Attribute.MESSAGE, Attribute.EXTRA);

    private Placement() {}

    static boolean isOnly(Kind kind, String attribute) {
        return kind == Kind.OTHER_PODS || (kind == Kind.POD && is(attribute));
    }

    private static boolean is(String attribute) {
        return NAMES.contains(attribute) || PREFIXES.stream().anyMatch(attribute::startsWith);
    }

    /// Returns the condition, in SQL, under which an attribute of a pod is one of these.
    ///
    /// @param column of the attribute's name
    static String condition(String column) {
        return Stream.concat(
                        Stream.of("%s in (%s)"
                                .formatted(
                                        column,
                                        NAMES.stream()
                                                .sorted()
                                                .map("'%s'"::formatted)
                                                .collect(Collectors.joining(", ")))),
                        PREFIXES.stream().map(prefix -> "starts_with(%s, '%s')".formatted(column, prefix)))
                .collect(Collectors.joining(" or ", "(", ")"));
    }
}
