package io.gpuledger.analyzer.access;

import java.util.Collection;

/// Gives somebody a role, and says of whom he is told in it.
public record Grant(Role role, Sight sight) {
    public static final Grant ALL = new Grant(Role.ADMIN, Sight.Whole.FLEET);

    public Grant {
        if (role != Role.VIEWER && !sight.isWhole()) {
            throw new IllegalArgumentException("only a viewer can be one of teams, not a " + role.word());
        }
    }

    public static Grant of(Role role) {
        return new Grant(role, Sight.Whole.FLEET);
    }

    public static Grant viewerOf(Collection<String> teams) {
        return new Grant(Role.VIEWER, Sight.OfTeams.of(teams));
    }
}
