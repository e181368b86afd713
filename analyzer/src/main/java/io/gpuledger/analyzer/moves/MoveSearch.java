package io.gpuledger.analyzer.moves;

import io.gpuledger.analyzer.fit.Ask;
import io.gpuledger.analyzer.fit.Places;
import java.util.List;

/// Finds the shortest list of moves that makes room for a pod.
///
///     cover(n, p) = pods of node n that may go, without which p has room on n; without any one of them it has not
///     at least    = min over nodes n that p may have of the size of the smallest cover(n, p)
///
/// Lists of one more move each are tried, from `at least` on. The pods of a cover go to nodes that have room for them
/// as they are, the fullest first. Then shorter lists than that are looked for, by which pods may also go to nodes from
/// which others are moved in turn. Each move has its room when those before it are done: where a pod goes to a node
/// that others leave later, there has to be room for it beside them. What is found is put before [Places], which knows
/// that, and who must not be near whom, before it is told.
///
/// Whether there is no shorter list is proven where the list is as short as `at least`. Otherwise a shorter one may
/// exist that this does not try: it tries some nodes of those that are alike, and stops after so many steps.
public final class MoveSearch {
    public static final int MOST_MOVES = 8;

    private final Places places;
    private final List<PlacedPod> pods;
    private final long now;

    /// @param pods all that have GPUs and are on nodes
    /// @param now to tell how much work would be lost, in milliseconds since 1970
    public MoveSearch(Places places, List<PlacedPod> pods, long now) {
        this.places = places;
        this.pods = List.copyOf(pods);
        this.now = now;
    }

    /// Returns what makes room for a pod. Whichever scheduler it is for, it is judged by the rules of the default one.
    ///
    /// @param priority of the pod: others of a higher one stay
    public MoveList find(Ask ask, long priority) {
        return new Search(places, pods, now, ask.by(Ask.DEFAULT_SCHEDULER), priority).find();
    }
}
