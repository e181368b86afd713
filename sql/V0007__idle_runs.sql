-- The idle runs of a pod lie in as many places as it had hours and GPUs: they are read from the index, which has them all.
drop index gpu_ledger.usage_idle;
create index usage_idle on gpu_ledger.usage (owner_id, hour) include (gpu_id, unit_id, idle_runs) where idle_runs <> '{}';

-- For that it has to be known early that rows are settled, and not when a fifth of the table is new.
alter table gpu_ledger.usage set (autovacuum_vacuum_insert_scale_factor = 0.02);
