package io.gpuledger.simulator.http;

import io.gpuledger.exporter.exposition.Page.Format;
import io.gpuledger.service.http.Get;
import io.gpuledger.service.http.KeptAnswer;
import io.gpuledger.simulator.page.FailingScrapes;
import io.gpuledger.simulator.page.Pages;
import io.helidon.http.Header;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.Status;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.InstantSource;

/// `/n/<i>/metrics`: what the exporter of a node answers. Never compressed: that would cost more than all the rest.
public final class PagesRoute {
    private static final Header TYPE = HeaderValues.createCached(HeaderNames.CONTENT_TYPE, Format.TEXT.contentType());

    private final Pages pages;
    private final InstantSource clock;
    private final FailingScrapes failing;

    public PagesRoute(Pages pages, InstantSource clock, FailingScrapes failing) {
        this.pages = pages;
        this.clock = clock;
        this.failing = failing;
    }

    public void add(HttpRouting.Builder routing) {
        Get.route(routing, "/n/{node}/metrics", this::metrics);
    }

    private void metrics(ServerRequest request, ServerResponse response) {
        var text = request.path().pathParameters().get("node");
        if (!text.matches("\\d{1,6}") || Integer.parseInt(text) >= pages.size()) {
            refuse(response, Status.NOT_FOUND_404, "There is no node " + text + ": there are " + pages.size() + ".");
            return;
        }
        var node = Integer.parseInt(text);
        var second = clock.instant().getEpochSecond();
        if (failing.hits(node, second)) {
            refuse(response, Status.INTERNAL_SERVER_ERROR_500, "This scrape is to fail.");
            return;
        }
        pages.at(node, second)
                .ifPresentOrElse(
                        page -> KeptAnswer.send(response.header(TYPE), page),
                        () -> refuse(response, Status.SERVICE_UNAVAILABLE_503, "This node's exporter is not running."));
    }

    private static void refuse(ServerResponse response, Status status, String why) {
        response.status(status).send(why + "\n");
    }
}
