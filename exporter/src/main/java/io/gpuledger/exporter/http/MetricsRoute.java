package io.gpuledger.exporter.http;

import io.gpuledger.exporter.exposition.Page;
import io.gpuledger.exporter.exposition.Page.Format;
import io.gpuledger.service.http.AnswerDeadline;
import io.gpuledger.service.http.Get;
import io.gpuledger.service.http.KeptAnswer;
import io.helidon.http.Header;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.ServerRequestHeaders;
import io.helidon.http.Status;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Duration;
import java.util.Map;

/// `/metrics`: a copy of the page that was rendered last.
public final class MetricsRoute {
    private static final Map<Format, Header> TYPES = Map.of(
            Format.TEXT, type(Format.TEXT),
            Format.OPEN_METRICS, type(Format.OPEN_METRICS));
    private static final Header GZIP = HeaderValues.createCached(HeaderNames.CONTENT_ENCODING, "gzip");
    private static final Header VARY = HeaderValues.createCached(HeaderNames.VARY, "Accept, Accept-Encoding");

    private final Negotiation negotiation = new Negotiation();
    private final Current current;
    private final ScrapeSettings settings;
    private final Turnstile scrapes;

    public MetricsRoute(Current current, ScrapeSettings settings) {
        this.current = current;
        this.settings = settings;
        this.scrapes = new Turnstile(settings.concurrentMax());
    }

    public void add(HttpRouting.Builder routing) {
        Get.route(routing, "/metrics", this::metrics);
    }

    /// Scrapes that are being answered.
    int inFlight() {
        return scrapes.inside();
    }

    private void metrics(ServerRequest request, ServerResponse response) throws InterruptedException {
        if (!scrapes.enter()) {
            refuse(
                    response,
                    settings.concurrentMax() + " scrapes are being answered; max-concurrent-scrapes allows no"
                            + " more.");
            return;
        }
        try {
            scrape(request, response);
        } finally {
            scrapes.leave();
        }
    }

    private void scrape(ServerRequest request, ServerResponse response) throws InterruptedException {
        var timeout = ScrapeTimeout.of(request.headers());
        if (timeout.isPresent()) {
            AnswerDeadline.within(request, timeout.get().time());
        }
        var published = current.latest(timeout.map(ScrapeTimeout::patience).orElse(Duration.ZERO));
        if (published.isPresent()) {
            send(published.get().page(), request.headers(), response);
        } else {
            refuse(response, "No cycle has ended yet.");
        }
    }

    private static void refuse(ServerResponse response, String why) {
        response.status(Status.SERVICE_UNAVAILABLE_503)
                .header(HeaderNames.RETRY_AFTER, "1")
                .send(why + "\n");
    }

    private void send(Page page, ServerRequestHeaders headers, ServerResponse response) {
        var format = negotiation.format(header(headers, HeaderNames.ACCEPT));
        response.header(TYPES.getOrDefault(format, type(format))).header(VARY);
        if (negotiation.takesGzip(header(headers, HeaderNames.ACCEPT_ENCODING))) {
            KeptAnswer.send(response.header(GZIP), page.gzip(format));
        } else {
            KeptAnswer.send(response, page.plain(format));
        }
    }

    private static String header(ServerRequestHeaders headers, HeaderName name) {
        return headers.contains(name) ? headers.get(name).values() : "";
    }

    private static Header type(Format format) {
        return HeaderValues.createCached(HeaderNames.CONTENT_TYPE, format.contentType());
    }
}
