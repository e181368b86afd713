-- A past comes in for an hour without a pause, and while hours of it are booked more of the same GPUs is told. What was
-- told since is known by itself, so that the next pass books that, and not all of the past again.
alter table gpu_ledger.unbooked
    add column since_again timestamptz,
    add column until_again timestamptz;

comment on column gpu_ledger.unbooked.since_again is
    'From when on something was told since its hours were last begun to be booked; null where nothing was';
comment on column gpu_ledger.unbooked.until_again is 'Until when';
