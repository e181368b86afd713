package io.gpuledger.analyzer.web.api;

import io.helidon.webserver.http.ServerRequest;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/// Reads the fields of a form that a page sent.
public final class SentForm {
    private static final int BYTES_MAX = 32 * 1024;

    private SentForm() {}

    /// Returns them by name.
    public static Map<String, String> read(ServerRequest request) throws IOException {
        return read(request, BYTES_MAX);
    }

    /// Returns them by name. Of a field that is sent twice the last counts; of a form that is too long the rest is not
    /// read.
    public static Map<String, String> read(ServerRequest request, int bytesMax) throws IOException {
        var fields = new LinkedHashMap<String, String>();
        if (!request.content().hasEntity()) {
            return fields;
        }
        var body = new String(request.content().inputStream().readNBytes(bytesMax), StandardCharsets.UTF_8);
        for (var field : Arrays.asList(body.split("&", -1))) {
            var at = field.indexOf('=');
            if (at > 0) {
                fields.put(decoded(field.substring(0, at)), decoded(field.substring(at + 1)));
            }
        }
        return fields;
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException _) {
            return text;
        }
    }
}
