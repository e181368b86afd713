package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.store.questions.WorkloadTables;
import io.gpuledger.analyzer.store.questions.WorkloadTables.OfTeam;
import io.gpuledger.analyzer.time.Span;
import io.gpuledger.analyzer.web.api.Asked;
import io.gpuledger.analyzer.web.api.Endpoint;
import io.gpuledger.analyzer.web.api.Field;
import io.gpuledger.analyzer.web.api.Form.Document;
import io.gpuledger.analyzer.web.api.Outcome;
import io.gpuledger.analyzer.web.api.Outcome.Answered;
import io.gpuledger.analyzer.web.api.Outcome.NotFound;
import io.gpuledger.analyzer.web.api.Page;
import io.gpuledger.analyzer.web.api.Paging;
import io.gpuledger.analyzer.web.api.Parameter.InPath;
import io.gpuledger.analyzer.web.api.Parameter.Required;
import io.gpuledger.analyzer.web.api.Question;
import io.gpuledger.analyzer.web.api.Reading;
import io.gpuledger.analyzer.web.api.Scope;
import io.gpuledger.analyzer.web.api.Shape;
import io.gpuledger.analyzer.web.api.Type;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Declares `/api/v1/workloads`, which has those of a team, and each by its number.
final class WorkloadsEndpoint {
    private static final String PATH = "/api/v1/workloads";
    private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");

    private static final Required<String> TEAM = new Required<>(
            "team", Reading.TEXT, "speech", "/api/v1/ledger?by=team says which there are", "Whose workloads.");
    private static final Paging PAGING = Paging.of(1_000, 100, "workloads");
    private static final InPath ID = new InPath("id", "The number of a workload.");

    private record TeamQuestion(Span window, Page page, String team, Optional<Set<String>> teams) {}

    private record TeamAnswer(TeamQuestion asked, OfTeam found) {
        Optional<String> next() {
            return asked.page().nextQuery(found.count());
        }

        List<WorkloadFields.Row> rows() {
            return found.workloads().stream().map(WorkloadFields.Row::of).toList();
        }
    }

    private record OneQuestion(Span window, String id, Optional<Set<String>> teams) {}

    private record OneAnswer(Span window, WorkloadFields.Row workload) {}

    private static final Shape<TeamAnswer> OF_TEAM = Shape.of(
            "data",
            Field.part(Hours.SHAPE, answer -> answer.asked().window()),
            Paging.field(
                    answer -> answer.asked().page(), answer -> answer.found().count()),
            Field.of(
                    "workloads",
                    Type.list(Type.object(WorkloadFields.SHAPE)),
                    TeamAnswer::rows,
                    "Those that held most first."));

    private static final Shape<OneAnswer> OF_ONE = Shape.of(
            "data", Field.part(Hours.SHAPE, OneAnswer::window), Field.part(WorkloadFields.SHAPE, OneAnswer::workload));

    private WorkloadsEndpoint() {}

    static Endpoint<?, ?> ofTeam(WorkloadTables workloads, InstantSource clock) {
        return new Endpoint<>(
                        PATH,
                        "what a team's workloads held, and how they used it",
                        Question.of(
                                PAGING.after(TEAM, Hours.FROM, Hours.TO),
                                asked -> question(asked, Hours.of(asked, clock.instant()))),
                        Document.of(OF_TEAM).inPages(TeamAnswer::next),
                        asked -> new Answered<>(new TeamAnswer(asked, found(workloads, asked))))
                .telling(Scope.BY_TEAM);
    }

    private static TeamQuestion question(Asked asked, Span window) {
        return new TeamQuestion(window, PAGING.of(asked, Hours.again(window)), asked.get(TEAM), Teams.of(asked));
    }

    static Endpoint<?, ?> ofOne(WorkloadTables workloads, InstantSource clock) {
        return new Endpoint<>(
                        PATH + "/{id}",
                        "the same of one workload",
                        Question.of(
                                List.of(ID, Hours.FROM, Hours.TO),
                                asked -> new OneQuestion(
                                        Hours.of(asked, clock.instant()), asked.get(ID), Teams.of(asked))),
                        Document.of(OF_ONE),
                        asked -> one(workloads, asked))
                .telling(Scope.BY_TEAM)
                .orNotFound("there is no such workload");
    }

    private static OfTeam found(WorkloadTables workloads, TeamQuestion asked) {
        return workloads.ofTeam(
                asked.team(),
                asked.teams(),
                asked.window(),
                asked.page().skip(),
                asked.page().limit());
    }

    private static Outcome<OneAnswer> one(WorkloadTables workloads, OneQuestion asked) {
        var found = NUMBER.matcher(asked.id()).matches()
                ? workloads.of(Integer.parseInt(asked.id()), asked.teams(), asked.window())
                : Optional.<WorkloadTables.OfWorkload>empty();
        return found.<Outcome<OneAnswer>>map(
                        told -> new Answered<>(new OneAnswer(asked.window(), WorkloadFields.Row.of(told))))
                .orElseGet(() -> new NotFound<>(
                        "no workload has the number %s; %s?team=T says which there are".formatted(asked.id(), PATH)));
    }
}
