-- Nodes, pods and what else there is in a cluster: what they were, from when on. A row only where something changed.

create table gpu_ledger.object (
    id           int generated always as identity,
    cluster_id   int not null references gpu_ledger.cluster,
    kind         text collate "C" not null,
    namespace    text collate "C" not null,
    name         text collate "C" not null,
    uid          text collate "C" not null,
    first_seen   timestamptz not null,
    last_seen    timestamptz not null,
    gone         timestamptz,
    constraint object_pkey primary key (id),
    constraint object_name_key unique (cluster_id, kind, namespace, name, uid)
) with (fillfactor = 80);

-- Those of a kind that are there, or were after an instant.
create index object_gone on gpu_ledger.object (cluster_id, kind, (coalesce(gone, 'infinity'::timestamptz)));

comment on table gpu_ledger.object is 'A node, a pod, a namespace ... of a cluster';
comment on column gpu_ledger.object.namespace is 'Empty where it is in none';
comment on column gpu_ledger.object.uid is 'Of pods; empty of all others';
comment on column gpu_ledger.object.first_seen is 'When it was first told of; where that is told, when it was made';
comment on column gpu_ledger.object.last_seen is 'When it was last told of; some minutes may lie between one word and the next';
comment on column gpu_ledger.object.gone is 'Since when it is not there; null while it is, as far as is known';

create table gpu_ledger.attribute (
    since       timestamptz not null,
    object_id   int not null references gpu_ledger.object,
    name        text collate "C" not null,
    value       text collate "C",
    constraint attribute_pkey primary key (object_id, name, since)
);

comment on table gpu_ledger.attribute is 'What an object was, from an instant until the next of the same name';
comment on column gpu_ledger.attribute.name is 'present, labels, condition.Ready, capacity.nvidia.com/gpu ... (docs/analyzer.md)';
comment on column gpu_ledger.attribute.value is 'null where it was no longer so; labels and annotations are a JSON object';
