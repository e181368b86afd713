-- A sender says once that a series has ended, and whoever hears it passes it on when others are told of, so that a
-- kube-state-metrics that is away ends nothing. Where that one is killed in between, this is what is left of it.
alter table gpu_ledger.object add column unsaid timestamptz;

create index object_unsaid on gpu_ledger.object (cluster_id) where unsaid is not null;

comment on column gpu_ledger.object.unsaid is
    'Since when nobody says any more that it is there; null where it was told of, or known to be gone, as of then or later';
