package io.gpuledger.analyzer.store.pods;

import io.gpuledger.analyzer.store.pods.WaitingAnswer.Row;
import io.gpuledger.analyzer.store.pods.WaitingAnswer.Total;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.ReadPool;
import io.gpuledger.analyzer.store.postgres.ReadSession;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Answers what stood free while pods waited.
public final class WaitingTables {
    private static final List<WaitingDimension> COLUMNS = List.of(
            WaitingDimension.CLUSTER,
            WaitingDimension.TEAM,
            WaitingDimension.FREE_SKU,
            WaitingDimension.WANTED_SKU,
            WaitingDimension.REASON);
    private static final String PARTS = """
        select c.name, p.team, p.free_sku, p.wanted_sku, p.reason, sum(p.gpu_hours)
        from gpu_ledger.waiting_part p
        join gpu_ledger.cluster c on c.id = p.cluster_id
        where p.hour >= 'epoch'::timestamptz + ? * interval '1 ms' and p.hour < 'epoch'::timestamptz + ? * interval '1 ms'
        group by 1, 2, 3, 4, 5
        """;
    /// An hour that is found again is counted with what stood there before.
    private static final String HOURS = """
        select c.name, count(*), sum(h.free_hours), sum(h.wanted_hours)
        from gpu_ledger.waiting_hour h
        join gpu_ledger.cluster c on c.id = h.cluster_id
        where h.hour >= 'epoch'::timestamptz + ? * interval '1 ms' and h.hour < 'epoch'::timestamptz + ? * interval '1 ms'
            and h.was_found
        group by 1
        """;
    private static final Comparator<Row> ORDER = Comparator.comparingDouble(Row::gpuHours)
            .reversed()
            .thenComparing(row -> row.key().toString());

    private final ReadPool readPool;

    public WaitingTables(Database database) {
        this.readPool = database.readPool();
    }

    /// Answers one question. Throws [CannotAskException].
    public WaitingAnswer answer(WaitingQuestion question) {
        return readPool.ask(reading -> {
            var sums = sums(reading, question);
            var gpuHours = sums.values().stream().mapToDouble(sum -> sum).sum();
            var rows = sums.entrySet().stream()
                    .map(sum -> new Row(sum.getKey(), sum.getValue()))
                    .sorted(ORDER)
                    .skip(question.skip())
                    .limit(question.limit())
                    .toList();
            return new WaitingAnswer(total(reading, question, gpuHours), rows, sums.size());
        });
    }

    private static Map<List<Optional<String>>, Double> sums(ReadSession reading, WaitingQuestion question)
            throws DatabaseException {
        var sums = new HashMap<List<Optional<String>>, Double>();
        new Query<>(reading.session())
                .number(question.window().from())
                .number(question.window().to())
                .query(PARTS, row -> {
                    var key = new EnumMap<WaitingDimension, Optional<String>>(WaitingDimension.class);
                    for (var i = 0; i < COLUMNS.size(); i++) {
                        key.put(COLUMNS.get(i), row.optionalText(i + 1));
                    }
                    if (question.wants(key)) {
                        sums.merge(question.key(key), row.optionalDouble(6).orElse(0), Double::sum);
                    }
                });
        return sums;
    }

    private static Total total(ReadSession reading, WaitingQuestion question, double gpuHours)
            throws DatabaseException {
        return new Query<>(reading.session())
                        .number(question.window().from())
                        .number(question.window().to())
                        .list(
                                HOURS,
                                row -> new Cluster(
                                        row.text(1),
                                        new Total(
                                                0,
                                                row.optionalDouble(3).orElse(0),
                                                row.optionalDouble(4).orElse(0),
                                                row.longNumber(2))))
                        .stream()
                        .filter(each -> question.wants(WaitingDimension.CLUSTER, Optional.of(each.name())))
                        .map(Cluster::hours)
                        .reduce(new Total(gpuHours, 0, 0, 0), WaitingTables::sum);
    }

    private record Cluster(String name, Total hours) {}

    private static Total sum(Total one, Total other) {
        return new Total(
                one.gpuHours() + other.gpuHours(),
                one.free() + other.free(),
                one.wanted() + other.wanted(),
                one.clusterHours() + other.clusterHours());
    }
}
