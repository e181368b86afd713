package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.access.Right;
import io.gpuledger.analyzer.html.Element;
import io.gpuledger.analyzer.html.Node;
import io.gpuledger.analyzer.store.findings.Mutes;
import io.gpuledger.analyzer.store.postgres.CannotAskException;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.web.api.Asker;
import io.gpuledger.analyzer.web.api.Change;
import io.gpuledger.analyzer.web.api.Door;
import io.gpuledger.analyzer.web.api.SentForm;
import io.gpuledger.analyzer.web.page.Frame;
import io.gpuledger.service.http.Others;
import io.gpuledger.service.http.Problem;
import io.gpuledger.service.http.SameSite;
import io.helidon.http.Header;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.Status;
import io.helidon.webserver.http.HttpRules;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// Takes what the forms of [FindingsPage] send. Whoever may change something may say that he has seen to something: it
/// changes what others are told, and nothing of the books. A page from elsewhere may not.
public final class MuteRoutes {
    private static final String MUTE = FindingsPage.PATH + "/mute";
    private static final String UNMUTE = FindingsPage.PATH + "/unmute";
    private static final Duration RETRY = Duration.ofSeconds(10);
    private static final Pattern NUMBER = Pattern.compile("\\d{1,18}");
    private static final Header TYPE = HeaderValues.createCached(HeaderNames.CONTENT_TYPE, "text/html; charset=utf-8");

    private final Mutes mutes;
    private final InstantSource clock;

    public MuteRoutes(Database database, InstantSource clock) {
        this.mutes = new Mutes(database);
        this.clock = clock;
    }

    public void add(HttpRules rules) {
        rules.post(MUTE, Door.of(Right.CHANGE, SameSite.only(this::mute)))
                .post(UNMUTE, Door.of(Right.CHANGE, SameSite.only(this::unmute)));
        Others.refuse(rules, MUTE, List.of("POST"));
        Others.refuse(rules, UNMUTE, List.of("POST"));
    }

    private void mute(ServerRequest request, ServerResponse response) throws IOException {
        var given = SentForm.read(request);
        Change.note(request, given.toString());
        var scope = Optional.ofNullable(given.remove(MuteForms.SCOPE)).orElse("");
        var problems = new ArrayList<String>();
        var fields = new MuteFields(given).naming(Arrays.asList(scope.split(",", -1)));
        var mute = NewMute.of(fields, clock.instant(), problems::add);
        if (problems.isEmpty()) {
            change(request, response, () -> mutes.add(mute));
        } else {
            refuse(request, response, problems);
        }
    }

    private void unmute(ServerRequest request, ServerResponse response) throws IOException {
        var id = Optional.ofNullable(SentForm.read(request).get(MuteForms.ID))
                .filter(text -> NUMBER.matcher(text).matches());
        Change.note(request, id.orElse(""));
        if (id.isPresent()) {
            change(request, response, () -> mutes.end(Long.parseLong(id.get()), clock.instant()));
        } else {
            refuse(request, response, List.of("no mute is named"));
        }
    }

    /// The page is shown again, and whoever loads it once more sends nothing twice.
    private static void change(ServerRequest request, ServerResponse response, Runnable change) {
        try {
            change.run();
            response.status(Status.SEE_OTHER_303)
                    .header(HeaderNames.LOCATION, ".." + FindingsPage.PATH)
                    .send();
        } catch (CannotAskException e) {
            Problem.of(Status.SERVICE_UNAVAILABLE_503, "The database " + e.getMessage() + ".")
                    .retry(RETRY)
                    .send(request, response);
        }
    }

    private static void refuse(ServerRequest request, ServerResponse response, List<String> problems) {
        var items = problems.stream().map(problem -> Element.of("li", problem)).toList();
        response.status(Status.BAD_REQUEST_400)
                .header(TYPE)
                .header(HeaderValues.CACHE_NO_CACHE)
                .send(Frame.of(MUTE, List.of(), Asker.of(request))
                        .around(Node.of(
                                Element.of("p", "Nothing was muted:"),
                                Element.of("ul", items),
                                Element.of(
                                        "p",
                                        Element.of("a", "Back to the findings").with("href", "../findings")))));
    }
}
