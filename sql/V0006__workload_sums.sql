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
create index workload_sum_hour on gpu_ledger.workload_sum using brin (hour);

comment on table gpu_ledger.workload_sum is 'Entries that have an owner, by hour, workload, team, state and currency';
comment on column gpu_ledger.workload_sum.unpriced_millis is 'What of them has no price';

-- Those that are in the books already are summed up by the next pass.
insert into gpu_ledger.unsummed (hour)
select distinct hour from gpu_ledger.hour_sum
on conflict (hour) do nothing;
