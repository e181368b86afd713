package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.booking.BookedEntry;
import io.gpuledger.analyzer.booking.Payer;
import io.gpuledger.analyzer.books.Present;
import io.gpuledger.analyzer.cluster.Workload;
import io.gpuledger.analyzer.ledger.Account;
import io.gpuledger.analyzer.ledger.Basis;
import io.gpuledger.analyzer.ledger.Entry;
import io.gpuledger.analyzer.ledger.Owner;
import io.gpuledger.analyzer.ledger.State;
import io.gpuledger.analyzer.store.entries.FixedBooks;
import io.gpuledger.analyzer.telemetry.UnitId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// Three units: a GPU that is shared, one over whose minute an hour ended, a MIG instance of bad names.
final class FixedPresent {
    private static final UnitId SHARED = new UnitId("east", "GPU-b", Optional.empty());
    private static final UnitId FREE = new UnitId("east", "GPU-a", Optional.empty());
    private static final UnitId INSTANCE = new UnitId("west", "GPU-d", Optional.of("7"));
    private static final long HOUR = 3_600_000;

    private FixedPresent() {}

    static Present at(Instant at) {
        return new Present(
                at,
                List.of(
                        held(SHARED, "n1", State.IDLE, "speech", "Job", "train", "train-0", 30_000),
                        held(SHARED, "n1", State.USED, "vision", "Deployment", "serve", "serve-0", 20_000),
                        held(SHARED, "n1", State.UNDERUSED, "vision", "Deployment", "serve", "serve-0", 10_000),
                        stranded(0, 25_000),
                        stranded(HOUR, 35_000),
                        held(
                                INSTANCE,
                                "n2",
                                State.STARTING,
                                FixedBooks.SCRIPT,
                                "Notebook",
                                FixedBooks.FORMULA,
                                "<b>pod</b>",
                                17_143)));
    }

    /// So many free GPUs.
    static Present ofMany(Instant at, int gpus) {
        return new Present(
                at,
                IntStream.range(0, gpus)
                        .mapToObj(i -> ofNobody(
                                new UnitId("east", "GPU-" + i, Optional.empty()),
                                State.FREE,
                                Optional.empty(),
                                0,
                                60_000))
                        .toList());
    }

    static Present unknown() {
        return new Present(Instant.EPOCH, List.of());
    }

    private static BookedEntry held(
            UnitId unit, String node, State state, String team, String kind, String name, String pod, long millis) {
        var owner = Optional.of(new Owner(team, pod, Optional.empty()));
        var account = new Account(state, Optional.empty(), owner, Optional.of(Basis.SM_ACTIVE), false);
        return new BookedEntry(
                new Entry(unit, 0, account, millis),
                false,
                Optional.of(node),
                "NVIDIA H100 80GB HBM3",
                Optional.of(new Payer(team, new Workload(kind, name))),
                Optional.empty());
    }

    private static BookedEntry stranded(long hour, long millis) {
        return ofNobody(FREE, State.STRANDED, Optional.of("host_cpu"), hour, millis);
    }

    private static BookedEntry ofNobody(UnitId unit, State state, Optional<String> cause, long hour, long millis) {
        var account = new Account(state, cause, Optional.empty(), Optional.empty(), false);
        return new BookedEntry(
                new Entry(unit, hour, account, millis),
                false,
                Optional.empty(),
                "",
                Optional.empty(),
                Optional.empty());
    }
}
