package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.access.Sight;
import io.gpuledger.analyzer.books.WholeHours;
import io.gpuledger.analyzer.store.pods.BacklogTables;
import io.gpuledger.analyzer.store.quotas.QuotaRow;
import io.gpuledger.analyzer.store.quotas.QuotaTables;
import io.gpuledger.analyzer.time.Span;
import io.gpuledger.analyzer.web.api.Asked;
import io.gpuledger.analyzer.web.api.Endpoint;
import io.gpuledger.analyzer.web.api.Form.Document;
import io.gpuledger.analyzer.web.api.Outcome;
import io.gpuledger.analyzer.web.api.Outcome.Answered;
import io.gpuledger.analyzer.web.api.Page;
import io.gpuledger.analyzer.web.api.Paging;
import io.gpuledger.analyzer.web.api.Parameter.One;
import io.gpuledger.analyzer.web.api.Parameter.Several;
import io.gpuledger.analyzer.web.api.Question;
import io.gpuledger.analyzer.web.api.Reading;
import io.gpuledger.analyzer.web.api.Schema;
import io.gpuledger.analyzer.web.api.Scope;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/// Declares `/api/v1/quota`.
final class QuotaEndpoint {
    private static final Reading<Long> TIME = Reading.of(Schema.Plain.WRITTEN_TIME, WholeHours::parseAny);
    private static final One<Long> AT = new One<>(
            "at",
            TIME,
            0L,
            "now",
            "When they stood, as it was known by then. It is told as long as what is gone is kept"
                    + " (`--retention-raw`).");
    /// No time that can be written is before 1970.
    private static final long NOT_ASKED = -1;

    private static final One<Long> FROM = new One<>(
            "from",
            TIME,
            NOT_ASKED,
            "none",
            "Where the time begins of which `blocked_gpu_hours` is told. What is gone must still be kept of it"
                    + " (`--retention-raw`).");
    private static final One<Long> TO =
            new One<>("to", TIME, 0L, "`at`", "Where that time ends. It is of no use without `from`.");
    private static final Paging PAGING = Paging.of(10_000, 1_000, "quotas");
    private static final Filter<QuotaRow> CLUSTER = new Filter<>(
            Filter.parameter("cluster"), row -> Optional.of(row.quota().id().cluster()));
    private static final Several<String> NAMESPACE = new Several<>(
            "namespace",
            Reading.TEXT,
            false,
            "all",
            "Only quotas of these, and queues into which a LocalQueue of these leads.");

    private record QuotaQuestion(
            long at, Optional<Span> window, Page page, Predicate<QuotaRow> isWanted, Sight sight) {}

    private QuotaEndpoint() {}

    /// @param keptFrom from when on what is gone is still kept
    static Endpoint<?, ?> of(
            QuotaTables quotas, BacklogTables backlogs, Supplier<Instant> keptFrom, InstantSource clock) {
        return new Endpoint<>(
                        "/api/v1/quota",
                        "which quotas over GPUs there are, what is left and lent of them, and who waits",
                        Question.of(
                                PAGING.after(CLUSTER.parameter(), NAMESPACE, AT, FROM, TO),
                                asked -> question(asked, keptFrom.get(), clock.millis())),
                        Document.of(QuotaAnswer.SHAPE).inPages(QuotaAnswer::next),
                        asked -> answer(asked, quotas, backlogs))
                .telling(Scope.BY_TEAM);
    }

    private static QuotaQuestion question(Asked asked, Instant keptFrom, long now) {
        var at = asked.get(AT.or(now));
        if (at > now) {
            asked.problem(AT, "must not lie in the future");
        }
        var namespaces = asked.get(NAMESPACE);
        Predicate<QuotaRow> isOfNamespace =
                row -> namespaces.isEmpty() || row.quota().namespaces().stream().anyMatch(namespaces::contains);
        return new QuotaQuestion(
                at,
                window(asked, at, keptFrom),
                PAGING.of(asked, Map.of(AT, Instant.ofEpochMilli(at))),
                Filter.all(List.of(CLUSTER), asked).and(isOfNamespace),
                asked.sight());
    }

    private static Optional<Span> window(Asked asked, long at, Instant keptFrom) {
        var from = asked.get(FROM);
        var to = asked.get(TO.or(at));
        if (from == NOT_ASKED) {
            return Optional.empty();
        }
        if (from >= to) {
            asked.problem(FROM, "must be before to");
            return Optional.empty();
        }
        if (from < keptFrom.toEpochMilli()) {
            asked.problem(
                    FROM, "must not be before %s: what waited then and is gone may be forgotten".formatted(keptFrom));
        }
        return Optional.of(new Span(from, to));
    }

    /// Returns those of an instant, of one cluster or of all.
    static QuotaAnswer at(
            long at, Optional<String> cluster, Page page, Sight sight, QuotaTables tables, BacklogTables backlogs) {
        return of(
                new QuotaQuestion(
                        at,
                        Optional.empty(),
                        page,
                        row -> cluster.map(row.quota().id().cluster()::equals).orElse(true),
                        sight),
                tables,
                backlogs);
    }

    private static Outcome<QuotaAnswer> answer(QuotaQuestion asked, QuotaTables tables, BacklogTables backlogs) {
        return new Answered<>(of(asked, tables, backlogs));
    }

    private static QuotaAnswer of(QuotaQuestion asked, QuotaTables tables, BacklogTables backlogs) {
        var own = new OwnQuotas(asked.sight(), cluster -> backlogs.payers(cluster, asked.at()));
        var wanted = tables.at(asked.at(), asked.window()).stream()
                .filter(asked.isWanted())
                .filter(own::has)
                .map(own::apart)
                .toList();
        return new QuotaAnswer(
                asked.at(), wanted.size(), asked.page(), asked.page().of(wanted));
    }
}
