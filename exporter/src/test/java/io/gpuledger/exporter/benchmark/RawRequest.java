package io.gpuledger.exporter.benchmark;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/// A request as it goes over the wire: made once, sent often.
final class RawRequest {
    static final RawRequest PLAIN = get("/metrics");
    static final RawRequest GZIP = get("/metrics", "Accept-Encoding: gzip");

    private final byte[] wire;

    private RawRequest(String text) {
        wire = text.getBytes(UTF_8);
    }

    static RawRequest get(String path, String... headers) {
        return new RawRequest(head("GET " + path, List.of(headers)) + "\r\n");
    }

    static RawRequest post(String path, String body) {
        var length = "Content-Length: " + body.getBytes(UTF_8).length;
        return new RawRequest(head("POST " + path, List.of(length, "X-Requested-By: benchmark")) + "\r\n" + body);
    }

    private static String head(String methodAndPath, List<String> headers) {
        var head = new StringBuilder(methodAndPath + " HTTP/1.1\r\nHost: localhost\r\n");
        headers.forEach(header -> head.append(header).append("\r\n"));
        return head.toString();
    }

    void writeTo(OutputStream out) throws IOException {
        out.write(wire);
    }
}
