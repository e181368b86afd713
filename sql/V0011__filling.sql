-- What comes in long after it was is told in portions: until no more has come for a while, what was not seen yet of its
-- GPU may still be on its way.
create table gpu_ledger.filling (
    since    timestamptz not null,
    told     timestamptz not null,
    gpu_id   int not null references gpu_ledger.gpu,
    constraint filling_pkey primary key (gpu_id)
);

comment on table gpu_ledger.filling is 'GPUs of which something came in an hour or longer after it was so';
comment on column gpu_ledger.filling.since is 'Of when the earliest of it is';
comment on column gpu_ledger.filling.told is 'When the latest of it came in, by the clock of the analyzer';
