-- Analyzers that share a database keep samples for as long as one of them still reads a past that is older.

create table gpu_ledger.past_reader (
    since    timestamptz not null,
    told     timestamptz not null,
    source   text not null,
    constraint past_reader_pkey primary key (source)
);

comment on table gpu_ledger.past_reader is 'Whose past is being read, so that samples of before are not dropped yet';
comment on column gpu_ledger.past_reader.since is 'From when on samples are kept for that';
comment on column gpu_ledger.past_reader.told is 'When its analyzer last said so, by the clock of the database';
comment on column gpu_ledger.past_reader.source is 'The address of the Prometheus, and which shard of it';
comment on column gpu_ledger.read_progress.source is 'The address of the Prometheus, and which shard of it';
