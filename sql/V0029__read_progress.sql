-- Of which stretches of time all was read that a Prometheus had, so that a restart goes on where it was.

create table gpu_ledger.read_progress (
    source    text not null,
    began     timestamptz not null,
    reached   timestamptz not null,
    constraint read_progress_pkey primary key (source, began),
    constraint read_progress_is_a_stretch check (reached > began)
);

comment on table gpu_ledger.read_progress is 'Stretches of time of which all was read that a Prometheus had';
comment on column gpu_ledger.read_progress.source is 'The address of the Prometheus';
