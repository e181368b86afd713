-- What stands in the books of a week is asked for at each look at a page. Of a large fleet that is some hundred sums an
-- hour, so those of days and quarters of days are kept beside them: they are far fewer rows to read, at whichever
-- hour a week begins.

create table gpu_ledger.span_sum (
    hour                 timestamptz not null,
    millis               bigint not null,
    uncertain_millis     bigint not null,
    energy_millijoules   bigint,
    cost_micros          bigint,
    cluster_id           int not null references gpu_ledger.cluster,
    team_id              int references gpu_ledger.team,
    sku_id               int not null references gpu_ledger.sku,
    hours                smallint not null,
    state                gpu_ledger.state not null,
    settled              boolean not null,
    cause                text collate "C",
    currency             text collate "C"
);

create index span_sum_hour on gpu_ledger.span_sum (hour, hours);

comment on table gpu_ledger.span_sum is 'Rows of hour_sum, summed up by days and quarters of days';
comment on column gpu_ledger.span_sum.hour is 'The first of the hours';
comment on column gpu_ledger.span_sum.hours is 'How many hours: 24 or 6';

-- Dropped together with a change of an hour's sums, so that a span that is here is never another than its hours.
create table gpu_ledger.summed_span (
    hour    timestamptz not null,
    hours   smallint not null,
    constraint summed_span_pkey primary key (hour, hours)
);

comment on table gpu_ledger.summed_span is 'Spans whose sums stand in span_sum, also where these are none';
