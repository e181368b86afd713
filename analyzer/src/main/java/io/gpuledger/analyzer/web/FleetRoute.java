package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.books.Present;
import io.gpuledger.analyzer.report.FleetWeeks;
import io.gpuledger.analyzer.store.postgres.CannotAskException;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/// `/`: where the fleet's time went in the last week, and what it is now.
public final class FleetRoute {
    private static final String HTML = "text/html; charset=utf-8";

    private final FleetWeeks weeks;
    private final Supplier<Present> present;
    private final InstantSource clock;
    private final FleetPage page;

    /// @param links what each path is for, in the order to show them
    public FleetRoute(FleetWeeks weeks, Supplier<Present> present, InstantSource clock, Map<String, String> links) {
        this.weeks = weeks;
        this.present = present;
        this.clock = clock;
        this.page = new FleetPage(links);
    }

    public void add(HttpRouting.Builder routing) {
        Api.route(routing, "/", this::answer);
    }

    private void answer(ServerRequest request, Parameters parameters, ServerResponse response) {
        parameters.requireGood(List.of());
        var now = clock.instant();
        String html;
        try {
            html = page.of(weeks.last(now), present.get(), now);
        } catch (CannotAskException e) {
            html = page.away(String.valueOf(e.getMessage()), present.get(), now);
            response.status(Status.SERVICE_UNAVAILABLE_503).header(HeaderNames.RETRY_AFTER, "10");
        }
        Api.send(response, HTML, html.getBytes(StandardCharsets.UTF_8));
    }
}
