-- What was told of the units, at the instants when it was. Columns stand widest first: no byte goes into alignment.
-- A day is dropped at once when it is too old: by native partitions, or chunks of TimescaleDB.

create table gpu_ledger.sample (
    ts                                timestamptz not null,
    observed_ms                       bigint,
    busy_ms                           bigint,
    engine_active_ms                  bigint,
    sm_active_ms                      bigint,
    tensor_active_ms                  bigint,
    dram_active_ms                    bigint,
    memory_used_bytes                 bigint,
    memory_free_bytes                 bigint,
    memory_total_bytes                bigint,
    memory_reserved_bytes             bigint,
    orphan_memory_bytes               bigint,
    energy_millijoules                bigint,
    sm_clock_hertz                    bigint,
    memory_clock_hertz                bigint,
    throttled_power_cap_ms            bigint,
    throttled_sw_thermal_ms           bigint,
    throttled_hw_thermal_ms           bigint,
    throttled_hw_power_brake_ms       bigint,
    throttled_sync_boost_ms           bigint,
    power_violation_ms                bigint,
    thermal_violation_ms              bigint,
    ecc_corrected_errors              bigint,
    ecc_uncorrected_errors            bigint,
    ecc_lifetime_corrected_errors     bigint,
    ecc_lifetime_uncorrected_errors   bigint,
    remapped_rows_correctable         bigint,
    remapped_rows_uncorrectable       bigint,
    retired_pages_single_bit          bigint,
    retired_pages_double_bit          bigint,
    pcie_replays                      bigint,
    pcie_sent_bytes                   bigint,
    pcie_received_bytes               bigint,
    nvlink_sent_bytes                 bigint,
    nvlink_received_bytes             bigint,
    nvlink_crc_errors                 bigint,
    nvlink_replay_errors              bigint,
    nvlink_recovery_errors            bigint,
    unit_id                           int not null,
    utilization_ratio                 real,
    memory_utilization_ratio          real,
    engine_active_ratio               real,
    sm_active_ratio                   real,
    sm_occupancy_ratio                real,
    tensor_active_ratio               real,
    dram_active_ratio                 real,
    encoder_utilization_ratio         real,
    decoder_utilization_ratio         real,
    temperature_celsius               real,
    memory_temperature_celsius        real,
    power_watts                       real,
    power_limit_watts                 real,
    pcie_sent_bytes_per_second        real,
    pcie_received_bytes_per_second    real,
    lost                              smallint,
    stuck                             smallint,
    row_remap_pending                 smallint,
    row_remap_failed                  smallint,
    retired_pages_pending             smallint,
    nvlink_links_up                   smallint,
    latest_xid                        smallint,
    recovery_action                   smallint,
    constraint sample_pkey primary key (unit_id, ts)
) ${by_day};

comment on table gpu_ledger.sample is 'What was told of a unit at an instant. Whole milliseconds, millijoules, bytes; v_sample has base units';

create table gpu_ledger.holding (
    ts                  timestamptz not null,
    busy_ms             bigint,
    memory_used_bytes   bigint,
    unit_id             int not null,
    holder_id           int not null,
    replicas_held       int,
    replicas            int,
    mode                text collate "C",
    constraint holding_pkey primary key (unit_id, ts, holder_id)
) ${by_day};

comment on table gpu_ledger.holding is 'Who was said to hold a unit at an instant, how much of it, and what they used';
comment on column gpu_ledger.holding.replicas is 'null where only the name of the pod was told';

create table gpu_ledger.xid_count (
    ts        timestamptz not null,
    count     bigint not null,
    unit_id   int not null,
    xid       int not null,
    constraint xid_count_pkey primary key (unit_id, ts, xid)
) ${by_day};

comment on table gpu_ledger.xid_count is 'How often an XID had been counted at an instant';

-- Rows lie in the order in which they came, so this is small and cheap: it finds the last hour of everything.
create index sample_ts on gpu_ledger.sample using brin (ts) with (pages_per_range = 32, autosummarize = on);
create index holding_ts on gpu_ledger.holding using brin (ts) with (pages_per_range = 32, autosummarize = on);

do $$
declare
    fact record;
begin
    if '${flavour}' <> 'timescale' then
        return;
    end if;
    for fact in
        select *
        from (values ('sample', 'ts'), ('holding', 'ts, holder_id'), ('xid_count', 'ts, xid')) as facts (name, sorted)
    loop
        perform ${timescale}.create_hypertable(
            format('gpu_ledger.%I', fact.name)::regclass, 'ts',
            chunk_time_interval => interval '1 day', create_default_indexes => false);
        execute format(
            'alter table gpu_ledger.%I set (timescaledb.compress, timescaledb.compress_segmentby = ''unit_id'','
                || ' timescaledb.compress_orderby = %L)',
            fact.name, fact.sorted);
        perform ${timescale}.add_compression_policy(
            format('gpu_ledger.%I', fact.name)::regclass, interval '2 hours', schedule_interval => interval '1 hour');
    end loop;
end
$$;
