package io.gpuledger.analyzer.remotewrite;

import io.gpuledger.service.http.PacedBody;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerRequest;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/// What a client sends after the head of its request. It has to be left when it is done with.
final class Body {
    private static final int PIECE = 8 << 10;

    private final InputStream stream;
    private final long announced;
    private final int bytesMax;
    private final BodyBudget budget;
    private byte[] bytes = new byte[0];
    private boolean ended;

    Body(ServerRequest request, int bytesMax, BodyBudget budget) {
        this.stream = PacedBody.of(request);
        this.announced = request.headers().contentLength().orElse(0);
        this.bytesMax = bytesMax;
        this.budget = budget;
    }

    /// As far as it says how long it is.
    void requireShort() throws RefusedException {
        if (announced > bytesMax) {
            throw tooLong();
        }
    }

    /// All of it; returns how long it is.
    int read() throws IOException, InterruptedException, RefusedException {
        var length = 0;
        while (!ended) {
            if (length == bytes.length) {
                grow();
            }
            var read = stream.read(bytes, length, bytes.length - length);
            ended = read < 0;
            length += Math.max(0, read);
            if (length > bytesMax) {
                throw tooLong();
            }
        }
        return length;
    }

    /// To twice of what there was: never by much more than has come, whatever was announced.
    private void grow() throws InterruptedException, RefusedException {
        var wanted = (int) Math.min(Math.max(BodyBudget.PIECE, 2L * bytes.length), bytesMax + 1L);
        budget.grow(bytes.length, wanted);
        bytes = Arrays.copyOf(bytes, wanted);
    }

    /// Returns the bytes that were read, with room behind them that is not theirs.
    byte[] bytes() {
        return bytes;
    }

    void leave() {
        budget.leave(bytes.length);
        bytes = new byte[0];
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
