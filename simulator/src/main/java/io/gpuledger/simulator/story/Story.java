package io.gpuledger.simulator.story;

import io.gpuledger.simulator.fleet.Fleet;
import java.util.List;

/// A story is all that happens in a fleet. It begins with nobody holding anything.
public record Story(Fleet fleet, Span span, List<Hold> holds, List<Trouble> troubles) {
    public Story {
        holds = List.copyOf(holds);
        troubles = List.copyOf(troubles);
        for (var hold : holds) {
            if (!hold.span().equals(hold.span().within(span))) {
                throw new IllegalArgumentException("%s holds %s out of time"
                        .formatted(hold.pod().name(), hold.unit().id()));
            }
        }
    }

    /// Returns the same story, told node by node.
    public List<Chapter> chapters() {
        return Chapter.of(this);
    }
}
