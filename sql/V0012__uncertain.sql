-- What stands in an account by an estimate says so.
alter table gpu_ledger.entry add column uncertain_millis int not null default 0;
alter table gpu_ledger.hour_sum add column uncertain_millis bigint not null default 0;

comment on column gpu_ledger.entry.uncertain_millis is 'What of millis may stand in another account, because something changed between two readings';
comment on column gpu_ledger.hour_sum.uncertain_millis is 'What of millis may stand in another account';
