-- What two samples tell of one life of an exporter is booked by the difference of their counters: so each says which life
-- it is of. Neither native partitions nor compressed chunks are written anew for a column without a default.

alter table gpu_ledger.sample add column started_ms bigint;

comment on column gpu_ledger.sample.started_ms is
    'When whoever told this began to count, in milliseconds since 1970; null where that was not told';
