package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.store.questions.LedgerTables;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;

/// `/api/v1/ledger`: how much stands in which accounts.
public final class LedgerRoute {
    private final LedgerTables ledger;
    private final InstantSource clock;

    public LedgerRoute(LedgerTables ledger, InstantSource clock) {
        this.ledger = ledger;
        this.clock = clock;
    }

    public void add(HttpRouting.Builder routing) {
        Api.route(routing, "/api/v1/ledger", this::answer);
    }

    private void answer(ServerRequest request, Parameters parameters, ServerResponse response) throws IOException {
        var asked = LedgerParameters.of(parameters, Api.wantsCsv(request), clock.instant());
        var answer = ledger.answer(asked.question());
        asked.nextPage(answer).ifPresent(next -> link(response, asked.query(next)));
        if (asked.isTable()) {
            var table = LedgerCsv.of(asked.question(), answer);
            Api.send(response, Api.CSV, table.getBytes(StandardCharsets.UTF_8));
        } else {
            Api.send(response, Api.JSON, LedgerJson.of(asked, answer));
        }
    }

    /// Relative to the URL of the request, whose path may be another to who asks from behind a proxy.
    private static void link(ServerResponse response, String query) {
        response.header(HeaderNames.LINK, "<?%s>; rel=\"next\"".formatted(query));
    }
}
