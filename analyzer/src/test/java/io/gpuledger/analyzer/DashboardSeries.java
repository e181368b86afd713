package io.gpuledger.analyzer;

/// Series of an analyzer to which everything has happened, of Prometheus itself, and of what an exporter tells where it
/// asks the kubelet or where a GPU asks to be mended.
final class DashboardSeries {
    private DashboardSeries() {}

    /// A line is a series as a page has it, with the labels that Prometheus adds.
    static final String TABLE = """
        up{cluster="east",instance="mute:9400",job="gpu-exporter"} 0
        gpu_info{cluster="east",uuid="GPU-silent",gpu="0",node="silent",model="NVIDIA H100 80GB HBM3",instance="mute:9400",job="gpu-exporter"} 1
        up{cluster="east",instance="faults:9400",job="gpu-exporter"} 1
        gpu_holder_info{cluster="east",uuid="GPU-faults-e28195dd-d9ee-4956-6735-fa339a2f4459",gpu="0",node="faults",namespace="vision",pod="train-0",container="main",replicas_held="1",replicas="1",mode="exclusive",instance="faults:9400",job="gpu-exporter"} 1
        gpu_recovery_action{cluster="east",uuid="GPU-faults-e28195dd-d9ee-4956-6735-fa339a2f4459",gpu="0",node="faults",instance="faults:9400",job="gpu-exporter"} 1
        gpu_sram_ecc_threshold_exceeded{cluster="east",uuid="GPU-faults-e28195dd-d9ee-4956-6735-fa339a2f4459",gpu="0",node="faults",instance="faults:9400",job="gpu-exporter"} 1
        gpu_temperature_celsius{uuid="GPU-hot",gpu="0",node="hot",sensor="gpu",instance="hot:9400",job="gpu-exporter"} 93
        gpu_temperature_margin_celsius{uuid="GPU-hot",gpu="0",node="hot",instance="hot:9400",job="gpu-exporter"} 4
        gpu_temperature_margin_limit_celsius{uuid="GPU-hot",gpu="0",node="hot",limit="gpu_max",instance="hot:9400",job="gpu-exporter"} 5
        gpu_temperature_celsius{uuid="GPU-warm",gpu="1",node="hot",sensor="gpu",instance="hot:9400",job="gpu-exporter"} 88
        gpu_temperature_margin_celsius{uuid="GPU-warm",gpu="1",node="hot",instance="hot:9400",job="gpu-exporter"} 9
        gpu_temperature_margin_limit_celsius{uuid="GPU-warm",gpu="1",node="hot",limit="gpu_max",instance="hot:9400",job="gpu-exporter"} 5
        gpu_exporter_snapshot_timestamp_seconds{cluster="east",instance="hot:9400",job="gpu-exporter"} 1793583000
        gpu_nvlink_up{uuid="GPU-hot",gpu="0",node="hot",link="0",instance="hot:9400",job="gpu-exporter"} 0
        gpu_retired_pages_pending{uuid="GPU-hot",gpu="0",node="hot",instance="hot:9400",job="gpu-exporter"} 1
        gpu_exporter_collector_success{collector="readings",instance="hot:9400",job="gpu-exporter"} 0
        gpu_exporter_collector_last_success_timestamp_seconds{collector="readings",instance="hot:9400",job="gpu-exporter"} 1793500000
        gpu_exporter_collector_success{collector="kubelet",instance="hot:9400",job="gpu-exporter"} 0
        gpu_exporter_collector_last_success_timestamp_seconds{collector="kubelet",instance="hot:9400",job="gpu-exporter"} 0
        process_cpu_seconds_total{instance="hot:9400",job="gpu-exporter"} 2
        process_resident_memory_bytes{instance="hot:9400",job="gpu-exporter"} 90000000
        process_start_time_seconds{instance="analyzer:8080",job="gpu-analyzer"} 1793583000
        process_cpu_time_ns_total{instance="analyzer:8080",job="gpu-analyzer"} 86000000000
        jvm_memory_used_bytes{area="heap",id="Tenured Gen",instance="analyzer:8080",job="gpu-analyzer"} 163000000
        hikaricp_connections_acquire_seconds_max{pool="database",instance="analyzer:8080",job="gpu-analyzer"} 0.05
        gpu_analyzer_api_server_up{asker="cluster",resource="pods",instance="analyzer:8080",job="gpu-analyzer"} 0
        gpu_analyzer_books_behind_seconds{instance="analyzer:8080",job="gpu-analyzer"} 1000
        gpu_analyzer_books_failures_total{instance="analyzer:8080",job="gpu-analyzer"} 1
        gpu_analyzer_books_kept{instance="analyzer:8080",job="gpu-analyzer"} 1
        gpu_analyzer_books_late_total{instance="analyzer:8080",job="gpu-analyzer"} 1
        gpu_analyzer_books_passes_seconds_count{instance="analyzer:8080",job="gpu-analyzer"} 30
        gpu_analyzer_books_passes_seconds_max{instance="analyzer:8080",job="gpu-analyzer"} 19
        gpu_analyzer_books_passes_seconds_sum{instance="analyzer:8080",job="gpu-analyzer"} 60
        gpu_analyzer_books_waiting_gpus{instance="analyzer:8080",job="gpu-analyzer"} 120
        gpu_analyzer_clock_ahead_seconds{instance="analyzer:8080",job="gpu-analyzer"} 1.5
        gpu_analyzer_copy_rows_total{path="copy",table="sample",instance="analyzer:8080",job="gpu-analyzer"} 100
        gpu_analyzer_copy_seconds_max{instance="analyzer:8080",job="gpu-analyzer"} 0.9
        gpu_analyzer_database_bytes{table="sample",instance="analyzer:8080",job="gpu-analyzer"} 114688
        gpu_analyzer_database_retries_total{kind="no_connection",instance="analyzer:8080",job="gpu-analyzer"} 1
        gpu_analyzer_database_up{instance="analyzer:8080",job="gpu-analyzer"} 0
        gpu_analyzer_day_drops_total{why="disk",instance="analyzer:8080",job="gpu-analyzer"} 1
        gpu_analyzer_discovery_refreshes_total{discovery="http",result="failed",instance="analyzer:8080",job="gpu-analyzer"} 1
        gpu_analyzer_disk_used_ratio{instance="analyzer:8080",job="gpu-analyzer"} 0.7
        gpu_analyzer_mail_attempts_total{outcome="refused",instance="analyzer:8080",job="gpu-analyzer"} 1
        gpu_analyzer_mail_deliveries{state="uncertain",instance="analyzer:8080",job="gpu-analyzer"} 2
        gpu_analyzer_mail_relay_up{instance="analyzer:8080",job="gpu-analyzer"} 0
        gpu_analyzer_mail_unwritten_seconds{instance="analyzer:8080",job="gpu-analyzer"} 150
        gpu_analyzer_mail_waiting_seconds{instance="analyzer:8080",job="gpu-analyzer"} 7200
        gpu_analyzer_postgres_restarts_total{instance="analyzer:8080",job="gpu-analyzer"} 1
        gpu_analyzer_rejected_rows_total{reason="too_old",instance="analyzer:8080",job="gpu-analyzer"} 1
        gpu_analyzer_remote_write_ignored_samples_total{instance="analyzer:8080",job="gpu-analyzer"} 530163
        gpu_analyzer_remote_write_rejected_samples_total{reason="in_the_future",instance="analyzer:8080",job="gpu-analyzer"} 1
        gpu_analyzer_remote_write_samples_total{instance="analyzer:8080",job="gpu-analyzer"} 27611477
        gpu_analyzer_samples_refused_total{reason="future",instance="analyzer:8080",job="gpu-analyzer"} 1
        gpu_analyzer_samples_total{result="mapped",instance="analyzer:8080",job="gpu-analyzer"} 27997742
        gpu_analyzer_samples_total{result="ignored",instance="analyzer:8080",job="gpu-analyzer"} 595171
        gpu_analyzer_scrape_duration_seconds_bucket{le="0.025",instance="analyzer:8080",job="gpu-analyzer"} 300
        gpu_analyzer_scrape_duration_seconds_bucket{le="0.1",instance="analyzer:8080",job="gpu-analyzer"} 500
        gpu_analyzer_scrape_duration_seconds_bucket{le="+Inf",instance="analyzer:8080",job="gpu-analyzer"} 540
        gpu_analyzer_scrape_lag_seconds_max{instance="analyzer:8080",job="gpu-analyzer"} 0.06
        gpu_analyzer_scrapes_total{result="connect",instance="analyzer:8080",job="gpu-analyzer"} 1
        gpu_analyzer_spool_bytes{instance="analyzer:8080",job="gpu-analyzer"} 59232323
        gpu_analyzer_spool_dropped_rows_total{instance="analyzer:8080",job="gpu-analyzer"} 1
        gpu_analyzer_spool_fsync_seconds_max{instance="analyzer:8080",job="gpu-analyzer"} 0.05
        gpu_analyzer_spool_max_bytes{instance="analyzer:8080",job="gpu-analyzer"} 10737418240
        gpu_analyzer_spool_oldest_age_seconds{instance="analyzer:8080",job="gpu-analyzer"} 2.156
        gpu_analyzer_spool_rows{instance="analyzer:8080",job="gpu-analyzer"} 7731
        gpu_analyzer_target_up{url="http://mute:9400/metrics",instance="analyzer:8080",job="gpu-analyzer"} 0
        gpu_analyzer_targets{state="down",instance="analyzer:8080",job="gpu-analyzer"} 1
        gpu_analyzer_targets{state="up",instance="analyzer:8080",job="gpu-analyzer"} 5
        gpu_analyzer_targets_duplicate{instance="analyzer:8080",job="gpu-analyzer"} 0
        gpu_analyzer_targets_invalid{instance="analyzer:8080",job="gpu-analyzer"} 0
        gpu_analyzer_targets_skewed{instance="analyzer:8080",job="gpu-analyzer"} 1
        gpu_analyzer_findings_failures_total{instance="analyzer:8080",job="gpu-analyzer"} 1
        gpu_finding{cluster="east",detail="64",instance_id="",kind="fatal_xid",muted="false",node="faults",severity="critical",uuid="GPU-faults-e28195dd-d9ee-4956-6735-fa339a2f4459",instance="analyzer:8080",job="gpu-analyzer"} 1
        gpu_finding{cluster="east",detail="",instance_id="",kind="hot",muted="true",node="faults",severity="warning",uuid="GPU-faults-e28195dd-d9ee-4956-6735-fa339a2f4459",instance="analyzer:8080",job="gpu-analyzer"} 1
        gpu_finding{cluster="east",detail="",instance_id="",kind="low_use",muted="false",node="faults",severity="info",uuid="GPU-faults-e28195dd-d9ee-4956-6735-fa339a2f4459",instance="analyzer:8080",job="gpu-analyzer"} 1
        gpu_finding{cluster="east",detail="",instance_id="",kind="silent",muted="false",node="silent",severity="critical",uuid="",instance="analyzer:8080",job="gpu-analyzer"} 1
        gpu_finding{cluster="east",detail="",instance_id="3",kind="memory_full",muted="false",node="mig",severity="warning",uuid="GPU-gone",instance="analyzer:8080",job="gpu-analyzer"} 1
        gpu_fragmentation_ratio{cluster="east",instance="analyzer:8080",job="gpu-analyzer"} 0.56
        gpu_free_slots{cluster="east",size="1",sku="H100",instance="analyzer:8080",job="gpu-analyzer"} 8
        gpu_free_slots{cluster="east",size="4",sku="H100",instance="analyzer:8080",job="gpu-analyzer"} 1
        gpu_free_slots{cluster="east",size="8",sku="H100",instance="analyzer:8080",job="gpu-analyzer"} 0
        gpu_slots_after_repacking{cluster="east",size="1",sku="H100",instance="analyzer:8080",job="gpu-analyzer"} 8
        gpu_slots_after_repacking{cluster="east",size="4",sku="H100",instance="analyzer:8080",job="gpu-analyzer"} 2
        gpu_slots_after_repacking{cluster="east",size="8",sku="H100",instance="analyzer:8080",job="gpu-analyzer"} 1
        gpu_free_while_waiting_gpus{cluster="east",free_sku="H100",reason="fragmentation",wanted_sku="",instance="analyzer:8080",job="gpu-analyzer"} 8
        gpu_free_while_waiting_gpus{cluster="west",free_sku="H100",reason="fragmentation",wanted_sku="",instance="analyzer:8080",job="gpu-analyzer"} 3
        gpu_ledger_cost_total{cluster="east",currency="EUR",state="idle",team="vision",instance="analyzer:8080",job="gpu-analyzer"} 100
        gpu_ledger_gpu_seconds_total{cause="",cluster="east",sku="H100",state="idle",team="vision",instance="analyzer:8080",job="gpu-analyzer"} 3600
        gpu_ledger_gpu_seconds_total{cause="",cluster="east",sku="H100",state="underused",team="vision",instance="analyzer:8080",job="gpu-analyzer"} 3600
        gpu_ledger_gpu_seconds_total{cause="fragmented",cluster="east",sku="H100",state="stranded",team="",instance="analyzer:8080",job="gpu-analyzer"} 3600
        gpu_ledger_gpu_seconds_total{cause="gpu_lost",cluster="east",sku="H100",state="unhealthy",team="",instance="analyzer:8080",job="gpu-analyzer"} 3600
        gpu_ledger_gpus{cluster="east",sku="H100",state="idle",team="vision",instance="analyzer:8080",job="gpu-analyzer"} 4
        gpu_ledger_gpus{cluster="east",sku="H100",state="stranded",team="",instance="analyzer:8080",job="gpu-analyzer"} 8
        gpu_ledger_gpus{cluster="east",sku="H100",state="unhealthy",team="vision",instance="analyzer:8080",job="gpu-analyzer"} 1
        gpu_node_rejecting_gpus{cluster="east",node="rejects",instance="analyzer:8080",job="gpu-analyzer"} 8
        gpu_pending_gpus{cluster="east",reason="fragmentation",team="vision",instance="analyzer:8080",job="gpu-analyzer"} 8
        gpu_pending_pods{cluster="east",reason="fragmentation",team="vision",instance="analyzer:8080",job="gpu-analyzer"} 1
        gpu_preemptions_total{cluster="east",reason="Evicted",team="vision",instance="analyzer:8080",job="gpu-analyzer"} 1
        gpu_quota_borrowed{cluster="east",flavor="",kind="resourcequota",name="gpus",namespace="vision",resource="nvidia.com/gpu",instance="analyzer:8080",job="gpu-analyzer"} 0
        gpu_quota_hard{cluster="east",flavor="",kind="resourcequota",name="gpus",namespace="vision",resource="nvidia.com/gpu",instance="analyzer:8080",job="gpu-analyzer"} 8
        gpu_quota_used{cluster="east",flavor="",kind="resourcequota",name="gpus",namespace="vision",resource="nvidia.com/gpu",instance="analyzer:8080",job="gpu-analyzer"} 8
        gpu_scheduling_seconds_bucket{cluster="east",team="vision",le="1.0",instance="analyzer:8080",job="gpu-analyzer"} 60
        gpu_scheduling_seconds_bucket{cluster="east",team="vision",le="3600.0",instance="analyzer:8080",job="gpu-analyzer"} 90
        gpu_scheduling_seconds_bucket{cluster="east",team="vision",le="+Inf",instance="analyzer:8080",job="gpu-analyzer"} 100
        gpu_scheduling_seconds_count{cluster="east",team="vision",instance="analyzer:8080",job="gpu-analyzer"} 100
        gpu_stranded_gpus{cause="fragmented",cluster="east",lens="expected",sku="H100",instance="analyzer:8080",job="gpu-analyzer"} 8
        gpu_stranded_gpus{cause="fragmented",cluster="east",lens="actual",sku="H100",instance="analyzer:8080",job="gpu-analyzer"} 8
        """;
}
