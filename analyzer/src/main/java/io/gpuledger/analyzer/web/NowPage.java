package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.booking.BookedEntry;
import io.gpuledger.analyzer.booking.Payer;
import io.gpuledger.analyzer.ledger.Account;
import io.gpuledger.analyzer.ledger.Owner;
import io.gpuledger.analyzer.telemetry.UnitId;
import io.gpuledger.analyzer.web.api.Field;
import io.gpuledger.analyzer.web.api.Paging;
import io.gpuledger.analyzer.web.api.Shape;
import io.gpuledger.analyzer.web.api.Type;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What `/api/v1/now` answers: a page of units.
///
/// @param at when the present was found out
/// @param units all that were asked for
record NowPage(NowParameters asked, Instant at, Instant now, Units units) {
    private record Unit(UnitId id, List<BookedEntry> entries) {
        /// The node and the kind of GPU are the same in all entries of a unit.
        BookedEntry some() {
            return entries.getFirst();
        }
    }

    private static final Type<Long> GPUS = Type.partsOf(Units.MINUTE, 6);

    private static final Shape<BookedEntry> ACCOUNT = Shape.of(
            "account",
            Field.of(
                    "state",
                    Type.oneOf(States.WORDS),
                    entry -> account(entry).state().word(),
                    "In which state."),
            Field.orNull("cause", Type.TEXT, entry -> account(entry).cause(), "Why, where the state has causes."),
            Field.orNull("team", Type.TEXT, entry -> entry.payer().map(Payer::team), "Who pays."),
            Field.orNull(
                    "namespace",
                    Type.TEXT,
                    entry -> account(entry).owner().map(Owner::namespace),
                    "The namespace of the pod that holds it."),
            Field.orNull("pod", Type.TEXT, entry -> account(entry).owner().map(Owner::pod), "The pod that holds it."),
            Field.orNull("workload", Type.TEXT, NowPage::workload, "Kind and name of what the pod belongs to."),
            Field.of(
                    "gpus",
                    GPUS,
                    entry -> entry.entry().millis(),
                    "The part of a GPU's minute that stands in this account."));

    private static final Shape<Unit> UNIT = Shape.of(
            "unit",
            Field.of("cluster", Type.TEXT, unit -> unit.id().cluster(), "Where it is."),
            Field.orNull("node", Type.TEXT, unit -> unit.some().node(), "Its node, where that is known."),
            Field.of("gpu", Type.TEXT, unit -> unit.id().gpu(), "The UUID of its GPU."),
            Field.orNull(
                    "instance",
                    Type.TEXT,
                    unit -> unit.id().instance(),
                    "Which MIG instance of the GPU, if it is one."),
            Field.of("sku", Type.TEXT, unit -> unit.some().sku(), "What kind of GPU; empty where that is not known."),
            Field.of("accounts", Type.list(Type.object(ACCOUNT)), Unit::entries, "What it was in that minute."));

    static final Shape<NowPage> SHAPE = Shape.of(
            "data",
            Field.of("at", Type.TIME, NowPage::at, "When this was found out."),
            Field.of("age_seconds", Type.WHOLE_NUMBER, NowPage::ageSeconds, "How long ago that was."),
            Field.of(
                    "gpus",
                    Type.map("state", GPUS),
                    NowPage::gpus,
                    "How many GPUs are in which state, over all pages."),
            Paging.field(page -> page.asked().page(), NowPage::count),
            Field.of("units", Type.list(Type.object(UNIT)), NowPage::part, "Those of this page."));

    private static Account account(BookedEntry entry) {
        return entry.entry().account();
    }

    private static Optional<String> workload(BookedEntry entry) {
        return entry.payer().map(Payer::workload).map(workload -> workload.kind() + "/" + workload.name());
    }

    private long ageSeconds() {
        return Duration.between(at, now).toSeconds();
    }

    private Map<String, Long> gpus() {
        var gpus = new LinkedHashMap<String, Long>();
        units.gpus().forEach((state, millis) -> gpus.put(state.word(), millis));
        return gpus;
    }

    Optional<String> next() {
        return asked.page().nextQuery(count());
    }

    private int count() {
        return units.all().size();
    }

    private List<Unit> part() {
        return asked.page().of(List.copyOf(units.all().entrySet())).stream()
                .map(unit -> new Unit(unit.getKey(), unit.getValue()))
                .toList();
    }
}
