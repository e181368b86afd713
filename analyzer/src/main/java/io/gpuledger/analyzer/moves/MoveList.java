package io.gpuledger.analyzer.moves;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// Tells which pods would have to go to other nodes so that there is room for a pod.
///
/// @param node which would have room then; nothing where no list was found
/// @param moves one after the other: each of them has room when those before it are done. None are needed where the pod
///     fits as it is
/// @param atLeast how many moves are needed at least, whatever is tried: on no node can fewer pods go to make the room.
///     Nothing where there is no such node, whatever is moved
/// @param isExhaustive whether all was tried that this tries, and not only as much as the bound of work allows
/// @param staying how many of the pods on nodes that the pod may have stay there, by why
public record MoveList(
        Optional<String> node,
        List<Move> moves,
        OptionalInt atLeast,
        boolean isExhaustive,
        Map<Stay, Integer> staying) {
    /// Nothing was looked for.
    public static final MoveList EMPTY = new MoveList(Optional.empty(), List.of(), OptionalInt.empty(), true, Map.of());

    public MoveList {
        moves = List.copyOf(moves);
        var copy = new EnumMap<Stay, Integer>(Stay.class);
        copy.putAll(staying);
        staying = Collections.unmodifiableMap(copy);
    }

    /// Says whether no shorter list can do.
    public boolean isSmallest() {
        return node.isPresent() && moves.size() == atLeast.orElse(0);
    }

    /// Returns how much work would be lost, in GPU-milliseconds.
    public double lostMillis(long now) {
        return moves.stream().mapToDouble(move -> move.pod().lostMillis(now)).sum();
    }
}
