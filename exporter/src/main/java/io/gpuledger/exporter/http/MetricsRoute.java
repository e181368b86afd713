package io.gpuledger.exporter.http;

import io.gpuledger.exporter.exposition.Page;
import io.gpuledger.service.http.Get;
import io.helidon.http.Header;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.ServerRequestHeaders;
import io.helidon.http.Status;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/// `/metrics`: a copy of the page that was rendered last.
public final class MetricsRoute {
    private static final Header TYPE = HeaderValues.createCached(HeaderNames.CONTENT_TYPE, Page.CONTENT_TYPE);
    private static final Header GZIP = HeaderValues.createCached(HeaderNames.CONTENT_ENCODING, "gzip");
    private static final Header VARY = HeaderValues.createCached(HeaderNames.VARY, "Accept-Encoding");

    private static final Pattern COMMA = Pattern.compile(",");
    private static final List<String> NOUGHT = List.of("0", "0.", "0.0", "0.00", "0.000");

    private final Current current;

    public MetricsRoute(Current current) {
        this.current = current;
    }

    public void add(HttpRouting.Builder routing) {
        Get.route(routing, "/metrics", this::metrics);
    }

    private void metrics(ServerRequest request, ServerResponse response) {
        current.latest()
                .ifPresentOrElse(
                        published -> send(published.page(), request.headers(), response),
                        () -> response.status(Status.SERVICE_UNAVAILABLE_503).send("No cycle has ended yet.\n"));
    }

    private static void send(Page page, ServerRequestHeaders headers, ServerResponse response) {
        response.header(TYPE).header(VARY);
        if (takesGzip(headers)) {
            response.header(GZIP).send(page.gzip());
        } else {
            response.send(page.plain());
        }
    }

    private static boolean takesGzip(ServerRequestHeaders headers) {
        return headers.contains(HeaderNames.ACCEPT_ENCODING)
                && headers.get(HeaderNames.ACCEPT_ENCODING).allValues().stream()
                        .flatMap(COMMA::splitAsStream)
                        .map(coding -> coding.replace(" ", "").toLowerCase(Locale.ROOT))
                        .anyMatch(coding -> coding.equals("gzip") || isWeighedGzip(coding));
    }

    /// `gzip` with a weight that is not nought. https://www.rfc-editor.org/rfc/rfc9110#name-accept-encoding
    private static boolean isWeighedGzip(String coding) {
        return coding.startsWith("gzip;q=") && !NOUGHT.contains(coding.substring("gzip;q=".length()));
    }
}
