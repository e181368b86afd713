-- A team's week and its trend are a few rows of each hour of eight weeks, and lie in as many places as there are hours.
create index hour_sum_team on gpu_ledger.hour_sum (team_id, hour)
    include (cluster_id, sku_id, state, settled, cause, currency, millis, uncertain_millis, cost_micros,
        energy_millijoules);
