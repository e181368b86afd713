package io.gpuledger.analyzer;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.store.postgres.TestDatabase;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/// Asks a real database that has a row of everything all that dashboards ask of it.
class DashboardSqlTest {
    /// Books of two hours, and a finding.
    static final String BOOKS = """
        insert into gpu_ledger.cluster (name) values ('east');
        insert into gpu_ledger.node (cluster_id, name) values (1, 'n1');
        insert into gpu_ledger.sku (name) values ('H100');
        insert into gpu_ledger.team (name) values ('vision');
        insert into gpu_ledger.gpu (cluster_id, uuid, first_seen, last_seen)
        values (1, 'GPU-a', '2026-11-02', '2026-11-03');
        insert into gpu_ledger.workload (cluster_id, namespace, kind, name) values (1, 'vision', 'Job', 'train');
        insert into gpu_ledger.owner (cluster_id, workload_id, namespace, pod, uid)
        values (1, 1, 'vision', 'train-0', 'u');
        create table gpu_ledger.entry_of_the_test partition of gpu_ledger.entry
        for values from ('2026-11-02') to ('2026-11-09');
        insert into gpu_ledger.entry
            (hour, gpu_id, node_id, owner_id, team_id, sku_id, millis, state, estimated, settled)
        select '2026-11-02T01:00Z', g.id, 1, 1, 1, 1, 1800000, state::gpu_ledger.state, false, true
        from gpu_ledger.gpu g, (values ('idle'), ('underused')) as of (state);
        insert into gpu_ledger.hour_sum (hour, millis, cluster_id, team_id, sku_id, state, settled)
        select '2026-11-02T01:00Z', 1800000, 1, 1, 1, state::gpu_ledger.state, true
        from (values ('idle'), ('underused')) as of (state);
        insert into gpu_ledger.workload_sum
            (hour, millis, unpriced_millis, cost_micros, workload_id, team_id, state, currency)
        values ('2026-11-02T01:00Z', 1800000, 0, 1250000, 1, 1, 'idle', 'EUR');
        insert into gpu_ledger.waiting_hour (hour, cluster_id) values ('2026-11-02T01:00Z', 1);
        insert into gpu_ledger.waiting_part (hour, cluster_id, team, reason, gpu_hours)
        values ('2026-11-02T01:00Z', 1, 'vision', 'fragmentation', 4);
        insert into gpu_ledger.finding
            (cluster, node, gpu, instance, kind, detail, severity, opened, closed, told, evidence, action, holders,
            lost_ms)
        values ('east', 'n1', 'GPU-a', '', 'hot', '', 'warning', '2026-11-02T00:30Z', '2026-11-02T01:30Z',
            '2026-11-02T01:30Z', 'it was 92 C', 'look at the fans', '{vision/train-0}', 0);
        """;

    @Test
    void every_query_returns_something_of_all_and_of_what_is_chosen() throws Exception {
        try (var database = TestDatabase.plain();
                var _ = database.migrated()) {
            database.execute(BOOKS);
            for (var placed : DashboardFolder.panels()) {
                for (var sql : placed.sql()) {
                    assertThat(database.rows(filled(sql, ".*")))
                            .as("%s", placed)
                            .isNotEmpty();
                    assertThat(database.rows(filled(sql, "(east|vision|H100|n1)")))
                            .as("%s", placed)
                            .isNotEmpty();
                    assertThat(database.rows(filled(sql, "nobody")))
                            .as("%s", placed)
                            .isEmpty();
                }
            }
        }
    }

    @Test
    void some_panels_ask_the_database() throws IOException {
        assertThat(DashboardFolder.panels())
                .flatExtracting(DashboardFolder.Placed::sql)
                .hasSizeGreaterThan(5);
    }

    /// Fills in what Grafana does: the time that is shown and, for each variable, a pattern of what is chosen.
    static String filled(String sql, String chosen) {
        return sql.replaceAll(
                        "\\$__timeFilter\\(([\\w.]+)\\)", "$1 between '2026-11-02T00:00Z' and '2026-11-02T02:00Z'")
                .replaceAll("\\$\\{\\w+:regex}", chosen);
    }
}
