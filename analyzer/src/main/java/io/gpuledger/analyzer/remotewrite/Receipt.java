package io.gpuledger.analyzer.remotewrite;

import io.gpuledger.analyzer.parse.RoutedSamples;
import io.gpuledger.analyzer.parse.write.WriteTally;
import java.util.StringJoiner;

/// What became of a request that could be read. What nobody wants counts as written: it is accepted, and a sender that
/// misses it in the numbers takes it for lost.
///
/// @param complaint about samples that are not taken; empty where all are
record Receipt(long samples, long histograms, long exemplars, String complaint) {
    static Receipt of(RoutedSamples samples, WriteTally tally) {
        var written = samples.size() + samples.ignored() + tally.staleMarkers();
        return new Receipt(written, tally.histograms(), tally.exemplars(), complaint(written, tally));
    }

    private static String complaint(long written, WriteTally tally) {
        var rejected = tally.rejected();
        if (rejected == 0) {
            return "";
        }
        var reasons = new StringJoiner(", ");
        tally.eachRejection((reason, count) ->
                reasons.add("%,d %s".formatted(count, reason.word().replace('_', ' '))));
        return "%,d of %,d samples were not taken: %s; the others were."
                .formatted(rejected, rejected + written, reasons);
    }
}
