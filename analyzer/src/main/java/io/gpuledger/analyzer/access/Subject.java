package io.gpuledger.analyzer.access;

import java.util.Collection;

/// Says whom a line of the access file means among those whom Kubernetes knows.
public sealed interface Subject {
    /// Means one user, as `system:serviceaccount:monitoring:prometheus`.
    record User(String name) implements Subject {}

    /// Means all who are in a group, as `system:serviceaccounts:monitoring`.
    record Group(String name) implements Subject {}

    default boolean matches(String user, Collection<String> groups) {
        return switch (this) {
            case User(var name) -> name.equals(user);
            case Group(var name) -> groups.contains(name);
        };
    }
}
