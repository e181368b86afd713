package io.gpuledger.analyzer.web;

import io.helidon.webserver.http.ServerRequest;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/// Reads the fields of a form that a browser sent.
final class FormFields {
    private FormFields() {}

    /// Returns them by name; of one that is sent twice the last counts, and what is longer than that is cut off.
    static Map<String, String> of(ServerRequest request, int bytesMax) throws IOException {
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
