package io.gpuledger.analyzer.scheduling;

import io.gpuledger.analyzer.booking.Teams;
import io.gpuledger.analyzer.store.pods.BacklogTables;
import io.gpuledger.analyzer.store.pods.WaitingHour.Draft;
import io.gpuledger.analyzer.store.pods.WaitingHours;
import io.gpuledger.analyzer.store.pods.WaitingHours.Due;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.time.Hour;
import io.gpuledger.analyzer.time.Span;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/// Finds how much stood free while pods waited, of hours that are over, and keeps it.
///
///     GPU-hours of an hour = sum of what stood free at six instants of it, ten minutes apart, / 6
///
/// The last hours come first. Of those whose pods and nodes are not kept any more, nothing can be found.
final class FreeHours implements Look {
    /// What is told of pods comes within seconds, and late where the analyzer was not there.
    private static final Duration SETTLING = Duration.ofHours(1);

    private static final int INSTANTS = 6;
    private static final long APART = Hour.MILLIS / INSTANTS;
    /// When the past of weeks comes in, hundreds of hours are to be found. Meanwhile the metrics are told anew
    /// each time that this has passed.
    private static final Duration AT_A_TIME = Duration.ofSeconds(10);

    private final Database database;
    private final BacklogTables tables;
    private final Supplier<Instant> keptFrom;
    private final InstantSource clock;
    private final BooleanSupplier ends;
    private final long reader = RandomGenerator.getDefault().nextLong();

    /// @param keptFrom from when on what is gone is still kept
    /// @param ends says whether to go on after an hour
    FreeHours(Database database, Teams teams, Supplier<Instant> keptFrom, InstantSource clock, BooleanSupplier ends) {
        this.database = database;
        this.tables = new BacklogTables(database, teams);
        this.keptFrom = keptFrom;
        this.clock = clock;
        this.ends = ends;
    }

    @Override
    public String trouble() {
        return "What stands free while pods wait is not kept";
    }

    /// Nothing is to be undone, as the hours that were found are right for whoever keeps the books.
    @Override
    public void lose() {}

    @Override
    public void look() throws DatabaseException {
        var until = clock.instant().plus(AT_A_TIME);
        var due = begin();
        while (due.isPresent()) {
            find(due.get());
            due = ends.getAsBoolean() || clock.instant().isAfter(until) ? Optional.empty() : begin();
        }
    }

    private Optional<Due> begin() throws DatabaseException {
        var from = Math.ceilDiv(keptFrom.get().toEpochMilli(), Hour.MILLIS) * Hour.MILLIS;
        var to = Hour.of(clock.instant().minus(SETTLING).toEpochMilli());
        try (var session = database.session()) {
            return new WaitingHours(session, reader).begin(new Span(Math.min(from, to), to));
        }
    }

    private void find(Due due) throws DatabaseException {
        Map<String, Draft> drafts = new TreeMap<>();
        due.clusters().forEach(cluster -> drafts.put(cluster, new Draft(cluster, due.hour(), INSTANTS)));
        for (var i = 0; i < INSTANTS; i++) {
            var at = due.hour() + APART / 2 + i * APART;
            var backlogs = tables.at(at, Optional.empty()).byCluster();
            drafts.forEach((cluster, draft) -> Optional.ofNullable(backlogs.get(cluster))
                    .ifPresent(backlog -> draft.add(backlog.freeWhileWaiting(backlog.verdicts()))));
        }
        try (var session = database.session()) {
            var hours = new WaitingHours(session, reader);
            for (var draft : drafts.values()) {
                hours.write(draft.hour());
            }
        }
    }
}
