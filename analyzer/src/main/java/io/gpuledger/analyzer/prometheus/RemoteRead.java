package io.gpuledger.analyzer.prometheus;

import io.gpuledger.analyzer.parse.read.BadAnswerException;
import io.gpuledger.analyzer.parse.read.ChunkStream;
import io.gpuledger.analyzer.parse.read.Matcher;
import io.gpuledger.analyzer.parse.read.ReadRequest;
import io.gpuledger.analyzer.parse.read.SamplesAnswer;
import io.gpuledger.analyzer.parse.read.SeriesSink;
import io.gpuledger.analyzer.parse.read.TimeRange;
import io.gpuledger.analyzer.prometheus.peer.Peer;
import io.gpuledger.analyzer.prometheus.peer.PeerException;
import java.io.IOException;
import java.util.List;

/// Asks by remote read. Chunks as they lie on the server's disk cost it least; a server that does not know how to
/// stream them answers with samples.
final class RemoteRead {
    private RemoteRead() {}

    static void read(Peer peer, TimeRange range, List<Matcher> matchers, SeriesSink sink)
            throws PeerException, InterruptedException {
        peer.read(ReadRequest.of(range, matchers), body -> read(body, range, sink));
    }

    private static void read(Peer.Body body, TimeRange range, SeriesSink sink) throws IOException, BadAnswerException {
        if (body.type().startsWith(ChunkStream.CONTENT_TYPE)) {
            new ChunkStream(range, Way.LIMITS, sink).read(body.in());
        } else {
            var bytes = body.in().readNBytes(Way.LIMITS.messageBytesMax());
            new SamplesAnswer(range, Way.LIMITS, sink).read(bytes, bytes.length);
        }
    }
}
