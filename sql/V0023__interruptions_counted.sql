-- Each pod that was taken from its node is counted once, whoever counts it and however often the analyzer is started.
-- They are few, and found without looking at all other pods.
alter table gpu_ledger.object add column interruption_counted boolean not null default false;

comment on column gpu_ledger.object.interruption_counted is 'Of pods: whether gpu_preemptions_total has the pod';

create index attribute_eviction on gpu_ledger.attribute (object_id) where name = 'eviction' and value is not null;

-- Pods that were interrupted before anybody counted are not counted as if they all had been now.
update gpu_ledger.object o
set interruption_counted = true
where kind = 'pod' and exists (
    select from gpu_ledger.attribute a where a.object_id = o.id and a.name = 'eviction' and a.value is not null
);
