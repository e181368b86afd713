-- GPUs that a node should have and that nobody has told of: so many as it should have, less those whose UUIDs are known.

alter table gpu_ledger.gpu add column ordinal smallint;

comment on table gpu_ledger.gpu is 'A physical device; or a slot of a node, whose uuid is the node''s name, # and its ordinal';
comment on column gpu_ledger.gpu.ordinal is 'Of a slot, which of the node''s GPUs it stands for; null for a device';

create table gpu_ledger.vacancy (
    since    timestamptz not null,
    until    timestamptz,
    gpu_id   int not null references gpu_ledger.gpu,
    constraint vacancy_pkey primary key (gpu_id, since)
);

comment on table gpu_ledger.vacancy is 'When nobody had told of the GPU that a slot stands for';
comment on column gpu_ledger.vacancy.until is 'null while that lasts';
