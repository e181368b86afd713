-- Written together with what changes, so that a stop before the books took note of it leaves no hour as it was.
create table gpu_ledger.cluster_change (
    since        timestamptz not null,
    cluster_id   int not null references gpu_ledger.cluster,
    constraint cluster_change_pkey primary key (cluster_id)
);

comment on table gpu_ledger.cluster_change is 'Clusters of which the books have not taken note that they are other than was known';
comment on column gpu_ledger.cluster_change.since is 'From when on they are';
