package io.gpuledger.exporter.benchmark;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPInputStream;

/// This is what came back.
///
/// @param body as it came over the wire; valid until the connection's next exchange
record Answer(AnswerHead head, ByteBuffer body) {
    int status() {
        return head.status();
    }

    /// The body as text, unpacked where it is compressed. Refuses what does not decode.
    String text() throws IOException {
        var bytes = head.compressed() ? unpacked() : body.duplicate();
        return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
    }

    private ByteBuffer unpacked() throws IOException {
        var packed = new byte[body.remaining()];
        body.duplicate().get(packed);
        try (var gzip = new GZIPInputStream(new ByteArrayInputStream(packed))) {
            return ByteBuffer.wrap(gzip.readAllBytes());
        }
    }
}
