-- A page about a pod or a workload names it, and the books know it by its number: after a year there may be a
-- million, so that nobody should look through all of them.
create index owner_pod on gpu_ledger.owner (pod);
create index workload_title on gpu_ledger.workload ((kind || '/' || name));
