-- What stands free, and who waits, is asked for by people who look at a page. It follows from where each pod is and what
-- it takes, five short rows of some twenty that are told of a pod: this index has them side by side, the newest of each
-- name first, so that nothing else is looked at, and nothing sorted.
create index attribute_taken on gpu_ledger.attribute (object_id, name, since desc) include (value)
    where name in ('node', 'phase') or name ^@ 'request.' or name ^@ 'extra.';
