package io.gpuledger.simulator.truth;

import io.gpuledger.simulator.story.Span;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Finds the quiet runs among pieces that follow each other without a gap. A faint minute between five quiet ones on
/// either side does not break a run.
final class QuietRuns {
    private static final int NEIGHBOURS = 5;

    private QuietRuns() {}

    /// Returns the runs that last so long or longer.
    static List<Span> of(List<Piece> pieces, Duration least) {
        var runs = new ArrayList<Span>();
        for (var first = 0; first < pieces.size(); first++) {
            var next = first;
            while (next < pieces.size() && belongs(pieces, next)) {
                next++;
            }
            if (next > first) {
                var run = new Span(
                        pieces.get(first).span().from(),
                        pieces.get(next - 1).span().to());
                if (run.seconds() >= least.toSeconds()) {
                    runs.add(run);
                }
                first = next;
            }
        }
        return runs;
    }

    private static boolean belongs(List<Piece> pieces, int at) {
        return pieces.get(at).isQuiet() || (pieces.get(at).isFaint() && isAmongQuiet(pieces, at));
    }

    private static boolean isAmongQuiet(List<Piece> pieces, int at) {
        if (at < NEIGHBOURS || at + NEIGHBOURS >= pieces.size()) {
            return false;
        }
        for (var distance = 1; distance <= NEIGHBOURS; distance++) {
            if (!pieces.get(at - distance).isQuiet()
                    || !pieces.get(at + distance).isQuiet()) {
                return false;
            }
        }
        return true;
    }
}
