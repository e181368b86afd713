package io.gpuledger.analyzer.findings;

import io.gpuledger.analyzer.books.Kept;
import io.gpuledger.analyzer.health.Xids;
import io.gpuledger.analyzer.telemetry.Batch;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Statement;
import io.gpuledger.simulator.story.Story;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// What is found of a story that is scraped, spooled, written into a real database, and booked: findings as they are
/// kept there, and when they were first seen there.
final class WatchedStory implements AutoCloseable {
    private static final String STORED = """
        select f.node, coalesce(g.index::text, ''), f.kind, f.detail, f.severity, extract(epoch from f.opened)::bigint,
            coalesce(extract(epoch from f.closed)::bigint, 0), f.lost_ms, f.action
        from gpu_ledger.finding f
        left join gpu_ledger.gpu g on g.uuid = f.gpu
        order by f.opened, f.kind, f.detail
        """;

    private final ScrapedStory scraped;
    private final Kept kept;
    private final Findings findings;
    private final List<FirstSeen> seen = new ArrayList<>();
    private final List<Batch> told = new ArrayList<>();
    private final long begin;
    private long played;
    private Instant now;

    /// A finding of a node or of the GPU with this number on it.
    record Place(String node, String gpu, String kind, String detail) {}

    private record FirstSeen(Place place, long second) {}

    /// A finding as it is in the database.
    ///
    /// @param seen when it was first there, in seconds since the begin of the story, as what follows
    /// @param closed zero while it is open
    record Stored(Place place, String severity, long seen, long opened, long closed, double lostHours, String action) {
        boolean isOpen() {
            return closed == 0;
        }
    }

    /// @param interval in which all is scraped
    /// @param phase how much of it has passed when the story begins
    WatchedStory(Story story, long interval, long phase) throws Exception {
        this.begin = story.span().from();
        this.now = Instant.ofEpochSecond(begin);
        this.scraped = new ScrapedStory(story, interval, phase);
        this.kept = Kept.at(now, Instant.ofEpochSecond(story.span().to()));
        var keeping = new Keeping(() -> Instant.EPOCH, () -> Instant.EPOCH);
        this.findings = new Findings(
                kept.database(),
                Xids.BUILT_IN,
                kept::present,
                keeping,
                Duration.ofMinutes(1),
                () -> now,
                new SimpleMeterRegistry());
    }

    /// Goes on to an instant of the story, with a look at the books as often as this.
    void playUntil(long second, long looksEach) throws Exception {
        while (played < second) {
            played++;
            told.addAll(scraped.at(begin + played));
            if (played % looksEach == 0) {
                now = Instant.ofEpochSecond(begin + played);
                look();
            }
        }
    }

    /// Does what autovacuum has done by the time that anybody looks each minute.
    void vacuum() throws Exception {
        kept.vacuum();
    }

    private void look() throws Exception {
        List<Row> rows = told.stream()
                .flatMap(batch -> batch.rows().stream())
                .sorted(Comparator.comparingLong(Row::millis))
                .toList();
        List<Statement> statements =
                told.stream().flatMap(batch -> batch.statements().stream()).toList();
        kept.tell(rows, statements);
        told.clear();
        findings.written(rows, statements);
        kept.passAt(now);
        findings.pass();
        for (var row : kept.rows(STORED)) {
            var place = place(columns(row));
            if (seen.stream().noneMatch(one -> one.place().equals(place))) {
                seen.add(new FirstSeen(place, played));
            }
        }
    }

    private static List<String> columns(String row) {
        return List.of(row.split("\\|", -1));
    }

    private static Place place(List<String> columns) {
        return new Place(columns.get(0), columns.get(1), columns.get(2), columns.get(3));
    }

    List<Stored> found() throws Exception {
        return kept.rows(STORED).stream()
                .map(WatchedStory::columns)
                .map(columns -> new Stored(
                        place(columns),
                        columns.get(4),
                        seen.stream()
                                .filter(one -> one.place().equals(place(columns)))
                                .findFirst()
                                .orElseThrow()
                                .second(),
                        Long.parseLong(columns.get(5)) - begin,
                        columns.get(6).equals("0") ? 0 : Long.parseLong(columns.get(6)) - begin,
                        Long.parseLong(columns.get(7)) / 3_600_000.0,
                        columns.get(8)))
                .toList();
    }

    @Override
    public void close() {
        kept.close();
    }
}
