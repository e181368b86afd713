package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.books.WholeHours;
import io.gpuledger.analyzer.store.audit.AuditTables;
import io.gpuledger.analyzer.store.audit.AuditTables.Noted;
import io.gpuledger.analyzer.store.audit.AuditTables.Part;
import io.gpuledger.analyzer.web.api.Asked;
import io.gpuledger.analyzer.web.api.Endpoint;
import io.gpuledger.analyzer.web.api.Field;
import io.gpuledger.analyzer.web.api.Form.Document;
import io.gpuledger.analyzer.web.api.Outcome.Answered;
import io.gpuledger.analyzer.web.api.Page;
import io.gpuledger.analyzer.web.api.Paging;
import io.gpuledger.analyzer.web.api.Parameter.One;
import io.gpuledger.analyzer.web.api.Question;
import io.gpuledger.analyzer.web.api.Reading;
import io.gpuledger.analyzer.web.api.Schema;
import io.gpuledger.analyzer.web.api.Scope;
import io.gpuledger.analyzer.web.api.Shape;
import io.gpuledger.analyzer.web.api.Type;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;

/// Declares `/api/v1/audit`.
final class AuditEndpoint {
    private static final Reading<Long> TIME = Reading.of(Schema.Plain.WRITTEN_TIME, WholeHours::parseAny);
    private static final One<Long> FROM =
            new One<>("from", TIME, 0L, "as long as it is kept", "Where the time begins.");
    private static final One<Long> TO = new One<>("to", TIME, 0L, "now", "Where the time ends.");
    private static final Paging PAGING = Paging.of(10_000, 1_000, "deeds");

    private record Wanted(Instant from, Instant to, Page page) {}

    private record Told(Wanted asked, Part found) {
        Optional<String> next() {
            return asked.page().nextQuery(found.count());
        }
    }

    private static final Shape<Noted> ROW = Shape.of(
            "deed",
            Field.of("at", Type.TIME, noted -> noted.deed().at(), "When."),
            Field.of(
                    "who",
                    Type.TEXT,
                    noted -> noted.deed().who(),
                    "Who, as far as that is known: `anybody` where nobody has to say who he is."),
            Field.of("what", Type.TEXT, noted -> noted.deed().what(), "What he did or asked for."),
            Field.of(
                    "outcome",
                    Type.TEXT,
                    noted -> noted.deed().outcome(),
                    "`done`, `refused`, `failed`, or that nobody waited for the answer."),
            Field.of(
                    "from",
                    Type.TEXT,
                    noted -> noted.deed().from(),
                    "The address that it came from, which may be that of a proxy."),
            Field.of("times", Type.WHOLE_NUMBER, Noted::times, "How often within a moment."),
            Field.of("last", Type.TIME, Noted::last, "When it was the last time of these."));

    private static final Shape<Told> ALL = Shape.of(
            "data",
            Paging.field(told -> told.asked().page(), told -> told.found().count()),
            Field.of("deeds", Type.list(Type.object(ROW)), told -> told.found().deeds(), "The last first."));

    private AuditEndpoint() {}

    static Endpoint<?, ?> of(AuditTables tables, InstantSource clock) {
        return new Endpoint<>(
                        "/api/v1/audit",
                        "who changed what, who signed in, and who was refused",
                        Question.of(PAGING.after(FROM, TO), asked -> wanted(asked, clock.instant())),
                        Document.of(ALL).inPages(Told::next),
                        asked -> new Answered<>(new Told(asked, found(asked, tables))))
                .telling(Scope.ADMINS);
    }

    private static Part found(Wanted asked, AuditTables tables) {
        var page = asked.page();
        return tables.latest(asked.from(), asked.to(), page.skip(), page.limit());
    }

    private static Wanted wanted(Asked asked, Instant now) {
        var to = asked.get(TO.or(now.toEpochMilli() + 1));
        var from = asked.get(FROM);
        if (from >= to) {
            asked.problem(FROM, "must be before to");
        }
        var begin = Instant.ofEpochMilli(from);
        var end = Instant.ofEpochMilli(to);
        return new Wanted(begin, end, PAGING.of(asked, Map.of(FROM, begin, TO, end)));
    }
}
