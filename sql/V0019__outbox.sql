-- The letters of each week, as they were written, and what became of each at each address.

create type gpu_ledger.delivery_state as enum (
    'queued', 'sending', 'data', 'sent', 'deferred', 'refused', 'given_up', 'uncertain', 'dry_run');

create table gpu_ledger.letter (
    id           bigint generated always as identity,
    written      timestamptz not null,
    week         date not null,
    edition      text not null,
    withheld     text,
    troubles     text[] not null,
    message_id   text,
    token        text,
    subject      text,
    html         text,
    body         text,
    table_name   text,
    table_csv    text,
    constraint letter_pkey primary key (id),
    constraint letter_edition_key unique (week, edition),
    constraint letter_token_key unique (token),
    constraint letter_content_check check (
        num_nulls(message_id, token, subject, html, body, table_name, table_csv)
            = case when withheld is null then 0 else 7 end)
);

comment on table gpu_ledger.letter is 'The letter of a week to a team or for the fleet, or why there is none: decided once';
comment on column gpu_ledger.letter.week is 'Its Monday';
comment on column gpu_ledger.letter.edition is 'The team; empty for the fleet';
comment on column gpu_ledger.letter.withheld is 'Why there is no letter';
comment on column gpu_ledger.letter.troubles is 'Addresses that are none, each with where it was named';
comment on column gpu_ledger.letter.token is 'Who knows it may have the team written to no more';

create table gpu_ledger.letter_picture (
    letter_id   bigint not null references gpu_ledger.letter on delete cascade,
    place       int not null,
    name        text not null,
    words       text not null,
    png         bytea not null,
    constraint letter_picture_pkey primary key (letter_id, place)
);

create table gpu_ledger.delivery (
    id          bigint generated always as identity,
    letter_id   bigint not null references gpu_ledger.letter on delete cascade,
    queued      timestamptz not null,
    since       timestamptz not null,
    next_try    timestamptz not null,
    lease       timestamptz,
    tries       int not null default 0,
    state       gpu_ledger.delivery_state not null,
    address     text not null,
    domain      text not null,
    sender      text,
    why         text not null default '',
    asked_by    text,
    constraint delivery_pkey primary key (id),
    constraint delivery_address_key unique (letter_id, address)
);

create index delivery_due on gpu_ledger.delivery (next_try) where state in ('queued', 'deferred');
create index delivery_under_way on gpu_ledger.delivery (lease) where state in ('sending', 'data');

comment on table gpu_ledger.delivery is 'A letter to one address, which is one SMTP transaction';
comment on column gpu_ledger.delivery.queued is 'Since when it is to be sent; of one that is sent again, since then';
comment on column gpu_ledger.delivery.since is 'Since when it is in its state';
comment on column gpu_ledger.delivery.lease is 'Until when its sender is taken to be alive';
comment on column gpu_ledger.delivery.state is
    'sending before the last line of the letter is sent, data from then until the server answers; uncertain where it never did';
comment on column gpu_ledger.delivery.sender is 'The process that sends it, or did last';
comment on column gpu_ledger.delivery.why is 'What the server said, or what went wrong';
comment on column gpu_ledger.delivery.asked_by is 'Who had it sent again, or said that it arrived, and when';

create table gpu_ledger.mail_week (
    week     date not null,
    lease    timestamptz,
    writer   text,
    done     timestamptz,
    constraint mail_week_pkey primary key (week)
);

comment on table gpu_ledger.mail_week is 'Weeks of which letters are written, or were';

create table gpu_ledger.mail_refusal (
    address   text not null,
    since     timestamptz not null,
    until     timestamptz not null,
    words     text not null,
    constraint mail_refusal_pkey primary key (address)
);

comment on table gpu_ledger.mail_refusal is 'Addresses that a server refused for good, which nothing is sent to for some time';

create table gpu_ledger.mail_domain (
    domain     text not null,
    next_try   timestamptz not null,
    constraint mail_domain_pkey primary key (domain)
);

comment on table gpu_ledger.mail_domain is 'When the next letter may go to a domain';

create table gpu_ledger.mail_exemption (
    team     text not null,
    since    timestamptz not null,
    who      text not null,
    reason   text not null,
    constraint mail_exemption_pkey primary key (team)
);

comment on table gpu_ledger.mail_exemption is 'Teams that want no letters; an empty name is the fleet''s edition';
