package io.gpuledger.analyzer.diagnosis;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// A verdict says of a pod that waits what keeps it, and what would have to change.
///
/// @param blocker what keeps it, in a word
/// @param why the same in a sentence
/// @param nodes how many nodes its cluster has
/// @param fitting on how many of them it would fit, and what is against it wherever it is put left aside
/// @param findings what is against the nodes, that which is against most of them first
/// @param remedies the changes of which any would let it fit somewhere
/// @param rank its place in the queue of those that want the same GPUs, where it is in that queue
/// @param agrees whether the scheduler gives the same reasons, where it gave any
/// @param lint what in its spec can hardly be meant
public record Verdict(
        WaitingPod pod,
        Blocker blocker,
        String why,
        int nodes,
        int fitting,
        List<Finding> findings,
        List<Remedy> remedies,
        Optional<Rank> rank,
        Optional<Boolean> agrees,
        List<String> lint) {
    /// A place in the queue.
    ///
    /// @param number 1 is the first
    /// @param first who is at the head of the queue, as namespace and name; nobody where that is the pod itself
    public record Rank(int number, int of, List<String> first) {
        public Rank {
            first = List.copyOf(first);
        }
    }

    public Verdict {
        findings = List.copyOf(findings);
        remedies = List.copyOf(remedies);
        lint = List.copyOf(lint);
    }

    /// Returns what of it may be told to somebody who is to be told nothing of others: what keeps it, in general words.
    /// All that is more exact follows from what others hold, and names it in places.
    public Verdict apart() {
        return new Verdict(
                pod, blocker, blocker.meaning(), nodes, fitting, List.of(), List.of(), Optional.empty(), agrees, lint);
    }

    /// Returns the same with one more change that would let it fit.
    Verdict with(Remedy remedy) {
        return new Verdict(
                pod,
                blocker,
                why,
                nodes,
                fitting,
                findings,
                Stream.concat(remedies.stream(), Stream.of(remedy)).toList(),
                rank,
                agrees,
                lint);
    }
}
