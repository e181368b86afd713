package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.access.Sight;
import io.gpuledger.analyzer.html.Element;
import io.gpuledger.analyzer.html.Node;
import io.gpuledger.analyzer.store.questions.Dimension;
import io.gpuledger.analyzer.store.questions.LedgerQuestion;
import io.gpuledger.analyzer.store.questions.LedgerTables;
import io.gpuledger.analyzer.web.Breakdown.Row;
import io.gpuledger.analyzer.web.api.Endpoint;
import io.gpuledger.analyzer.web.api.Form.Html;
import io.gpuledger.analyzer.web.api.Outcome.Answered;
import io.gpuledger.analyzer.web.api.Question;
import io.gpuledger.analyzer.web.api.Scope;
import io.gpuledger.analyzer.web.page.Address;
import io.gpuledger.analyzer.web.page.Frame;
import io.gpuledger.analyzer.web.page.Link;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// Declares `/teams`: what each team held, and what it was.
final class TeamsEndpoint {
    static final String PATH = "/teams";

    private record Wanted(BookTime time, Sight sight) {}

    private TeamsEndpoint() {}

    /// @param links where the foot of the page leads to
    static Endpoint<?, ?> page(LedgerTables ledger, List<Link> links, InstantSource clock) {
        return new Endpoint<>(
                        PATH,
                        "what each team held, for people",
                        Question.of(
                                BookTime.ALL, asked -> new Wanted(BookTime.of(asked, clock.instant()), asked.sight())),
                        new Html<>(
                                (node, viewer) -> Frame.of(PATH, links, viewer).around(node)),
                        wanted -> new Answered<>(node(ledger, wanted, clock.instant())))
                .telling(Scope.BY_TEAM);
    }

    private static Node node(LedgerTables ledger, Wanted wanted, Instant now) {
        var time = wanted.time();
        var window = time.orRecent(now);
        var question = LedgerQuestion.of(window, Dimension.TEAM, Dimension.STATE);
        var answer = ledger.answer(Teams.narrowed(question, wanted.sight()));
        var rows = Breakdown.rows(answer).stream()
                .filter(row -> !row.key().isEmpty())
                .toList();
        var names = new LinkedHashMap<String, Function<Row, Node>>();
        names.put("Team", row -> Address.ofTeam(row.of(Dimension.TEAM)).link(row.of(Dimension.TEAM)));
        return Node.of(
                Element.of("h1", "Teams"),
                time.form("teams", window, Map.of()).node(),
                rows.isEmpty()
                        ? Element.of("p", "No team held a GPU in this time, as far as there are books of it.")
                        : Breakdown.table(
                                "What teams held, in GPU-hours; who held most comes first.",
                                rows,
                                answer.isWhole(),
                                names));
    }
}
