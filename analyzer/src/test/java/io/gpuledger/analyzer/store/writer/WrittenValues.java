package io.gpuledger.analyzer.store.writer;

import io.gpuledger.analyzer.store.postgres.TestDatabase;
import io.gpuledger.analyzer.telemetry.Field;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.UnitId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What rows say, value by value, each the greatest that was said. This is the simple way to do what the writer does.
final class WrittenValues {
    private static final String HOLDINGS = """
        select cluster, gpu, instance, (extract(epoch from ts) * 1000)::bigint,
            namespace || '/' || pod || '/' || container || '/' || coalesce(pod_uid, ''),
            replicas_held, replicas, mode, busy_seconds, memory_used_bytes
        from gpu_ledger.v_holding
        """;

    private WrittenValues() {}

    static Map<String, String> of(List<Row> rows) {
        var told = new TreeMap<String, String>();
        rows.forEach(row -> tell(row, told));
        return told;
    }

    private static void tell(Row row, Map<String, String> told) {
        var key = key(row.unit().id(), row.millis());
        Field.ALL.forEach(field ->
                row.values().get(field).ifPresent(value -> greatest(told, key + " " + field.column(), value)));
        for (var holding : row.holdings()) {
            var holder = holding.holder();
            var held = key + " " + holder.namespace() + "/" + holder.pod() + "/" + holder.container() + "/"
                    + holder.podUid().orElse("");
            told.put(held, "held");
            holding.share().ifPresent(share -> {
                greatest(told, held + " replicas_held", share.replicasHeld());
                greatest(told, held + " replicas", share.replicas());
                told.merge(held + " mode", share.mode(), (one, other) -> one.compareTo(other) > 0 ? one : other);
            });
            holding.busySeconds().ifPresent(busy -> greatest(told, held + " busy", busy));
            holding.memoryUsedBytes().ifPresent(memory -> greatest(told, held + " memory", memory));
        }
        row.xids().forEach(xid -> greatest(told, key + " xid " + xid.xid(), (double) xid.count()));
    }

    private static void greatest(Map<String, String> told, String key, double value) {
        told.merge(
                key,
                String.valueOf(value),
                (one, other) -> Double.parseDouble(one) >= Double.parseDouble(other) ? one : other);
    }

    /// The same, as the views have it.
    static Map<String, String> in(TestDatabase test) throws SQLException {
        var told = new TreeMap<String, String>();
        try (var connection = test.connect();
                var statement = connection.createStatement()) {
            try (var row = statement.executeQuery(
                    "select *, (extract(epoch from ts) * 1000)::bigint as millis from gpu_ledger.v_sample")) {
                while (row.next()) {
                    var key = key(row, row.getLong("millis"));
                    for (var field : Field.ALL) {
                        put(told, key + " " + field.column(), row.getString(field.column()));
                    }
                }
            }
            try (var row = statement.executeQuery(HOLDINGS)) {
                while (row.next()) {
                    var key = key(row, row.getLong(4)) + " " + row.getString(5);
                    told.put(key, "held");
                    put(told, key + " replicas_held", row.getString(6));
                    put(told, key + " replicas", row.getString(7));
                    if (row.getString(8) != null) {
                        told.put(key + " mode", row.getString(8));
                    }
                    put(told, key + " busy", row.getString(9));
                    put(told, key + " memory", row.getString(10));
                }
            }
            try (var row = statement.executeQuery(
                    "select cluster, gpu, instance, (extract(epoch from ts) * 1000)::bigint, xid, count"
                            + " from gpu_ledger.v_xid_count")) {
                while (row.next()) {
                    put(told, key(row, row.getLong(4)) + " xid " + row.getInt(5), row.getString(6));
                }
            }
        }
        return told;
    }

    private static void put(Map<String, String> told, String key, @org.jspecify.annotations.Nullable String number) {
        if (number != null) {
            told.put(key, String.valueOf(Double.parseDouble(number)));
        }
    }

    private static String key(ResultSet row, long millis) throws SQLException {
        var instance = row.getString("instance");
        return row.getString("cluster") + " " + row.getString("gpu") + " " + (instance == null ? "" : instance) + " "
                + millis;
    }

    private static String key(UnitId id, long millis) {
        return id.cluster() + " " + id.gpu() + " " + id.instance().orElse("") + " " + millis;
    }
}
