package io.gpuledger.simulator.page;

import io.gpuledger.exporter.device.Snapshot.Happened;
import io.gpuledger.simulator.story.Span;
import io.gpuledger.simulator.story.Symptom;
import io.gpuledger.simulator.story.Trouble;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// The XIDs that an exporter has heard of.
final class Xids {
    private final SortedMap<Integer, Long> counts = new TreeMap<>();
    private Optional<Integer> last = Optional.empty();

    private Xids() {}

    /// @param troubles of a GPU, in the order in which they begin
    /// @param life of the exporter
    static Happened happened(List<Trouble> troubles, Span life) {
        var xids = new Xids();
        for (var trouble : troubles) {
            // One that began before the exporter did is reported to it again.
            if (trouble.span().within(life).seconds() > 0) {
                xids.hear(trouble);
            }
        }
        return new Happened(xids.counts, xids.last, new TreeMap<>());
    }

    private void hear(Trouble trouble) {
        if (trouble instanceof Trouble.FatalXid xid) {
            count(xid.number(), 1);
        } else if (trouble instanceof Symptom.CountedXid xid) {
            count(xid.number(), xid.times());
        }
    }

    private void count(int number, long times) {
        counts.merge(number, times, Long::sum);
        last = Optional.of(number);
    }
}
