package io.gpuledger.exporter.attribution.podresources;

import io.helidon.common.socket.SocketContext;
import io.helidon.http.http2.Http2Settings;
import io.helidon.webclient.http2.Http2ClientConnection;
import io.helidon.webclient.http2.Http2ClientImpl;
import io.helidon.webclient.http2.Http2ClientStream;
import io.helidon.webclient.http2.Http2StreamConfig;
import java.time.Duration;

/// A stream of a connection whose other side is known to speak HTTP/2. Helidon's client of HTTP/2 has no Unix sockets
/// and hides trailers that were not announced, which gRPC's never are; its streams have both.
final class GrpcStream extends Http2ClientStream {
    private record Config(Duration readTimeout) implements Http2StreamConfig {
        @Override
        public boolean priorKnowledge() {
            return true;
        }

        @Override
        public int priority() {
            return 0;
        }
    }

    GrpcStream(Http2ClientConnection connection, SocketContext socket, Http2ClientImpl client, Duration patience) {
        super(
                connection,
                Http2Settings.create(),
                socket,
                new Config(patience),
                client.prototype(),
                connection.streamIdSequence(),
                client);
    }
}
