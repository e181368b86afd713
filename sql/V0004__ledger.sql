-- The books: what stands in which account, by the hour. Rows of an hour of a GPU are replaced together.

create type gpu_ledger.state as enum (
    'unhealthy', 'unobserved', 'starting', 'idle', 'used', 'underused', 'withheld', 'stranded', 'free');
create type gpu_ledger.basis as enum ('sm_active', 'engine_active', 'utilization');

create table gpu_ledger.team (
    id     int generated always as identity,
    name   text not null,
    constraint team_pkey primary key (id),
    constraint team_name_key unique (name)
);

comment on table gpu_ledger.team is 'Who pays';

create table gpu_ledger.sku (
    id     int generated always as identity,
    name   text not null,
    constraint sku_pkey primary key (id),
    constraint sku_name_key unique (name)
);

comment on table gpu_ledger.sku is 'A product; an empty name is that of GPUs that did not tell';

create table gpu_ledger.workload (
    id           int generated always as identity,
    cluster_id   int not null references gpu_ledger.cluster,
    namespace    text not null,
    kind         text not null,
    name         text not null,
    constraint workload_pkey primary key (id),
    constraint workload_name_key unique (cluster_id, namespace, kind, name)
);

comment on table gpu_ledger.workload is 'The controller at the top of a pod''s owner chain; of a pod that nobody made, the pod';

create table gpu_ledger.owner (
    id            int generated always as identity,
    cluster_id    int not null references gpu_ledger.cluster,
    workload_id   int not null references gpu_ledger.workload,
    namespace     text not null,
    pod           text not null,
    uid           text,
    constraint owner_pkey primary key (id),
    constraint owner_name_key unique nulls not distinct (cluster_id, namespace, pod, uid)
);

create index owner_workload on gpu_ledger.owner (workload_id);

comment on table gpu_ledger.owner is 'A pod that GPU time is put down to; without uid where only its name was told';

create table gpu_ledger.entry (
    hour                 timestamptz not null,
    energy_millijoules   bigint,
    cost_micros          bigint,
    gpu_id               int not null references gpu_ledger.gpu,
    unit_id              int,
    node_id              int references gpu_ledger.node,
    owner_id             int references gpu_ledger.owner,
    team_id              int references gpu_ledger.team,
    sku_id               int not null references gpu_ledger.sku,
    millis               int not null,
    state                gpu_ledger.state not null,
    basis                gpu_ledger.basis,
    estimated            boolean not null,
    settled              boolean not null,
    cause                text collate "C",
    currency             text collate "C",
    constraint entry_millis_check check (millis > 0 and millis <= 3600000)
);

create index entry_gpu on gpu_ledger.entry (gpu_id, hour);
create index entry_hour on gpu_ledger.entry (hour);
create index entry_owner on gpu_ledger.entry (owner_id, hour) where owner_id is not null;

comment on table gpu_ledger.entry is 'What stands in an account of a unit in an hour. The rows of a GPU and hour add up to the time that it was in the fleet';
comment on column gpu_ledger.entry.unit_id is 'null for slices of a GPU that form no unit';
comment on column gpu_ledger.entry.millis is 'Of the GPU: a millisecond of a MIG instance is as much of one as it has slices';
comment on column gpu_ledger.entry.settled is 'false while it may still change by what is yet to come';
comment on column gpu_ledger.entry.cost_micros is 'Millionths of the currency; null where there is no price';

-- Beside the books: what is told of a workload, and not booked.
create table gpu_ledger.usage (
    hour                    timestamptz not null,
    memory_peak_bytes       bigint,
    memory_total_bytes      bigint,
    gpu_id                  int not null references gpu_ledger.gpu,
    unit_id                 int,
    owner_id                int not null references gpu_ledger.owner,
    millis                  int not null,
    utilization             real,
    engine_active           real,
    sm_active               real,
    dram_active             real,
    memory_utilization      real,
    pcie_bytes_per_second   real,
    minutes                 smallint not null,
    low_minutes             smallint not null,
    high_minutes            smallint not null,
    idle_runs               int[] not null
);

create index usage_gpu on gpu_ledger.usage (gpu_id, hour);
create index usage_owner on gpu_ledger.usage (owner_id, hour);
create index usage_hour on gpu_ledger.usage using brin (hour);

comment on table gpu_ledger.usage is 'How an owner used a unit in an hour, past its start and as far as it was seen';
comment on column gpu_ledger.usage.millis is 'That it held the unit and was seen, whatever its share';
comment on column gpu_ledger.usage.low_minutes is 'Below 10 % of its share; high_minutes at 70 % or more';
comment on column gpu_ledger.usage.idle_runs is 'What of the hour lies in idle runs: begins and ends, milliseconds after the hour';

-- The same, summed over GPUs and owners, so that a week of a large fleet is a few thousand rows.
create table gpu_ledger.hour_sum (
    hour                 timestamptz not null,
    millis               bigint not null,
    energy_millijoules   bigint,
    cost_micros          bigint,
    cluster_id           int not null references gpu_ledger.cluster,
    team_id              int references gpu_ledger.team,
    sku_id               int not null references gpu_ledger.sku,
    state                gpu_ledger.state not null,
    settled              boolean not null,
    cause                text collate "C",
    currency             text collate "C"
);

create index hour_sum_hour on gpu_ledger.hour_sum (hour);

comment on table gpu_ledger.hour_sum is 'Entries by hour, cluster, team, sku, state and cause';

create table gpu_ledger.booked (
    since    timestamptz not null,
    until    timestamptz not null,
    gpu_id   int not null references gpu_ledger.gpu,
    constraint booked_pkey primary key (gpu_id)
);

comment on table gpu_ledger.booked is 'From when until when the hours of a GPU are settled';

create table gpu_ledger.unbooked (
    since    timestamptz not null,
    until    timestamptz not null,
    told     bigint not null,
    gpu_id   int not null references gpu_ledger.gpu,
    constraint unbooked_pkey primary key (gpu_id)
);

comment on table gpu_ledger.unbooked is 'Hours that were settled before something was told of them';
comment on column gpu_ledger.unbooked.told is 'How often something was told of them: what was booked meanwhile may lack the latest';

-- Marked together with what changes, so that a stop between entries and their sums leaves no sum behind.
create table gpu_ledger.unsummed (
    hour   timestamptz not null,
    constraint unsummed_pkey primary key (hour)
);

comment on table gpu_ledger.unsummed is 'Hours of which entries have changed since they were summed up';
