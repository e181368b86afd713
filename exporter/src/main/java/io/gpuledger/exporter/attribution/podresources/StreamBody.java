package io.gpuledger.exporter.attribution.podresources;

import io.helidon.common.buffers.BufferData;
import io.helidon.webclient.http2.Http2ClientStream;
import java.io.InputStream;

/// What comes on a stream until its trailers.
final class StreamBody extends InputStream {
    private final Http2ClientStream stream;
    private BufferData data = BufferData.empty();

    StreamBody(Http2ClientStream stream) {
        this.stream = stream;
    }

    @Override
    public int read() {
        return hasMore() ? data.read() : -1;
    }

    @Override
    public int read(byte[] into, int offset, int length) {
        return hasMore() ? data.read(into, offset, length) : -1;
    }

    /// A frame may be empty.
    private boolean hasMore() {
        while (data.consumed() && stream.hasEntity()) {
            data = stream.read();
        }
        return !data.consumed();
    }
}
