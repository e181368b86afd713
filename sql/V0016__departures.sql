-- GPUs come and go, and pods more so. Whoever keeps the books, or takes up writing, asks for those that are there; the
-- others are found when they are told of again, and removed when nothing is kept that names them.

alter table gpu_ledger.gpu add column departed boolean not null default false;

create index gpu_present on gpu_ledger.gpu (id) where not departed;

comment on column gpu_ledger.gpu.departed is 'Whether it left so long ago that its books are closed and none of its samples is kept; until it is told of again';

alter table gpu_ledger.holder add column last_seen timestamptz not null default now();
alter table gpu_ledger.owner add column last_booked timestamptz not null default now();

create index holder_last_seen on gpu_ledger.holder (last_seen);
create index owner_last_booked on gpu_ledger.owner (last_booked);

comment on column gpu_ledger.holder.last_seen is 'The day on which it was last told of';
comment on column gpu_ledger.owner.last_booked is 'The day of the last hour that names it';

-- Of two who write, one keeps the books, and the other has to know which hours are too late.
create table gpu_ledger.settling (
    single   boolean not null default true,
    until    timestamptz not null,
    constraint settling_pkey primary key (single),
    constraint settling_single_check check (single)
);

comment on table gpu_ledger.settling is 'Until when hours are settled, or are about to be: written before they are read for that';

-- A node goes when no GPU was on it any more.
create index gpu_placement_node on gpu_ledger.gpu_placement (node_id);
