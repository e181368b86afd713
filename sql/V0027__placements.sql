-- How nodes were shared and how workloads lay, summed up with the other sums of an hour: a week of a large fleet is a few
-- hundred rows of the one, and as many rows of the other as there are workloads of several pods in its hours.

create table gpu_ledger.shared_node_sum (
    hour                timestamptz not null,
    nodes               bigint not null,
    millis              bigint not null,
    held_millis         bigint not null,
    stranded_millis     bigint not null,
    fragmented_millis   bigint not null,
    cluster_id          int not null references gpu_ledger.cluster,
    workloads           smallint not null,
    constraint shared_node_sum_pkey primary key (hour, cluster_id, workloads)
);

comment on table gpu_ledger.shared_node_sum is 'Entries that have a node, by hour, cluster and how many workloads held GPUs of the node';
comment on column gpu_ledger.shared_node_sum.workloads is 'Four or more are told as four';
comment on column gpu_ledger.shared_node_sum.fragmented_millis is 'What of stranded_millis has this cause';

create table gpu_ledger.workload_place (
    hour          timestamptz not null,
    millis        bigint not null,
    used_millis   bigint not null,
    workload_id   int not null references gpu_ledger.workload,
    gpus          int not null,
    nodes         int not null,
    least_nodes   int not null,
    constraint workload_place_pkey primary key (hour, workload_id)
);

create index workload_place_workload on gpu_ledger.workload_place (workload_id, hour);

alter table gpu_ledger.workload_place
    set (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.02);

comment on table gpu_ledger.workload_place is 'On how many nodes workloads were of which two pods or more held GPUs in the hour';
comment on column gpu_ledger.workload_place.least_nodes is 'How many nodes hold as many GPUs, by the largest of each product in the cluster';

-- A month that is in the books already is summed up by the next pass.
insert into gpu_ledger.unsummed (hour)
select distinct hour from gpu_ledger.hour_sum where hour >= now() - interval '30 days'
on conflict (hour) do nothing;
