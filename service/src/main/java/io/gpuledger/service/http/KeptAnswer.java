package io.gpuledger.service.http;

import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.UncheckedIOException;

/// An answer that is kept and given many times. Helidon's own `send` would copy it whole each time, behind its head.
public final class KeptAnswer {
    /// Goes out with the head, so that a short answer is one packet, and the copy of it is small.
    private static final int WITH_HEAD = 512;

    private KeptAnswer() {}

    public static void send(ServerResponse response, byte[] body) {
        response.contentLength(body.length);
        var first = Math.min(WITH_HEAD, body.length);
        try (var stream = response.outputStream()) {
            stream.write(body, 0, first);
            if (first < body.length) {
                stream.write(body, first, body.length - first);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
