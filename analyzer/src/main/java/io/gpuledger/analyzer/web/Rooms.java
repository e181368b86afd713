package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.access.Right;
import io.gpuledger.analyzer.web.api.Asker;
import io.gpuledger.analyzer.web.api.Door;
import io.gpuledger.analyzer.web.api.RecentAnswers;
import io.gpuledger.service.http.NothingThere;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/// Routes all that is answered by HTTP, behind the doors that it is for. What is added to the last of these lists, and
/// what is declared without saying of whom it tells, is for those only who may be told of the whole fleet.
///
/// @param writes takes in telemetry
/// @param metrics what the analyzer says of its own work
/// @param health whether it works
/// @param endpoints what is declared, each saying of whom it tells
/// @param kept for how long an answer of theirs is given again, at least
/// @param letters what the readers of a letter do with a word that stands in it
/// @param others what changes something by forms
public record Rooms(
        Consumer<HttpRouting.Builder> writes,
        Consumer<HttpRouting.Builder> metrics,
        Consumer<HttpRouting.Builder> health,
        Endpoints endpoints,
        Duration kept,
        Consumer<HttpRouting.Builder> letters,
        List<Consumer<HttpRouting.Builder>> others) {
    public Rooms {
        others = List.copyOf(others);
    }

    public void add(HttpRouting.Builder routing) {
        routing.addFilter(RecentAnswers.keptFor(kept));
        AssetRoutes.add(routing);
        routing.any("/api/v1/write", Door.toMore(Right.WRITE));
        writes.accept(routing);
        routing.any("/metrics", Door.ofFleet()).any("/metrics", Door.toMore(Right.SCRAPE));
        metrics.accept(routing);
        routing.any("/readyz", Door.ofFleet());
        health.accept(routing);
        routing.any(Door.toMore(Right.READ));
        routing.get("/", Rooms::home).head("/", Rooms::home);
        endpoints.add(routing);
        letters.accept(routing);
        routing.any(Door.ofFleet());
        others.forEach(one -> one.accept(routing));
        routing.any(NothingThere::answer);
    }

    /// The page at `/` is about the fleet; who is to be told of some teams only is led to them.
    private static void home(ServerRequest request, ServerResponse response) {
        if (Asker.of(request).isOfTeams()) {
            response.status(Status.SEE_OTHER_303)
                    .header(HeaderNames.LOCATION, "." + TeamsEndpoint.PATH)
                    .send();
        } else {
            response.next();
        }
    }
}
