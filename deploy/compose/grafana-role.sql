-- The user of docs/dashboards.md, who may read what the dashboards show and nothing else. It fails, and is tried again,
-- until gpu-analyzer has made its tables.
\set ON_ERROR_STOP on
select 'create role grafana login password ''grafana'''
where not exists (select from pg_roles where rolname = 'grafana') \gexec
alter role grafana set default_transaction_read_only = on;
alter role grafana set statement_timeout = '30s';
grant connect on database ledger to grafana;
grant usage on schema gpu_ledger to grafana;
grant select on gpu_ledger.cluster, gpu_ledger.node, gpu_ledger.sku, gpu_ledger.team, gpu_ledger.workload,
    gpu_ledger.owner, gpu_ledger.entry, gpu_ledger.hour_sum, gpu_ledger.workload_sum, gpu_ledger.waiting_part,
    gpu_ledger.finding
    to grafana;
