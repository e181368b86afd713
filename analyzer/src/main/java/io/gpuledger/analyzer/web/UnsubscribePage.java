package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.access.Viewer;
import io.gpuledger.analyzer.html.Element;
import io.gpuledger.analyzer.html.Node;
import io.gpuledger.analyzer.report.Edition;
import io.gpuledger.analyzer.store.outbox.ExemptionTables;
import io.gpuledger.analyzer.store.outbox.ExemptionTables.Exemption;
import io.gpuledger.analyzer.store.outbox.ExemptionTables.Lettered;
import io.gpuledger.analyzer.store.postgres.CannotAskException;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.web.api.Asker;
import io.gpuledger.analyzer.web.api.Door;
import io.gpuledger.analyzer.web.page.Frame;
import io.gpuledger.service.http.Get;
import io.gpuledger.service.http.Problem;
import io.helidon.http.Header;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.Status;
import io.helidon.webserver.http.HttpRules;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// The page on which the readers of a letter have their team get no more of them. The letter's link leads here,
/// with a word that nobody else knows. Opening it changes nothing, as programs that look into mail open links
/// too: the button does, and so does the one click of a mail program (https://www.rfc-editor.org/rfc/rfc8058).
public final class UnsubscribePage {
    private static final String PATH = "/unsubscribe";
    private static final Duration RETRY = Duration.ofSeconds(10);
    private static final String LETTER = "letter";
    private static final Pattern TOKEN = Pattern.compile("[0-9a-f]{48}");
    private static final Header TYPE = HeaderValues.createCached(HeaderNames.CONTENT_TYPE, "text/html; charset=utf-8");
    /// The link is not to be told to other sites; ours has to be, or the button would seem to be pressed elsewhere.
    private static final Header REFERRER = HeaderValues.createCached("Referrer-Policy", "same-origin");

    private final ExemptionTables tables;
    private final InstantSource clock;

    public UnsubscribePage(Database database, InstantSource clock) {
        this.tables = new ExemptionTables(database);
        this.clock = clock;
    }

    public void add(HttpRules rules) {
        rules.post(PATH, Door.changing(this::take));
        Get.route(rules, PATH, this::show);
    }

    private void show(ServerRequest request, ServerResponse response) {
        answer(request, response, (letter, token) -> {
            var button = Element.of("button", "No more letters").with("type", "submit");
            var form = Element.of("form", button)
                    .with("method", "post")
                    .with("action", PATH.substring(1) + "?" + LETTER + "=" + token);
            return Node.of(Element.of("p", "GPU-hours of " + whose(letter) + " are mailed each week."), form);
        });
    }

    private void take(ServerRequest request, ServerResponse response) {
        answer(request, response, (letter, _) -> {
            tables.add(new Exemption(
                    letter.edition().name(),
                    clock.instant(),
                    "a reader",
                    "by the link of the letter of " + letter.week()));
            return Element.of(
                    "p",
                    "No more letters are mailed about " + whose(letter)
                            + ". Who runs this program takes that back with `gpu-analyzer mail include`.");
        });
    }

    private static String whose(Lettered letter) {
        return switch (letter.edition()) {
            case Edition.OfFleet _ -> "the whole fleet";
            case Edition.OfTeam(String name) -> "team " + name;
        };
    }

    /// Who is to be told of some teams only is told of no other team's letters, whatever link he has.
    private static boolean isFor(Viewer viewer, Lettered letter) {
        return switch (letter.edition()) {
            case Edition.OfFleet _ -> !viewer.isOfTeams();
            case Edition.OfTeam(String name) -> viewer.sight().has(name);
        };
    }

    private interface Words {
        Node of(Lettered letter, String token) throws DatabaseException;
    }

    private void answer(ServerRequest request, ServerResponse response, Words words) {
        try {
            var token = request.query()
                    .first(LETTER)
                    .filter(word -> TOKEN.matcher(word).matches());
            Optional<Lettered> letter = token.flatMap(tables::byToken).filter(its -> isFor(Asker.of(request), its));
            if (letter.isEmpty()) {
                Problem.of(Status.NOT_FOUND_404, "No letter has this link: it may be too old.")
                        .send(request, response);
                return;
            }
            response.header(TYPE)
                    .header(REFERRER)
                    .header(HeaderValues.CACHE_NO_CACHE)
                    .send(Frame.of(PATH, List.of(), Asker.of(request)).around(words.of(letter.get(), token.get())));
        } catch (CannotAskException | DatabaseException e) {
            Problem.of(Status.SERVICE_UNAVAILABLE_503, "The database gives no answer now.")
                    .retry(RETRY)
                    .send(request, response);
        }
    }
}
