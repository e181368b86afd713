-- Facts with names, in base units: the same wherever they are kept.

drop view if exists gpu_ledger.v_xid_count, gpu_ledger.v_holding, gpu_ledger.v_sample, gpu_ledger.v_unit;

create view gpu_ledger.v_unit as
select g.id as unit_id, g.id as gpu_id, c.name as cluster, g.uuid as gpu, g.index, g.model,
    null::text as instance, null::text as instance_uuid, null::text as profile,
    null::smallint as compute_slices, null::smallint as memory_slices, g.first_seen, g.last_seen
from gpu_ledger.gpu g
join gpu_ledger.cluster c on c.id = g.cluster_id
where g.ordinal is null
union all
select i.id, g.id, c.name, g.uuid, g.index, g.model,
    i.number, i.uuid, i.profile, i.compute_slices, i.memory_slices, i.first_seen, i.last_seen
from gpu_ledger.instance i
join gpu_ledger.gpu g on g.id = i.gpu_id
join gpu_ledger.cluster c on c.id = g.cluster_id;

comment on view gpu_ledger.v_unit is 'GPUs and MIG instances, as they were last told to be';

create view gpu_ledger.v_sample as
select s.ts, s.unit_id, u.cluster, p.node, u.gpu, u.index, coalesce(model.value, u.model) as model, u.instance,
    coalesce(profile.value, u.profile) as profile,
    s.lost,
    s.stuck,
    s.observed_ms / 1000.0::float8 as observed_seconds,
    s.busy_ms / 1000.0::float8 as busy_seconds,
    s.engine_active_ms / 1000.0::float8 as engine_active_seconds,
    s.sm_active_ms / 1000.0::float8 as sm_active_seconds,
    s.tensor_active_ms / 1000.0::float8 as tensor_active_seconds,
    s.dram_active_ms / 1000.0::float8 as dram_active_seconds,
    s.utilization_ratio,
    s.memory_utilization_ratio,
    s.engine_active_ratio,
    s.sm_active_ratio,
    s.sm_occupancy_ratio,
    s.tensor_active_ratio,
    s.dram_active_ratio,
    s.encoder_utilization_ratio,
    s.decoder_utilization_ratio,
    s.memory_used_bytes,
    s.memory_free_bytes,
    s.memory_total_bytes,
    s.memory_reserved_bytes,
    s.orphan_memory_bytes,
    s.temperature_celsius,
    s.memory_temperature_celsius,
    s.temperature_margin_celsius,
    s.power_watts,
    s.power_limit_watts,
    s.energy_millijoules / 1000.0::float8 as energy_joules,
    s.sm_clock_hertz,
    s.memory_clock_hertz,
    s.sm_clock_max_hertz,
    s.throttled_power_cap_ms / 1000.0::float8 as throttled_power_cap_seconds,
    s.throttled_sw_thermal_ms / 1000.0::float8 as throttled_sw_thermal_seconds,
    s.throttled_hw_thermal_ms / 1000.0::float8 as throttled_hw_thermal_seconds,
    s.throttled_hw_power_brake_ms / 1000.0::float8 as throttled_hw_power_brake_seconds,
    s.throttled_sync_boost_ms / 1000.0::float8 as throttled_sync_boost_seconds,
    s.power_violation_ms / 1000.0::float8 as power_violation_seconds,
    s.thermal_violation_ms / 1000.0::float8 as thermal_violation_seconds,
    s.ecc_corrected_errors,
    s.ecc_uncorrected_errors,
    s.ecc_lifetime_corrected_errors,
    s.ecc_lifetime_uncorrected_errors,
    s.remapped_rows_correctable,
    s.remapped_rows_uncorrectable,
    s.row_remap_pending,
    s.row_remap_failed,
    s.retired_pages_single_bit,
    s.retired_pages_double_bit,
    s.retired_pages_pending,
    s.pcie_replays,
    s.pcie_link_width,
    s.pcie_sent_bytes,
    s.pcie_received_bytes,
    s.pcie_sent_bytes_per_second,
    s.pcie_received_bytes_per_second,
    s.nvlink_sent_bytes,
    s.nvlink_received_bytes,
    s.nvlink_crc_errors,
    s.nvlink_replay_errors,
    s.nvlink_recovery_errors,
    s.nvlink_links_up,
    s.latest_xid,
    s.recovery_action,
    s.started_ms / 1000.0::float8 as started_seconds
from gpu_ledger.sample s
join gpu_ledger.v_unit u using (unit_id)
left join lateral (
    select n.name as node
    from gpu_ledger.gpu_placement at
    join gpu_ledger.node n on n.id = at.node_id
    where at.gpu_id = u.gpu_id and at.since <= s.ts
    order by at.since desc
    limit 1
) p on true
left join lateral (
    select value
    from gpu_ledger.unit_attribute
    where unit_id = u.gpu_id and name = 'model' and since <= s.ts
    order by since desc
    limit 1
) model on true
left join lateral (
    select value
    from gpu_ledger.unit_attribute
    where unit_id = u.unit_id and name = 'profile' and since <= s.ts
    order by since desc
    limit 1
) profile on true;

comment on view gpu_ledger.v_sample is 'What was told of a unit at an instant';

create view gpu_ledger.v_holding as
select h.ts, h.unit_id, u.cluster, p.node, u.gpu, u.instance, o.namespace, o.pod, o.container, o.pod_uid,
    h.replicas_held, h.replicas, h.mode, h.busy_ms / 1000.0::float8 as busy_seconds, h.memory_used_bytes
from gpu_ledger.holding h
join gpu_ledger.v_unit u using (unit_id)
join gpu_ledger.holder o on o.id = h.holder_id
left join lateral (
    select n.name as node
    from gpu_ledger.gpu_placement at
    join gpu_ledger.node n on n.id = at.node_id
    where at.gpu_id = u.gpu_id and at.since <= h.ts
    order by at.since desc
    limit 1
) p on true;

comment on view gpu_ledger.v_holding is 'Who was said to hold a unit at an instant';

create view gpu_ledger.v_xid_count as
select x.ts, x.unit_id, u.cluster, u.gpu, u.instance, x.xid, x.count
from gpu_ledger.xid_count x
join gpu_ledger.v_unit u using (unit_id);

comment on view gpu_ledger.v_xid_count is 'How often an XID had been counted at an instant';
