package io.gpuledger.analyzer.access;

import java.util.Optional;

/// Somebody who asks.
///
/// @param name as people know it; `anybody` where nobody has to say who he is
/// @param grant what he is given; nothing of somebody who is known and was given nothing
public record Viewer(String name, Optional<Grant> grant) {
    /// Asks where nobody has to say who he is.
    public static final Viewer ANYBODY = new Viewer("anybody", Optional.of(Grant.ALL));

    /// Has not said who he is where that has to be said.
    public static final Viewer NOBODY = new Viewer("nobody", Optional.empty());

    public boolean may(Right right) {
        return grant.filter(its -> its.role().may(right)).isPresent();
    }

    /// What he sees, which is of use only where he may read.
    public Sight sight() {
        return grant.map(Grant::sight).orElse(Sight.Whole.FLEET);
    }

    /// Whether he is to be told of some teams only.
    public boolean isOfTeams() {
        return !sight().isWhole();
    }

    /// Whether he has said who he is.
    public boolean isKnown() {
        return !equals(ANYBODY) && !equals(NOBODY);
    }
}
