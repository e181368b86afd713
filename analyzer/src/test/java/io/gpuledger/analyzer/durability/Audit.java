package io.gpuledger.analyzer.durability;

import io.gpuledger.analyzer.durability.Traffic.Lane;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Compares what is stored with what was acknowledged: that is there once, with its values; and whatever else is there
/// has the values that were said.
final class Audit {
    private static final int FETCHED_AT_ONCE = 10_000;
    private static final String QUESTION = "SELECT gpu.uuid, (extract(epoch FROM ts) * 1000)::bigint, "
            + Metric.ALL.stream().map(Metric::column).collect(Collectors.joining(", "))
            + " FROM gpu_ledger.sample JOIN gpu_ledger.gpu ON gpu.id = unit_id";

    private final Sender sender;
    private final Traffic traffic;
    private final Map<String, Integer> gpus = new HashMap<>();
    private final Map<Integer, List<Lane>> lanes = new HashMap<>();
    private final Map<Integer, BitSet> ticks = new HashMap<>();
    private final Map<String, Set<Long>> scrapes = new HashMap<>();
    private final Findings findings = new Findings();

    Audit(Sender sender) {
        this.sender = sender;
        this.traffic = sender.traffic();
        IntStream.range(0, traffic.gpus()).forEach(gpu -> {
            gpus.put(Traffic.uuid(gpu), gpu);
            lanes.put(gpu, traffic.lanesOf(gpu));
            ticks.put(gpu, new BitSet());
        });
    }

    /// @param acknowledged the times of scrapes
    Findings of(Postgres postgres, ScrapedPage page, List<Long> acknowledged) throws IOException {
        read(postgres, page);
        gpus.values().forEach(this::requireTicks);
        for (var uuid : page.uuids()) {
            var stored = scrapes.getOrDefault(uuid, Set.of());
            acknowledged.stream()
                    .filter(started -> !stored.contains(started))
                    .forEach(started -> findings.missing(Metric.ALL.size(), uuid + " scraped at " + started));
        }
        return findings;
    }

    private void read(Postgres postgres, ScrapedPage page) throws IOException {
        try (var connection = postgres.connect()) {
            connection.setAutoCommit(false);
            read(connection, page);
        } catch (SQLException e) {
            throw new IOException("what is stored cannot be read", e);
        }
    }

    private void read(Connection connection, ScrapedPage page) throws SQLException {
        try (var statement = connection.prepareStatement(QUESTION)) {
            statement.setFetchSize(FETCHED_AT_ONCE);
            try (var rows = statement.executeQuery()) {
                while (rows.next()) {
                    findings.row();
                    var uuid = rows.getString(1);
                    var gpu = gpus.get(uuid);
                    if (gpu == null) {
                        scraped(uuid, rows, page);
                    } else {
                        sent(gpu, uuid, rows);
                    }
                }
            }
        }
    }

    private void sent(int gpu, String uuid, ResultSet row) throws SQLException {
        var since = row.getLong(2) - traffic.beginMillis();
        var tick = (int) (since / Traffic.TICK_MILLIS);
        if (since < 0 || since % Traffic.TICK_MILLIS != 0) {
            findings.wrong(uuid + " at a time that was never said, " + row.getLong(2));
            return;
        }
        var seen = ticks.getOrDefault(gpu, new BitSet());
        if (seen.get(tick)) {
            findings.twice(uuid + " tick " + tick);
        }
        seen.set(tick);
        for (var lane : lanes.getOrDefault(gpu, List.of())) {
            var required = tick < sender.acknowledgedSeconds(lane) * Traffic.TICKS_PER_SECOND;
            for (var metric : lane.metrics()) {
                verify(metric, uuid, tick, required, row);
            }
        }
    }

    private void verify(Metric metric, String uuid, long tick, boolean required, ResultSet row) throws SQLException {
        var stored = row.getDouble(metric.column());
        if (row.wasNull()) {
            if (required) {
                findings.missing(1, "%s tick %d: %s".formatted(uuid, tick, metric.column()));
            }
        } else if (!metric.isRight(stored, uuid, tick)) {
            findings.wrong("%s tick %d: %s is %s, said was %s"
                    .formatted(uuid, tick, metric.column(), stored, metric.said(uuid, tick)));
        }
    }

    private void scraped(String uuid, ResultSet row, ScrapedPage page) throws SQLException {
        var started = row.getLong(2);
        var number = Math.round(row.getDouble(ScrapedPage.NUMBER.column()) / ScrapedPage.NUMBER.scale());
        if (!page.uuids().contains(uuid) || !page.isOf(number, started)) {
            findings.wrong("%s scraped at %d: no page %d was asked for then".formatted(uuid, started, number));
        }
        if (!scrapes.computeIfAbsent(uuid, _ -> new HashSet<>()).add(started)) {
            findings.twice("%s scraped at %d".formatted(uuid, started));
        }
        for (var metric : Metric.ALL.subList(1, Metric.ALL.size())) {
            verify(metric, uuid, number, true, row);
        }
    }

    /// Rows that are not there at all.
    private void requireTicks(int gpu) {
        var seen = ticks.getOrDefault(gpu, new BitSet());
        for (var lane : lanes.getOrDefault(gpu, List.of())) {
            var end = sender.acknowledgedSeconds(lane) * Traffic.TICKS_PER_SECOND;
            for (var tick = seen.nextClearBit(0); tick < end; tick = seen.nextClearBit(tick + 1)) {
                findings.missing(
                        lane.metrics().size(), "%s tick %d, all of %s".formatted(Traffic.uuid(gpu), tick, lane));
            }
        }
    }
}
