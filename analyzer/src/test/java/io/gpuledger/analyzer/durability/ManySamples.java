package io.gpuledger.analyzer.durability;

import io.gpuledger.analyzer.store.copying.EveryTable;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Days;
import io.gpuledger.analyzer.store.postgres.Flavour;
import java.util.List;

/// Samples of two weeks at half a minute, made by statements, with as many GPUs as make up the number that is wanted.
final class ManySamples {
    private static final int DAYS = 14;
    private static final int TICKS = 2_880;
    private static final int FIRST_UNIT = 10_000;

    private ManySamples() {}

    static void write(Database database, int rows) throws DatabaseException {
        // The last day has what is left over by the division, too.
        var units = 1 + (rows / DAYS + DAYS) / TICKS;
        var left = rows;
        try (var session = database.session()) {
            var days = Days.of(Flavour.ofTables(session));
            for (var i = 0; i < DAYS; i++) {
                var day = EveryTable.FIRST.plusDays(i);
                var ofTheDay = i == DAYS - 1 ? left : Math.min(left, rows / DAYS);
                days.ensure(session, List.of(day));
                session.execute(sql(day + "Z", units, ofTheDay - 1));
                session.commit();
                left -= ofTheDay;
            }
        }
    }

    private static String sql(String day, int units, int last) {
        return """
            insert into gpu_ledger.sample
                (ts, unit_id, observed_ms, busy_ms, sm_active_ms, tensor_active_ms, dram_active_ms, memory_used_bytes,
                memory_total_bytes, energy_millijoules, sm_clock_hertz, pcie_sent_bytes, pcie_received_bytes,
                nvlink_sent_bytes, temperature_celsius, memory_temperature_celsius, power_watts, lost, stuck, started_ms)
            select '%s'::timestamptz + i / %d * interval '30 seconds', %d + i %% %2$d, i * 30000::bigint, i * 17001::bigint,
                i * 15003::bigint, i * 901::bigint, i * 7007::bigint, 40000000000 + i %% 1000 * 2097152::bigint,
                85899345920, i * 12345678::bigint, 1980000000 - i %% 7 * 15000000::bigint, i * 1048577::bigint,
                i * 524287::bigint, case when i %% 3 > 0 then i * 33554467::bigint end, 40 + i %% 450 / 10.0,
                45 + i %% 300 / 10.0, 90 + i %% 6000 / 9.7, 0, 0, 1788220800000
            from generate_series(0, %d) i
            """.formatted(day, units, FIRST_UNIT, last);
    }
}
