package io.gpuledger.simulator.story;

import io.gpuledger.simulator.fleet.Fleet;
import java.util.List;

/// A story is all that happens in a fleet. It begins with nobody holding anything. Who waits, and who is there without
/// GPUs, changes nothing of who holds what.
public record Story(
        Fleet fleet, Span span, List<Hold> holds, List<Trouble> troubles, List<Wait> waits, List<Guest> guests) {
    public Story {
        holds = List.copyOf(holds);
        troubles = List.copyOf(troubles);
        waits = List.copyOf(waits);
        guests = List.copyOf(guests);
        for (var hold : holds) {
            if (!hold.span().equals(hold.span().within(span))) {
                throw new IllegalArgumentException("%s holds %s out of time"
                        .formatted(hold.pod().name(), hold.unit().id()));
            }
        }
        for (var wait : waits) {
            if (!wait.span().equals(wait.span().within(span))) {
                throw new IllegalArgumentException(wait.pod().name() + " waits out of time");
            }
        }
    }

    /// One in which nobody waits.
    public Story(Fleet fleet, Span span, List<Hold> holds, List<Trouble> troubles) {
        this(fleet, span, holds, troubles, List.of(), List.of());
    }

    /// Returns the same story with these beside what happens in it.
    public Story with(List<Wait> waiting, List<Guest> beside) {
        return new Story(fleet, span, holds, troubles, waiting, beside);
    }

    /// Returns the same story, told node by node.
    public List<Chapter> chapters() {
        return Chapter.of(this);
    }
}
