package io.gpuledger.service.http;

import io.helidon.http.Header;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.webserver.http.HttpRouting;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Collectors;

/// The page at `/`: what this is, and where to go.
public final class LandingPage {
    private static final Header TYPE = HeaderValues.createCached(HeaderNames.CONTENT_TYPE, "text/html; charset=utf-8");

    private LandingPage() {}

    /// Adds the page; the links say what each path is for, in the order to show them.
    public static void add(HttpRouting.Builder routing, String title, String sentence, Map<String, String> links) {
        var html = html(title, sentence, links).getBytes(StandardCharsets.UTF_8);
        Get.route(
                routing,
                "/",
                (request, response) -> KeptAnswer.send(
                        response.header(HeaderValues.CACHE_NO_CACHE).header(TYPE), html));
    }

    private static String html(String title, String sentence, Map<String, String> links) {
        var rows = links.entrySet().stream()
                .map(link -> "<tr><td><a href=\"%1$s\">%1$s</a></td><td>%2$s</td></tr>"
                        .formatted(escaped(link.getKey()), escaped(link.getValue())))
                .collect(Collectors.joining("\n"));
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head><meta charset="utf-8"><title>%1$s</title>
            <style>
            body { font: 16px/1.5 system-ui, sans-serif; max-width: 44rem; margin: 3rem auto; padding: 0 1rem }
            td { padding: .2rem 1.5rem .2rem 0 }
            </style></head>
            <body><h1>%1$s</h1>
            <p>%2$s</p>
            <table>
            %3$s
            </table></body>
            </html>
            """.formatted(escaped(title), escaped(sentence), rows);
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
