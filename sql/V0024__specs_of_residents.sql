-- Where pods wait, it is asked which pods on the nodes do not want everybody near, have a port of their node, or a claim
-- on a volume. Their specs say so by these words (store.pods.PlaceRows), so that nobody has to read those of all others.

create index attribute_resident on gpu_ledger.attribute (object_id)
    where name = 'spec' and value ~ '"(podAntiAffinity|hostPort|hostNetwork|persistentVolumeClaim)"';
