-- A page about a pod or a workload names it, and the books know it by its number: of a year there are a million, so
-- that nobody should look through all of them.
create index owner_pod on gpu_ledger.owner (pod);
create index workload_title on gpu_ledger.workload ((kind || '/' || name));
