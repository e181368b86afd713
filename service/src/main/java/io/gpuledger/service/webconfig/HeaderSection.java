package io.gpuledger.service.webconfig;

import io.gpuledger.service.settings.Section;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// This reads `http_server_config`.
final class HeaderSection {
    /// The headers that can be set, and their values where those are counted; any will do where there is none.
    private static final Map<String, List<String>> HEADERS = Map.of(
            "Strict-Transport-Security", List.of(),
            "X-Content-Type-Options", List.of("nosniff"),
            "X-Frame-Options", List.of("deny", "sameorigin"),
            "X-XSS-Protection", List.of(),
            "Content-Security-Policy", List.of());

    private final Section section;

    HeaderSection(Section section) {
        this.section = section.allowing(Set.of("http2", "headers"));
    }

    Map<String, String> read() {
        // Read to find mistakes in it: HTTP/1.1 is spoken whatever it says.
        section.flag("http2", true);
        var headers = section.section("headers").allowing(HEADERS.keySet());
        var values = new LinkedHashMap<String, String>();
        HEADERS.forEach((name, allowed) ->
                headers.read(name, value -> checked(value, allowed)).ifPresent(value -> values.put(name, value)));
        return values;
    }

    private static String checked(String value, List<String> allowed) {
        if (!allowed.isEmpty() && !allowed.contains(value)) {
            throw new IllegalArgumentException("must be " + String.join(" or ", allowed) + ", not '" + value + "'");
        }
        if (value.chars().anyMatch(letter -> letter < ' ' || letter > '~')) {
            throw new IllegalArgumentException("must be printable ASCII");
        }
        return value;
    }
}
