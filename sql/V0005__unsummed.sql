-- Marked together with what changes, so that a stop between entries and their sums leaves no sum behind.
create table gpu_ledger.unsummed (
    hour   timestamptz not null,
    constraint unsummed_pkey primary key (hour)
);

comment on table gpu_ledger.unsummed is 'Hours of which entries have changed since they were summed up';
