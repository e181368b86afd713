-- What stood free while pods waited, hour by hour: it is found from what was told of pods and nodes, which is kept for
-- days, and stays as long as the books do.
create table gpu_ledger.waiting_hour (
    hour         timestamptz not null,
    cluster_id   int not null references gpu_ledger.cluster,
    was_found    boolean not null default false,
    is_right     boolean not null default false,
    reader       bigint,
    free_hours   double precision not null default 0,
    wanted_hours double precision not null default 0,
    constraint waiting_hour_pkey primary key (hour, cluster_id)
);

comment on table gpu_ledger.waiting_hour is 'How much stood free in an hour, and how much was waited for, while pods waited';
comment on column gpu_ledger.waiting_hour.was_found is 'Whether the hour was ever found';
comment on column gpu_ledger.waiting_hour.is_right is 'Whether nothing was told of the hour since it was found';
comment on column gpu_ledger.waiting_hour.reader is 'Who is finding it; null as soon as more is told, so that it is found again';
comment on column gpu_ledger.waiting_hour.free_hours is 'GPU-hours that nobody held while pods waited';
comment on column gpu_ledger.waiting_hour.wanted_hours is 'GPU-hours that pods waited for';

create table gpu_ledger.waiting_part (
    hour         timestamptz not null,
    cluster_id   int not null,
    team         text not null,
    free_sku     text,
    wanted_sku   text,
    reason       text not null,
    gpu_hours    double precision not null,
    constraint waiting_part_waiting_hour_fkey foreign key (hour, cluster_id)
        references gpu_ledger.waiting_hour on delete cascade,
    constraint waiting_part_key unique nulls not distinct (hour, cluster_id, team, free_sku, wanted_sku, reason)
);

comment on table gpu_ledger.waiting_part is 'Of what stood free, what was set against pods that waited, and what stood between the two';
comment on column gpu_ledger.waiting_part.free_sku is 'The kind of the GPUs that were free; null where it is not known';
comment on column gpu_ledger.waiting_part.wanted_sku is 'The kinds that pods would have taken; null for any';
