-- Who and what the facts are about. Rows are few, and stay.

create table gpu_ledger.cluster (
    id     int generated always as identity,
    name   text not null,
    constraint cluster_pkey primary key (id),
    constraint cluster_name_key unique (name)
);

comment on table gpu_ledger.cluster is 'A Kubernetes cluster, or whatever else GPUs are told apart by';

create table gpu_ledger.node (
    id           int generated always as identity,
    cluster_id   int not null references gpu_ledger.cluster,
    name         text not null,
    constraint node_pkey primary key (id),
    constraint node_name_key unique (cluster_id, name)
);

comment on table gpu_ledger.node is 'A machine that has or had GPUs';

-- One for GPUs and instances: facts name either by one number.
create sequence gpu_ledger.unit_id as int;

create table gpu_ledger.gpu (
    id           int not null default nextval('gpu_ledger.unit_id'),
    cluster_id   int not null references gpu_ledger.cluster,
    uuid         text not null,
    index        text,
    model        text,
    first_seen   timestamptz not null,
    last_seen    timestamptz not null,
    constraint gpu_pkey primary key (id),
    constraint gpu_uuid_key unique (cluster_id, uuid)
);

comment on table gpu_ledger.gpu is 'A physical device';
comment on column gpu_ledger.gpu.index is 'The number that the driver gives it on its node';
comment on column gpu_ledger.gpu.last_seen is 'The quarter of an hour in which it was last told of';

create table gpu_ledger.gpu_placement (
    since     timestamptz not null,
    gpu_id    int not null references gpu_ledger.gpu,
    node_id   int not null references gpu_ledger.node,
    constraint gpu_placement_pkey primary key (gpu_id, since)
);

comment on table gpu_ledger.gpu_placement is 'The node that a GPU is on, from an instant until the next one of that GPU';

create table gpu_ledger.instance (
    id               int not null default nextval('gpu_ledger.unit_id'),
    gpu_id           int not null references gpu_ledger.gpu,
    number           text not null,
    profile          text,
    uuid             text,
    first_seen       timestamptz not null,
    last_seen        timestamptz not null,
    compute_slices   smallint,
    memory_slices    smallint,
    constraint instance_pkey primary key (id),
    constraint instance_number_key unique (gpu_id, number)
);

comment on table gpu_ledger.instance is 'A MIG instance of a GPU, as it was last told to be';

create table gpu_ledger.holder (
    id           int generated always as identity,
    cluster_id   int not null references gpu_ledger.cluster,
    namespace    text not null,
    pod          text not null,
    container    text not null,
    pod_uid      text,
    constraint holder_pkey primary key (id),
    constraint holder_name_key unique nulls not distinct (cluster_id, namespace, pod, container, pod_uid)
);

comment on table gpu_ledger.holder is 'A container of a pod that held a unit; without pod_uid where only names were told';
