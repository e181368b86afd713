package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.books.Present;
import io.gpuledger.analyzer.diagnosis.FragmentedNode;
import io.gpuledger.analyzer.store.pods.BacklogTables;
import io.gpuledger.analyzer.store.pods.InstantRows;
import io.gpuledger.analyzer.store.pods.MoveTables;
import io.gpuledger.analyzer.store.pods.Room;
import io.gpuledger.analyzer.store.pods.StrandedTables;
import io.gpuledger.analyzer.store.quotas.QuotaTables;
import io.gpuledger.analyzer.web.PendingEndpoint.PendingQuestion;
import io.gpuledger.analyzer.web.WaitingPage.Asked;
import io.gpuledger.analyzer.web.api.Endpoint;
import io.gpuledger.analyzer.web.api.Form.Html;
import io.gpuledger.analyzer.web.api.Outcome.Answered;
import io.gpuledger.analyzer.web.api.Page;
import io.gpuledger.analyzer.web.api.Parameter;
import io.gpuledger.analyzer.web.api.Parameter.One;
import io.gpuledger.analyzer.web.api.Question;
import io.gpuledger.analyzer.web.api.Reading;
import io.gpuledger.analyzer.web.api.Scope;
import io.gpuledger.analyzer.web.page.Frame;
import io.gpuledger.analyzer.web.page.Link;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// Declares the page at `/waiting`, which shows at once what several paths of the API answer.
final class WaitingEndpoint {
    static final String PATH = "/waiting";

    static final One<Optional<String>> CLUSTER = only("cluster", "Only what is in this one.");
    static final One<Optional<String>> TEAM = only("team", "Only pods that this one would pay for.");
    static final One<Boolean> MOVES = new One<>(
            "moves",
            Reading.oneOf("answer", List.of("0", "1")).then("1"::equals),
            false,
            "`0`",
            "Whether it is found out too what moving pods would make room for, which takes seconds on a large fleet.");
    private static final One<Integer> LIMIT =
            new One<>("limit", Reading.upTo(5_000), 50, "50", "How many rows a table may have.");
    private static final List<Parameter> ALL = List.of(CLUSTER, TEAM, MOVES, LIMIT);

    /// Where all of this is read.
    record Tables(StrandedTables stranded, BacklogTables backlogs, MoveTables moves, QuotaTables quotas) {}

    private WaitingEndpoint() {}

    /// @param links where the foot of the page leads to
    static Endpoint<?, ?> of(Tables tables, Supplier<Present> present, List<Link> links, InstantSource clock) {
        return new Endpoint<>(
                        PATH,
                        "which GPUs are of no use to anybody now, which pods wait for GPUs, and what would help, for"
                                + " people",
                        Question.of(
                                ALL,
                                asked -> new Asked(
                                        clock.millis(),
                                        asked.get(CLUSTER),
                                        asked.get(TEAM),
                                        asked.get(MOVES),
                                        asked.get(LIMIT),
                                        asked.sight())),
                        new Html<>(
                                (node, viewer) -> Frame.of(PATH, links, viewer).around(node)),
                        asked -> new Answered<>(
                                asked.sight().isWhole()
                                        ? page(asked, tables, present.get()).node()
                                        : ofTeams(asked, tables).node()))
                .telling(Scope.BY_TEAM);
    }

    private static One<Optional<String>> only(String name, String meaning) {
        return new One<>(
                name,
                Reading.TEXT.then(text -> Optional.of(text.strip()).filter(some -> !some.isEmpty())),
                Optional.empty(),
                "all",
                meaning);
    }

    private static TeamsWaitingPage ofTeams(Asked asked, Tables tables) {
        return new TeamsWaitingPage(
                asked,
                PendingEndpoint.answer(
                        pending(asked), new InstantRows(asked.at()), tables.backlogs(), Optional.empty()),
                quotas(asked, tables),
                tables.backlogs().clusters());
    }

    private static QuotaAnswer quotas(Asked asked, Tables tables) {
        return QuotaEndpoint.at(
                asked.at(),
                asked.cluster(),
                Page.first(asked.limit()),
                asked.sight(),
                tables.quotas(),
                tables.backlogs());
    }

    private static WaitingPage page(Asked asked, Tables tables, Present present) {
        var rows = new InstantRows(asked.at());
        return Both.of(
                () -> room(asked, rows, tables.stranded()),
                () -> PendingEndpoint.answer(
                        pending(asked),
                        rows,
                        tables.backlogs(),
                        Optional.of(tables.moves()).filter(_ -> asked.isSlow())),
                (room, pending) -> page(asked, tables, present, room, pending));
    }

    private static WaitingPage page(Asked asked, Tables tables, Present present, Room room, PendingAnswer pending) {
        return new WaitingPage(
                asked,
                new StrandedAnswer(asked.at(), Optional.empty(), Page.first(asked.limit()), room.now()),
                new SlotsAnswer(asked.at(), room),
                pending,
                new FragmentationAnswer(asked.at(), Page.first(asked.limit()), FragmentedNode.of(room.now())),
                quotas(asked, tables),
                slow(asked, tables),
                tables.backlogs().clusters(),
                present);
    }

    /// How pods could be put closer together is reckoned only where somebody waits for that.
    private static Room room(Asked asked, InstantRows rows, StrandedTables tables) {
        if (asked.isSlow()) {
            return tables.room(rows, asked.cluster());
        }
        var now = tables.at(rows, asked.cluster());
        return new Room(now, now);
    }

    private static PendingQuestion pending(Asked asked) {
        return new PendingQuestion(
                asked.at(),
                Page.first(asked.limit()),
                asked.cluster(),
                verdict -> asked.cluster().map(verdict.pod().cluster()::equals).orElse(true)
                        && asked.team().map(verdict.pod().team()::equals).orElse(true)
                        && asked.sight().has(verdict.pod().team()),
                !asked.sight().isWhole());
    }

    private static Optional<MovesAnswer> slow(Asked asked, Tables tables) {
        return asked.isSlow()
                ? Optional.of(MovesEndpoint.forOldest(asked.at(), asked.cluster(), tables.moves(), tables.backlogs()))
                : Optional.empty();
    }
}
