package io.gpuledger.analyzer.parse.read;

import io.gpuledger.analyzer.parse.SeriesRouter;
import io.gpuledger.analyzer.parse.proto.MalformedMessageException;
import io.gpuledger.analyzer.parse.write.KnownSeries;
import io.gpuledger.analyzer.parse.write.TimeWindow;
import io.gpuledger.analyzer.parse.write.WriteLimits;
import io.gpuledger.analyzer.parse.write.WriteMessages;
import io.gpuledger.analyzer.parse.write.WriteReader;
import io.gpuledger.analyzer.parse.write.WriteVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

/// The same samples as they come by remote write while they are told: in requests of 2,000 at the most, as Prometheus
/// sends them, in which each sample has its labels with it.
final class SameByWrite {
    private static final int SAMPLES = 2_000;
    private static final TimeWindow ALWAYS = new TimeWindow(0, Long.MAX_VALUE);

    private final List<byte[]> bodies = new ArrayList<>();
    private final AtomicInteger slots = new AtomicInteger();
    private final WriteReader reader = new WriteReader(
            new KnownSeries(1 << 20, new Random(1)),
            SeriesRouter.to((_, _) -> slots.getAndIncrement()),
            WriteLimits.ofMessage(16 << 20));

    SameByWrite(List<KeptSeries> all) {
        var request = new ArrayList<WriteMessages.Series>();
        for (var i = 0; i < KeptSeries.SAMPLES; i++) {
            for (var one : all) {
                var sample = one.samples().get(i);
                request.add(new WriteMessages.Series(one.labels(), List.of()).with(sample.value(), sample.millis()));
                if (request.size() == SAMPLES) {
                    end(request);
                }
            }
        }
        if (!request.isEmpty()) {
            end(request);
        }
    }

    private void end(List<WriteMessages.Series> request) {
        bodies.add(WriteMessages.body(WriteVersion.V1, request.toArray(WriteMessages.Series[]::new)));
        request.clear();
    }

    long bytes() {
        return bodies.stream().mapToLong(body -> body.length).sum();
    }

    /// Reads all requests, and returns how many samples they had.
    long read() throws MalformedMessageException {
        var samples = 0L;
        for (var body : bodies) {
            samples += reader.read(body, body.length, WriteVersion.V1, ALWAYS).size();
        }
        return samples;
    }
}
