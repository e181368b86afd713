package io.gpuledger.analyzer.ledger;

import io.gpuledger.analyzer.ledger.Minutes.Minute;
import io.gpuledger.analyzer.time.Span;
import java.util.ArrayList;
import java.util.List;

/// Finds the quiet runs among minutes that follow each other without a gap. A faint minute with five quiet ones on
/// either side does not break a run.
final class QuietRuns {
    private static final int NEIGHBOURS = 5;

    private QuietRuns() {}

    static List<Span> of(List<Minute> minutes) {
        var runs = new ArrayList<Span>();
        for (var first = 0; first < minutes.size(); first++) {
            var next = first;
            while (next < minutes.size() && belongs(minutes, next)) {
                next++;
            }
            if (next > first) {
                runs.add(new Span(
                        minutes.get(first).span().from(),
                        minutes.get(next - 1).span().to()));
                first = next;
            }
        }
        return runs;
    }

    private static boolean belongs(List<Minute> minutes, int at) {
        return minutes.get(at).isQuiet() || (minutes.get(at).isFaint() && isAmongQuiet(minutes, at));
    }

    private static boolean isAmongQuiet(List<Minute> minutes, int at) {
        if (at < NEIGHBOURS || at + NEIGHBOURS >= minutes.size()) {
            return false;
        }
        for (var distance = 1; distance <= NEIGHBOURS; distance++) {
            if (!minutes.get(at - distance).isQuiet()
                    || !minutes.get(at + distance).isQuiet()) {
                return false;
            }
        }
        return true;
    }
}
