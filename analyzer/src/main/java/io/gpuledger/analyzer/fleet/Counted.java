package io.gpuledger.analyzer.fleet;

import io.gpuledger.analyzer.cluster.Pod;
import io.gpuledger.analyzer.time.Mark;
import io.gpuledger.analyzer.time.Span;
import java.util.List;
import java.util.stream.Stream;

/// Holds what is found of a GPU by count ([CountedHolders]), where nobody says who holds it.
///
/// @param holds the pods that hold it, each for a span
/// @param withheld when the GPU was taken out on purpose, with the cause
public record Counted(List<Hold> holds, List<Mark> withheld) {
    public static final Counted NOTHING = new Counted(List.of(), List.of());

    /// A span in which a pod holds the GPU.
    public record Hold(Span span, Pod pod) {}

    public Counted {
        holds = List.copyOf(holds);
        withheld = List.copyOf(withheld);
    }

    /// Adds what is counted of the same GPU on another node.
    Counted and(Counted other) {
        return new Counted(
                Stream.concat(holds.stream(), other.holds.stream()).toList(),
                Stream.concat(withheld.stream(), other.withheld.stream()).toList());
    }
}
