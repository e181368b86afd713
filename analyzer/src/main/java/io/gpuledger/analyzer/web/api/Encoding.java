package io.gpuledger.analyzer.web.api;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.regex.Pattern;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/// Says whether an answer goes out as it is or compressed.
enum Encoding {
    PLAIN,
    GZIP;

    /// A packet of Ethernet carries 1,500 bytes, head and all: less than this is one packet either way.
    static final int BYTES_MIN = 1_000;

    /// A megabyte of rows takes 30 ms and becomes a sixth. The usual level, 6, takes 84 ms for a fifth less, which only
    /// a line slower than 5 Mbit/s would be glad of.
    private static final int LEVEL = Deflater.BEST_SPEED;

    /// A weight of 0 forbids it. https://www.rfc-editor.org/rfc/rfc9110#name-accept-encoding
    private static final Pattern ACCEPTED =
            Pattern.compile("(?i)(^|.*,)\\s*(x-)?gzip\\s*(;\\s*q=(1(\\.0*)?|0?\\.\\d*[1-9]\\d*)\\s*)?(,.*|$)");

    /// Which of them the client wants.
    static Encoding of(ServerRequest request) {
        return request.headers().contains(HeaderNames.ACCEPT_ENCODING)
                        && ACCEPTED.matcher(request.headers()
                                        .get(HeaderNames.ACCEPT_ENCODING)
                                        .values())
                                .matches()
                ? GZIP
                : PLAIN;
    }

    void head(ServerResponse response) {
        if (this == GZIP) {
            response.header(HeaderNames.CONTENT_ENCODING, "gzip");
        }
    }

    byte[] encode(byte[] body) throws IOException {
        if (this == PLAIN) {
            return body;
        }
        var out = new ByteArrayOutputStream(body.length / 4);
        try (var encoding = stream(out)) {
            encoding.write(body);
        }
        return out.toByteArray();
    }

    OutputStream stream(OutputStream out) throws IOException {
        return switch (this) {
            case PLAIN -> out;
            case GZIP -> new Fast(out);
        };
    }

    private static final class Fast extends GZIPOutputStream {
        private static final int BUFFER_BYTES = 8 << 10;

        Fast(OutputStream out) throws IOException {
            super(out, BUFFER_BYTES);
            def.setLevel(LEVEL);
        }
    }
}
