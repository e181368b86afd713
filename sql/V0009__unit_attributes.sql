-- What units were told to be, where that was ever another. What is there already has always been what it is.
create table gpu_ledger.unit_attribute (
    since     timestamptz not null,
    unit_id   int not null,
    name      text collate "C" not null,
    value     text collate "C" not null,
    constraint unit_attribute_pkey primary key (unit_id, name, since)
);

-- Hours are booked by what units were then: who was another since some time is asked for.
create index unit_attribute_since on gpu_ledger.unit_attribute (since);

comment on table gpu_ledger.unit_attribute is 'What a GPU or instance was, from an instant until the next of the same name; of what was never another, nothing';
comment on column gpu_ledger.unit_attribute.since is '-infinity of the first: it was so before it was told';
comment on column gpu_ledger.unit_attribute.name is 'model of a GPU; profile, compute_slices and memory_slices of an instance';

-- Written together with what changes, so that a stop before the books took note of it leaves no hour as it was.
create table gpu_ledger.gpu_change (
    since    timestamptz not null,
    until    timestamptz not null,
    gpu_id   int not null references gpu_ledger.gpu,
    constraint gpu_change_pkey primary key (gpu_id)
);

comment on table gpu_ledger.gpu_change is 'GPUs of which the books have not taken note that they, or instances of them, were other than was known';
comment on column gpu_ledger.gpu_change.since is 'From when until when they were';
