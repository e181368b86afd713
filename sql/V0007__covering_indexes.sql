-- A team's week is few of the rows of each hour, and what a pod held lies in as many places as it had hours and GPUs:
-- such questions are answered from indexes that have all that is asked for.
drop index gpu_ledger.usage_idle;
create index usage_idle on gpu_ledger.usage (owner_id, hour)
    include (gpu_id, unit_id, idle_runs) where idle_runs <> '{}';

drop index gpu_ledger.workload_sum_team;
create index workload_sum_team on gpu_ledger.workload_sum (team_id, hour)
    include (workload_id, state, currency, millis, unpriced_millis, cost_micros, energy_millijoules);

drop index gpu_ledger.usage_sum_workload;
create index usage_sum_workload on gpu_ledger.usage_sum (workload_id, hour)
    include (memory_peak_bytes, memory_total_bytes, millis, minutes, low_minutes, high_minutes, utilization,
        utilization_millis, engine_active, engine_active_millis, sm_active, sm_active_millis, dram_active,
        dram_active_millis, memory_utilization, memory_utilization_millis, pcie_bytes_per_second,
        pcie_bytes_per_second_millis);

-- For that it has to be known early that rows are settled, and not when a fifth of the table is new.
alter table gpu_ledger.usage set (autovacuum_vacuum_insert_scale_factor = 0.02);
alter table gpu_ledger.workload_sum
    set (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.02);
alter table gpu_ledger.usage_sum
    set (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.02);
