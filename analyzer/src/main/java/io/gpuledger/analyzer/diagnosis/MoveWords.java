package io.gpuledger.analyzer.diagnosis;

import io.gpuledger.analyzer.moves.MoveList;
import io.gpuledger.analyzer.moves.MoveSearch;

/// Says in sentences what would have to be moved to make room for a pod.
public final class MoveWords {
    private MoveWords() {}

    public static String of(MoveList list) {
        return list.node()
                .map(node -> list.moves().isEmpty() ? "It has room on %s as it is.".formatted(node) : found(list, node))
                .orElseGet(() -> none(list));
    }

    private static String found(MoveList list, String node) {
        var count = list.moves().size();
        return "It has room on %s once %s. %s"
                .formatted(
                        node,
                        Amount.of(
                                count,
                                "pod has gone to another node",
                                "pods have gone to other nodes, one after the other"),
                        list.isSmallest()
                                ? "No shorter list can do."
                                : "It takes at least %s; whether so few would do is not known."
                                        .formatted(Amount.of(list.atLeast().orElse(0), "move", "moves")));
    }

    private static String none(MoveList list) {
        if (list.atLeast().isEmpty()) {
            return "No node that it may have would have room for it, whichever of at most %d pods that may move went."
                    .formatted(MoveSearch.MOST_MOVES);
        }
        return list.isExhaustive()
                ? "Pods could go to make the room, and have none elsewhere themselves: no list of at most %d moves was found."
                        .formatted(MoveSearch.MOST_MOVES)
                : "No list of moves was found before the search ended at its bound of work.";
    }
}
