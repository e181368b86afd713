-- Which pods were expected to come on a day, as whether free GPUs are of use to anybody is judged by these. It follows
-- from the pods of the two weeks before, which are not kept for as long as the books are: so it stays as it was, and an
-- hour that is booked again is judged as it was the first time.
create table gpu_ledger.lens (
    cluster_id int not null references gpu_ledger.cluster,
    day        date not null,
    made       timestamptz not null,
    took_ms    int not null,
    constraint lens_pkey primary key (cluster_id, day)
);

comment on table gpu_ledger.lens is 'Each day of a cluster of which it was found out which pods were to be expected';
comment on column gpu_ledger.lens.made is 'When it was found out; it is found out anew until an hour of the day is settled';
comment on column gpu_ledger.lens.took_ms is 'How long that took: what takes long is not found out anew so often';

create table gpu_ledger.expected_pod (
    cluster_id  int not null,
    day         date not null,
    place       int not null,
    spec        text not null,
    namespaces  text[] not null,
    gpu_seconds bigint not null,
    constraint expected_pod_pkey primary key (cluster_id, day, place),
    constraint expected_pod_lens_fkey foreign key (cluster_id, day) references gpu_ledger.lens on delete cascade
);

comment on table gpu_ledger.expected_pod is 'The kinds of pods that were to be expected, those with the most GPU time first';
comment on column gpu_ledger.expected_pod.spec is 'The spec of one of them, as JSON, as far as it says where such pods fit';
comment on column gpu_ledger.expected_pod.namespaces is 'Where they came from, or some of these';
comment on column gpu_ledger.expected_pod.gpu_seconds is 'How much time of GPUs they had in the two weeks before; what is a week older counts half';
