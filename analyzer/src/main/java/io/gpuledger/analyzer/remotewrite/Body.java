package io.gpuledger.analyzer.remotewrite;

import io.helidon.http.Status;
import io.helidon.webserver.http.ServerRequest;
import java.io.IOException;
import java.io.InputStream;

/// What a client sends after the head of its request.
final class Body {
    private static final int PIECE = 8 << 10;

    private final InputStream stream;
    private final long announced;
    private final int bytesMax;
    private boolean ended;

    Body(ServerRequest request, int bytesMax) {
        this.stream = request.content().inputStream();
        this.announced = request.headers().contentLength().orElse(0);
        this.bytesMax = bytesMax;
    }

    /// As far as it says how long it is.
    void requireShort() throws RefusedException {
        if (announced > bytesMax) {
            throw tooLong();
        }
    }

    /// All of it, onto the desk; returns how long it is.
    int read(Desk desk) throws IOException, RefusedException {
        var length = 0;
        while (!ended) {
            var room = desk.body(length + 1);
            var read = stream.read(room, length, room.length - length);
            ended = read < 0;
            length += Math.max(0, read);
            if (length > bytesMax) {
                throw tooLong();
            }
        }
        return length;
    }

    private RefusedException tooLong() {
        return RefusedException.forGood(
                Status.REQUEST_ENTITY_TOO_LARGE_413,
                "A request may have %,d bytes; let the sender send fewer samples at a time, or raise"
                                .formatted(bytesMax)
                        + " remote-write-max-body.");
    }

    /// Passes over what is left, as many clients read no answer before they have sent all; but not over much more than
    /// is allowed. Returns whether that was all: otherwise what is left would be taken for the next request.
    boolean drain() throws IOException {
        var piece = new byte[PIECE];
        var left = announced > 4L * bytesMax ? 0 : 4L * bytesMax;
        while (!ended && left > 0) {
            var read = stream.read(piece);
            ended = read < 0;
            left -= read;
        }
        return ended;
    }
}
