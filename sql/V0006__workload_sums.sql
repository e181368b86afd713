-- What workloads held, summed over their pods and GPUs, so that a team's week is read in a moment.
create table gpu_ledger.workload_sum (
    hour                 timestamptz not null,
    millis               bigint not null,
    unpriced_millis      bigint not null,
    energy_millijoules   bigint,
    cost_micros          bigint not null,
    workload_id          int not null references gpu_ledger.workload,
    team_id              int references gpu_ledger.team,
    state                gpu_ledger.state not null,
    currency             text collate "C"
);

create index workload_sum_workload on gpu_ledger.workload_sum (workload_id, hour);
create index workload_sum_team on gpu_ledger.workload_sum (team_id, hour);
create index workload_sum_hour on gpu_ledger.workload_sum (hour);

comment on table gpu_ledger.workload_sum is 'Entries that have an owner, by hour, workload, team, state and currency';
comment on column gpu_ledger.workload_sum.unpriced_millis is 'What of them has no price';

create table gpu_ledger.usage_sum (
    hour                           timestamptz not null,
    memory_peak_bytes              bigint,
    memory_total_bytes             bigint,
    millis                         bigint not null,
    minutes                        bigint not null,
    low_minutes                    bigint not null,
    high_minutes                   bigint not null,
    utilization                    float8,
    utilization_millis             bigint,
    engine_active                  float8,
    engine_active_millis           bigint,
    sm_active                      float8,
    sm_active_millis               bigint,
    dram_active                    float8,
    dram_active_millis             bigint,
    memory_utilization             float8,
    memory_utilization_millis      bigint,
    pcie_bytes_per_second          float8,
    pcie_bytes_per_second_millis   bigint,
    workload_id                    int not null references gpu_ledger.workload
);

create index usage_sum_workload on gpu_ledger.usage_sum (workload_id, hour);
create index usage_sum_hour on gpu_ledger.usage_sum (hour);

comment on table gpu_ledger.usage_sum is 'How workloads used what they held, by hour: each measure times the milliseconds of which it is known, and these';

-- An hour of it is asked for whenever it is summed up, and rows that are booked again lie anywhere.
drop index gpu_ledger.usage_hour;
create index usage_hour on gpu_ledger.usage (hour);

-- Few have any, and whoever asks for idle runs wants only these.
create index usage_idle on gpu_ledger.usage (owner_id, hour) where idle_runs <> '{}';

-- Those that are in the books already are summed up by the next pass.
insert into gpu_ledger.unsummed (hour)
select distinct hour from gpu_ledger.hour_sum
on conflict (hour) do nothing;
