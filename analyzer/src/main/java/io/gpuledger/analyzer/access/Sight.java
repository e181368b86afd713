package io.gpuledger.analyzer.access;

import java.util.Collection;
import java.util.Collections;
import java.util.NavigableSet;
import java.util.TreeSet;

/// Says of whom somebody may be told.
public sealed interface Sight {
    /// He may be told of everybody, and of what is nobody's.
    enum Whole implements Sight {
        FLEET
    }

    /// He may be told of these teams, and of nothing else.
    record OfTeams(NavigableSet<String> names) implements Sight {
        public OfTeams {
            if (names.isEmpty()) {
                throw new IllegalArgumentException("must name a team");
            }
            names = Collections.unmodifiableNavigableSet(new TreeSet<>(names));
        }

        public static OfTeams of(Collection<String> names) {
            return new OfTeams(new TreeSet<>(names));
        }
    }

    default boolean has(String team) {
        return switch (this) {
            case Whole.FLEET -> true;
            case OfTeams(var names) -> names.contains(team);
        };
    }

    default boolean isWhole() {
        return this == Whole.FLEET;
    }
}
