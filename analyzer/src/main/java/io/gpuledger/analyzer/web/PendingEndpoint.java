package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.books.WholeHours;
import io.gpuledger.analyzer.diagnosis.Backlog;
import io.gpuledger.analyzer.diagnosis.Blocker;
import io.gpuledger.analyzer.diagnosis.MoveRemedies;
import io.gpuledger.analyzer.diagnosis.Verdict;
import io.gpuledger.analyzer.store.pods.BacklogTables;
import io.gpuledger.analyzer.store.pods.InstantRows;
import io.gpuledger.analyzer.store.pods.MoveTables;
import io.gpuledger.analyzer.web.api.Asked;
import io.gpuledger.analyzer.web.api.Endpoint;
import io.gpuledger.analyzer.web.api.Form.Document;
import io.gpuledger.analyzer.web.api.Outcome.Answered;
import io.gpuledger.analyzer.web.api.Page;
import io.gpuledger.analyzer.web.api.Paging;
import io.gpuledger.analyzer.web.api.Parameter;
import io.gpuledger.analyzer.web.api.Parameter.One;
import io.gpuledger.analyzer.web.api.Question;
import io.gpuledger.analyzer.web.api.Reading;
import io.gpuledger.analyzer.web.api.Schema;
import io.gpuledger.analyzer.web.api.Scope;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// Declares `/api/v1/pending`.
final class PendingEndpoint {
    private static final One<Long> AT = new One<>(
            "at",
            Reading.of(Schema.Plain.WRITTEN_TIME, WholeHours::parseAny),
            0L,
            "now",
            "When they waited, as it was known by then. It is told as long as pods that are gone are kept"
                    + " (`--retention-raw`).");
    private static final Paging PAGING = Paging.of(10_000, 1_000, "pods");

    private static final List<Filter<Verdict>> FILTERS = List.of(
            new Filter<>(
                    Filter.parameter("cluster"),
                    verdict -> Optional.of(verdict.pod().cluster())),
            new Filter<>(
                    Filter.parameter("namespace"),
                    verdict -> Optional.of(verdict.pod().namespace())),
            new Filter<>(
                    Filter.parameter("team"),
                    verdict -> Optional.of(verdict.pod().team())),
            new Filter<>(
                    Filter.parameter(
                            "blocker",
                            Reading.oneOf(
                                    "blocker",
                                    Blocker.ALL.stream().map(Blocker::word).toList())),
                    verdict -> Optional.of(verdict.blocker().word())));

    /// @param cluster the only one that is asked about, where it is one
    /// @param isWanted says of a pod whether it is asked about
    /// @param isOfTeams whether it may tell of nobody else's pods
    record PendingQuestion(
            long at, Page page, Optional<String> cluster, Predicate<Verdict> isWanted, boolean isOfTeams) {}

    private static final Comparator<Verdict> OLDEST_FIRST = Comparator.comparingLong(
                    (Verdict verdict) -> verdict.pod().created())
            .thenComparing(verdict -> verdict.pod().cluster())
            .thenComparing(verdict -> verdict.pod().uid());

    private PendingEndpoint() {}

    static Endpoint<?, ?> of(BacklogTables backlogs, MoveTables moves, InstantSource clock) {
        return new Endpoint<>(
                        "/api/v1/pending",
                        "which pods wait for GPUs, since when, what keeps each of them, and what would have to change",
                        Question.of(
                                Stream.of(
                                                FILTERS.stream().map(Filter::parameter),
                                                Stream.<Parameter>of(AT),
                                                PAGING.parameters().stream())
                                        .<Parameter>flatMap(some -> some)
                                        .toList(),
                                asked -> question(asked, clock.millis())),
                        Document.of(PendingAnswer.SHAPE).inPages(PendingAnswer::next),
                        asked -> new Answered<>(
                                answer(asked, new InstantRows(asked.at()), backlogs, Optional.of(moves))))
                .telling(Scope.BY_TEAM);
    }

    private static PendingQuestion question(Asked asked, long now) {
        var at = asked.get(AT.or(now));
        if (at > now) {
            asked.problem(AT, "must not lie in the future");
        }
        var clusters = asked.get(FILTERS.getFirst().parameter());
        return new PendingQuestion(
                at,
                PAGING.of(asked, Map.of(AT, Instant.ofEpochMilli(at))),
                clusters.size() == 1 ? clusters.stream().findFirst() : Optional.empty(),
                Filter.all(FILTERS, asked),
                !asked.sight().isWhole());
    }

    /// @param rows of the instant that is asked about
    /// @param moves where it is to be found out too whether moving some helps, which takes its time
    static PendingAnswer answer(
            PendingQuestion asked, InstantRows rows, BacklogTables tables, Optional<MoveTables> moves) {
        var found = tables.at(rows, asked.cluster());
        var wanted = found.byCluster().entrySet().stream()
                .flatMap(one -> verdicts(asked, one.getKey(), one.getValue(), moves).stream())
                .sorted(OLDEST_FIRST)
                .toList();
        // The last word on any pod of a cluster may be that on a pod of others.
        var told = asked.isOfTeams() ? Collections.<String, Long>emptySortedMap() : found.told();
        return new PendingAnswer(asked.at(), told, asked.page(), wanted);
    }

    /// Pods that are on nodes are read one by one only where moving some may help.
    private static List<Verdict> verdicts(
            PendingQuestion asked, String cluster, Backlog backlog, Optional<MoveTables> moves) {
        var wanted = backlog.verdicts().stream()
                .filter(asked.isWanted())
                .sorted(OLDEST_FIRST)
                .toList();
        if (asked.isOfTeams()) {
            return wanted.stream().map(Verdict::apart).toList();
        }
        return moves.filter(_ -> MoveRemedies.mayHelp(wanted))
                .map(tables -> tables.search(cluster, asked.at(), MoveRemedies.mindCompany(wanted)))
                .map(search -> new MoveRemedies(search).with(wanted))
                .orElse(wanted);
    }
}
