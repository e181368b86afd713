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
                        .formatted(PlainPage.escaped(link.getKey()), PlainPage.escaped(link.getValue())))
                .collect(Collectors.joining("\n"));
        return PlainPage.of(title, "<p>%s</p>\n<table>\n%s\n</table>".formatted(PlainPage.escaped(sentence), rows));
    }
}
