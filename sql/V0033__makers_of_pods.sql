-- Who made the pods of a week is asked for at once, of all of them: one row of some twenty that are told of a pod. This
-- index has nothing else, so that it is read from one end to the other in place of the table.
create index attribute_owner on gpu_ledger.attribute (object_id) include (value)
    where name = 'owner' and value is not null;
