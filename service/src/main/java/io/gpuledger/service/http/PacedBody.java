package io.gpuledger.service.http;

import io.helidon.webserver.http.ServerRequest;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;

/// The body of a request, of which so much has to come in so much time: a client that trickles is cut long before the
/// time is over that the whole request has. What the server itself does in between is not the client's time.
public final class PacedBody extends InputStream {
    /// 16 KiB a second: what a telephone line carries. What is shorter has to be here within the time.
    private static final int PIECE_BYTES = 80 << 10;

    private static final Duration PIECE_TIME = Duration.ofSeconds(5);

    private final ServerRequest request;
    private final InputStream stream;
    private final Duration time;
    private long leftNanos;
    private int leftBytes;

    private PacedBody(ServerRequest request, Duration time) {
        this.request = request;
        this.stream = request.content().inputStream();
        this.time = time;
        begin();
    }

    public static InputStream of(ServerRequest request) {
        return of(request, PIECE_TIME);
    }

    /// @param time for each piece
    static InputStream of(ServerRequest request, Duration time) {
        return new PacedBody(request, time);
    }

    private void begin() {
        leftNanos = time.toNanos();
        leftBytes = PIECE_BYTES;
    }

    @Override
    public int read() throws IOException {
        var one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
        var begun = System.nanoTime();
        AnswerDeadline.awaitsBody(request, Duration.ofNanos(Math.max(0, leftNanos)));
        try {
            var read = stream.read(bytes, from, length);
            leftBytes -= Math.max(0, read);
            return read;
        } finally {
            AnswerDeadline.hasBody(request);
            leftNanos -= System.nanoTime() - begun;
            if (leftBytes <= 0) {
                begin();
            }
        }
    }

    @Override
    public void close() throws IOException {
        stream.close();
    }
}
