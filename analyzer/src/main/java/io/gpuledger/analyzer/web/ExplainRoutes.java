package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.access.Sight;
import io.gpuledger.analyzer.booking.Teams;
import io.gpuledger.analyzer.cluster.kubernetes.Manifest;
import io.gpuledger.analyzer.cluster.kubernetes.PodTemplate;
import io.gpuledger.analyzer.store.pods.BacklogTables;
import io.gpuledger.analyzer.store.postgres.CannotAskException;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.web.ExplainEndpoint.Proposed;
import io.gpuledger.analyzer.web.ExplainForm.Filled;
import io.gpuledger.analyzer.web.api.Asker;
import io.gpuledger.analyzer.web.api.Outcome;
import io.gpuledger.analyzer.web.api.SentForm;
import io.gpuledger.analyzer.web.page.Frame;
import io.gpuledger.service.http.Get;
import io.gpuledger.service.http.Others;
import io.gpuledger.service.http.SameSite;
import io.helidon.http.Header;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.Status;
import io.helidon.webserver.http.HttpRules;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/// Shows the form at `/explain`, and takes what it sends: the manifest of pods that nobody has made yet. It changes
/// nothing; a manifest is too long for an address.
public final class ExplainRoutes {
    static final String PATH = "/explain";

    /// Each byte of a manifest may be three in a form.
    private static final int BYTES_MAX = 3 * ExplainEndpoint.BYTES_MAX + 1024;

    private static final Header TYPE = HeaderValues.createCached(HeaderNames.CONTENT_TYPE, "text/html; charset=utf-8");

    private final BacklogTables backlogs;
    private final InstantSource clock;

    public ExplainRoutes(Database database, Teams teams, InstantSource clock) {
        this.backlogs = new BacklogTables(database, teams);
        this.clock = clock;
    }

    public void add(HttpRules rules) {
        Get.answer(rules, PATH, this::show);
        rules.post(PATH, SameSite.only(this::explain));
        Others.refuse(rules, PATH, List.of("GET", "HEAD", "POST"));
    }

    private void show(ServerRequest request, ServerResponse response) {
        answer(
                request,
                response,
                () -> new ExplainForm(Filled.NOTHING, clusters(), Optional.empty(), Optional.empty()));
    }

    private void explain(ServerRequest request, ServerResponse response) throws IOException {
        var filled = Filled.of(SentForm.read(request, BYTES_MAX));
        answer(request, response, () -> explained(filled));
    }

    private interface Asking {
        ExplainForm form();
    }

    private static void answer(ServerRequest request, ServerResponse response, Asking asking) {
        try {
            var form = asking.form();
            send(request, response, form.problem().isPresent() ? Status.BAD_REQUEST_400 : Status.OK_200, form);
        } catch (CannotAskException e) {
            var why = "The database gives no answer now: try again later.";
            send(
                    request,
                    response,
                    Status.SERVICE_UNAVAILABLE_503,
                    new ExplainForm(Filled.NOTHING, List.of(), Optional.of(why), Optional.empty()));
        }
    }

    private static void send(ServerRequest request, ServerResponse response, Status status, ExplainForm form) {
        response.status(status)
                .header(TYPE)
                .header(HeaderValues.CACHE_NO_CACHE)
                .send(Frame.of(PATH, List.of(), Asker.of(request)).around("What would become of a pod", form.node()));
    }

    private List<String> clusters() {
        return backlogs.clusters();
    }

    private ExplainForm explained(Filled filled) {
        try {
            return explained(filled, templates(filled.manifest()));
        } catch (IllegalArgumentException e) {
            return refused(filled, "The manifest: " + e.getMessage() + ".");
        }
    }

    private static List<PodTemplate> templates(String manifest) {
        if (manifest.isBlank()) {
            throw new IllegalArgumentException("paste one into the field");
        }
        if (manifest.getBytes(StandardCharsets.UTF_8).length > ExplainEndpoint.BYTES_MAX) {
            throw new IllegalArgumentException("must have no more than %,d bytes".formatted(ExplainEndpoint.BYTES_MAX));
        }
        return Manifest.read(manifest);
    }

    private ExplainForm explained(Filled filled, List<PodTemplate> templates) {
        var proposed = new Proposed(templates, filled.namespace(), filled.named(), Sight.Whole.FLEET, clock.millis());
        return switch (ExplainEndpoint.answer(proposed, backlogs)) {
            case Outcome.Answered<ExplainPage>(var found) ->
                new ExplainForm(filled, clusters(), Optional.empty(), Optional.of(found));
            case Outcome.Meanwhile<ExplainPage>(var found) ->
                new ExplainForm(filled, clusters(), Optional.empty(), Optional.of(found));
            case Outcome.NotFound<ExplainPage>(var why) -> refused(filled, "The cluster: " + why + ".");
            case Outcome.NotYet<ExplainPage>(var why) -> refused(filled, why);
        };
    }

    private ExplainForm refused(Filled filled, String why) {
        return new ExplainForm(filled, clusters(), Optional.of(why), Optional.empty());
    }
}
