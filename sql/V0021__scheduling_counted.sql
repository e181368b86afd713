-- Each pod is counted once when it is scheduled, whoever counts it and however often the analyzer is started. Those
-- that wait to be counted are few, and found without looking at the others.
alter table gpu_ledger.object add column scheduling_counted boolean not null default false;

comment on column gpu_ledger.object.scheduling_counted is 'Of pods: whether gpu_scheduling_seconds has the pod';

-- Pods that were scheduled before anybody counted are not counted as if they all had been now.
update gpu_ledger.object o
set scheduling_counted = true
where kind = 'pod' and exists (
    select from gpu_ledger.attribute a where a.object_id = o.id and a.name in ('node', 'started') and a.value is not null
);

create index object_uncounted on gpu_ledger.object (id) where kind = 'pod' and not scheduling_counted;
