-- Who changed what, and who was refused. Of the same that was refused many times within a moment there is one row.

create table gpu_ledger.audit (
    id        bigint generated always as identity,
    at        timestamptz not null,
    until     timestamptz not null,
    times     bigint not null,
    who       text not null,
    what      text not null,
    outcome   text not null,
    origin    text not null,
    constraint audit_pkey primary key (id)
);

create index audit_at on gpu_ledger.audit (at);

comment on table gpu_ledger.audit is 'Who changed what by HTTP, who signed in, and who was refused';
comment on column gpu_ledger.audit.until is 'When it happened last, where it happened more than once';
comment on column gpu_ledger.audit.origin is 'The address that it came from, which may be that of a proxy';
