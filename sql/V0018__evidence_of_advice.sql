-- How workloads used what they held, told closely enough to say what to change about them. What was booked before has
-- none of it, and is not summed up again for that: sums of rows without counts would tell nothing new, and advice rests
-- on two weeks only.

-- Minutes by twentieths of activity. A row has few of them, and null stands for none: it costs a bit, and not the two
-- bytes of a zero.
alter table gpu_ledger.usage
    add column tensor_active real,
    add column nvlink_bytes_per_second real,
    add column minutes_00 smallint,
    add column minutes_05 smallint,
    add column minutes_10 smallint,
    add column minutes_15 smallint,
    add column minutes_20 smallint,
    add column minutes_25 smallint,
    add column minutes_30 smallint,
    add column minutes_35 smallint,
    add column minutes_40 smallint,
    add column minutes_45 smallint,
    add column minutes_50 smallint,
    add column minutes_55 smallint,
    add column minutes_60 smallint,
    add column minutes_65 smallint,
    add column minutes_70 smallint,
    add column minutes_75 smallint,
    add column minutes_80 smallint,
    add column minutes_85 smallint,
    add column minutes_90 smallint,
    add column minutes_95 smallint,
    add column shared boolean;

comment on column gpu_ledger.usage.minutes_00 is 'Below 5 % of its share, and so on to minutes_95 at 95 % or more; null where there were none. All are null where they were not counted yet';
comment on column gpu_ledger.usage.shared is 'true where it held a part of the unit only; null where it held the whole';

alter table gpu_ledger.usage_sum
    add column tensor_active float8,
    add column tensor_active_millis bigint,
    add column nvlink_bytes_per_second float8,
    add column nvlink_bytes_per_second_millis bigint,
    add column peaks float8,
    add column crowding float8,
    add column units int,
    add column pods int,
    add column pod_units int,
    add column pod_used_units int,
    add column pod_active_units int,
    add column shared_units int,
    add column minutes_00 int,
    add column minutes_05 int,
    add column minutes_10 int,
    add column minutes_15 int,
    add column minutes_20 int,
    add column minutes_25 int,
    add column minutes_30 int,
    add column minutes_35 int,
    add column minutes_40 int,
    add column minutes_45 int,
    add column minutes_50 int,
    add column minutes_55 int,
    add column minutes_60 int,
    add column minutes_65 int,
    add column minutes_70 int,
    add column minutes_75 int,
    add column minutes_80 int,
    add column minutes_85 int,
    add column minutes_90 int,
    add column minutes_95 int;

comment on column gpu_ledger.usage_sum.units is 'How many units its pods held; null where something of the hour was booked before that was told';
comment on column gpu_ledger.usage_sum.pod_units is 'The most units that one of its pods held';
comment on column gpu_ledger.usage_sum.pod_used_units is 'The most units of a pod that were active for 5 % of a minute or more, or had more than a gibibyte in use';
comment on column gpu_ledger.usage_sum.pod_active_units is 'The most units of a pod that were active for 5 % of a minute or more';
comment on column gpu_ledger.usage_sum.peaks is 'The sum over units of the upper edge of the highest twentieth that a minute of each was in';
comment on column gpu_ledger.usage_sum.crowding is 'The most that memory peaks of all who shared one of its units add up to, as a part of the memory of the unit';

-- The list of a team's workloads is told from this alone. Counts of minutes are not in it: only letters ask for them,
-- and an index has no more than 32 columns.
drop index gpu_ledger.usage_sum_workload;
create index usage_sum_workload on gpu_ledger.usage_sum (workload_id, hour)
    include (memory_peak_bytes, memory_total_bytes, millis, minutes, low_minutes, high_minutes, utilization,
        utilization_millis, engine_active, engine_active_millis, sm_active, sm_active_millis, tensor_active,
        tensor_active_millis, dram_active, dram_active_millis, memory_utilization, memory_utilization_millis,
        pcie_bytes_per_second, pcie_bytes_per_second_millis, nvlink_bytes_per_second, nvlink_bytes_per_second_millis);

-- Of what GPUs it was. Few workloads have several of them in an hour, so there are hardly more rows.
alter table gpu_ledger.workload_sum
    add column sku_id int references gpu_ledger.sku,
    add column profile text collate "C";

comment on table gpu_ledger.workload_sum is 'Entries that have an owner, by hour, workload, team, state, currency, sku and MIG profile';
comment on column gpu_ledger.workload_sum.sku_id is 'null where it was summed up before that was told';
comment on column gpu_ledger.workload_sum.profile is 'null of whole GPUs';

drop index gpu_ledger.workload_sum_team;
create index workload_sum_team on gpu_ledger.workload_sum (team_id, hour)
    include (workload_id, state, currency, millis, unpriced_millis, cost_micros, energy_millijoules, sku_id, profile);
