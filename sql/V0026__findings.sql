-- What a GPU says of its limits, and of the lanes that it has.
alter table gpu_ledger.sample add column temperature_margin_celsius real;
alter table gpu_ledger.sample add column sm_clock_max_hertz bigint;
alter table gpu_ledger.sample add column pcie_link_width smallint;

comment on column gpu_ledger.sample.temperature_margin_celsius is 'Degrees that are left until the GPU slows down';

-- What somebody should act on. Names are kept as they were: a finding tells of a GPU or a node that may be gone.
create table gpu_ledger.finding (
    id             bigint generated always as identity,
    cluster        text collate "C" not null,
    node           text collate "C" not null,
    gpu            text collate "C" not null,
    instance       text collate "C" not null,
    kind           text collate "C" not null,
    detail         text collate "C" not null,
    severity       text collate "C" not null,
    opened         timestamptz not null,
    closed         timestamptz,
    told           timestamptz not null,
    found          timestamptz not null default now(),
    evidence       text not null,
    action         text not null,
    holders        text[] not null,
    lost_ms        bigint not null,
    constraint finding_pkey primary key (id),
    constraint finding_key unique (cluster, kind, gpu, instance, node, detail, opened)
);

create index finding_open on gpu_ledger.finding (opened) where closed is null;
create index finding_closed on gpu_ledger.finding (closed) where closed is not null;

comment on table gpu_ledger.finding is 'What somebody should act on: what is wrong with a GPU or a node, from when until when';
comment on column gpu_ledger.finding.gpu is 'Its UUID; empty where it is about the whole node';
comment on column gpu_ledger.finding.instance is 'The number of the MIG instance; empty where it is about the whole GPU';
comment on column gpu_ledger.finding.detail is 'Tells several of a kind from each other, such as the number of an XID; else empty';
comment on column gpu_ledger.finding.opened is 'Since when it was so, which may be some minutes before it was found';
comment on column gpu_ledger.finding.told is 'Until when it is known';
comment on column gpu_ledger.finding.found is 'When it was written down first, by the clock of the database';
comment on column gpu_ledger.finding.holders is 'The pods that held the GPU meanwhile, as namespace/pod';
comment on column gpu_ledger.finding.lost_ms is 'Time of the GPU that was lost by it so far';

-- Who has seen a finding, and until when nobody else is to be bothered with it, or with any of its kind.
create table gpu_ledger.finding_mute (
    id        bigint generated always as identity,
    cluster   text collate "C",
    node      text collate "C",
    gpu       text collate "C",
    kind      text collate "C",
    since     timestamptz not null,
    until     timestamptz not null,
    who       text not null,
    reason    text not null,
    constraint finding_mute_pkey primary key (id)
);

comment on table gpu_ledger.finding_mute is 'Findings that somebody has seen to, or wants nobody to be told of for some time';
comment on column gpu_ledger.finding_mute.cluster is 'null means any; so of node, gpu and kind';

-- What each Alertmanager was told of a finding. It has the same finding under several severities where that has changed,
-- each as an alert of its own.
create table gpu_ledger.finding_notice (
    finding_id     bigint not null references gpu_ledger.finding on delete cascade,
    alertmanager   text collate "C" not null,
    severity       text collate "C" not null,
    fired          timestamptz,
    resolved       timestamptz,
    constraint finding_notice_pkey primary key (finding_id, alertmanager, severity)
);

create index finding_notice_unresolved on gpu_ledger.finding_notice (alertmanager) where resolved is null;
create index finding_notice_resolved on gpu_ledger.finding_notice (alertmanager, resolved) where resolved is not null;

comment on table gpu_ledger.finding_notice is 'What each Alertmanager was told of a finding. A row is there before anything is sent';
comment on column gpu_ledger.finding_notice.alertmanager is 'Its URL, as the settings have it';
comment on column gpu_ledger.finding_notice.fired is 'When it first took word that the finding is open; null while it has not';
comment on column gpu_ledger.finding_notice.resolved is 'When it first took word that the finding is over, or that nobody is to be told of it any more';
