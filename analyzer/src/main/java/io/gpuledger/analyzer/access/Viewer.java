package io.gpuledger.analyzer.access;

import java.util.Optional;

/// Says who asks, and what he is given.
///
/// @param name as people know it; `anybody` where nobody has to say who he is
/// @param grant what he is given; nothing of somebody who is known and was given nothing
public record Viewer(String name, Optional<Grant> grant) {
    /// This one asks where nobody has to say who he is.
    public static final Viewer ANYBODY = new Viewer("anybody", Optional.of(Grant.ALL));

    /// This one has not said who he is where that has to be said.
    public static final Viewer NOBODY = new Viewer("nobody", Optional.empty());

    public boolean may(Right right) {
        return grant.filter(its -> its.role().may(right)).isPresent();
    }

    /// Returns of whom he may be told, which matters only where he may read.
    public Sight sight() {
        return grant.map(Grant::sight).orElse(Sight.Whole.FLEET);
    }

    /// Says whether he is to be told of some teams only.
    public boolean isOfTeams() {
        return !sight().isWhole();
    }

    /// Says whether he has said who he is.
    public boolean isKnown() {
        return !equals(ANYBODY) && !equals(NOBODY);
    }
}
