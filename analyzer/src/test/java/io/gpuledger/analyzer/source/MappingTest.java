package io.gpuledger.analyzer.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.telemetry.Batch;
import io.gpuledger.analyzer.telemetry.Field;
import io.gpuledger.analyzer.telemetry.Holder;
import io.gpuledger.analyzer.telemetry.Holding;
import io.gpuledger.analyzer.telemetry.Holding.Share;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.UnitId;
import io.gpuledger.analyzer.telemetry.XidCount;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class MappingTest {
    private static final String DCGM = """
        DCGM_FI_DEV_GPU_UTIL{gpu="0",UUID="GPU-a",device="nvidia0",modelName="NVIDIA A100",Hostname="node-1"} 73
        DCGM_FI_DEV_FB_USED{gpu="0",UUID="GPU-a",device="nvidia0",modelName="NVIDIA A100",Hostname="node-1"} 1024
        DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION{gpu="0",UUID="GPU-a",modelName="NVIDIA A100",Hostname="node-1"} 5000
        """;

    @Test
    void what_dcgm_exporter_says_of_a_gpu_is_one_row_in_base_units() {
        assertThat(new Page(DCGM).rows()).singleElement().satisfies(row -> {
            assertThat(row.unit().id()).isEqualTo(new UnitId("here", "GPU-a", Optional.empty()));
            assertThat(row.unit().node()).isEqualTo("node-1");
            assertThat(row.unit().index()).contains("0");
            assertThat(row.unit().model()).contains("NVIDIA A100");
            assertThat(row.millis()).isEqualTo(Page.NOW);
            assertThat(row.values())
                    .hasToString("{utilization_ratio=0.73, memory_used_bytes=1.073741824E9, energy_joules=5.0}");
        });
    }

    @Test
    void both_spellings_of_dcgm_s_fields_and_those_of_dcgm_exporter_1_are_the_same() {
        assertThat(value("DCGM_FI_DEV_GPU_UTIL_RATIO{UUID=\"GPU-a\",hostname=\"n\"} 50", Field.UTILIZATION_RATIO))
                .hasValue(0.5);
        assertThat(value("dcgm_gpu_utilization{uuid=\"GPU-a\"} 50", Field.UTILIZATION_RATIO))
                .hasValue(0.5);
        assertThat(new Page("DCGM_FI_DEV_GPU_TEMP{UUID=\"GPU-a\",hostname=\"lower\"} 1").rows())
                .singleElement()
                .satisfies(row -> assertThat(row.unit().node()).isEqualTo("lower"));
    }

    @Test
    void the_pod_on_a_series_holds_the_unit_whether_the_scraper_moved_its_label_or_not() {
        var honoured = "DCGM_FI_DEV_GPU_TEMP{UUID=\"GPU-a\",namespace=\"team\",pod=\"train\",container=\"main\"} 40";
        var moved = "DCGM_FI_DEV_GPU_TEMP{UUID=\"GPU-a\",namespace=\"gpu-operator\",pod=\"nvidia-dcgm-exporter-x\","
                + "container=\"nvidia-dcgm-exporter\",exported_namespace=\"team\",exported_pod=\"train\","
                + "exported_container=\"main\"} 40";

        assertThat(holders(honoured))
                .isEqualTo(holders(moved))
                .containsExactly(new Holder("team", "train", "main", Optional.empty()));
    }

    @Test
    void the_exporter_s_own_pod_holds_nothing() {
        assertThat(holders("DCGM_FI_DEV_GPU_TEMP{UUID=\"GPU-a\",namespace=\"gpu-operator\","
                        + "pod=\"nvidia-dcgm-exporter-x\",container=\"nvidia-dcgm-exporter\"} 40"))
                .isEmpty();
    }

    @Test
    void the_value_of_a_shared_gpu_that_stands_on_each_of_its_pods_is_counted_once() {
        var collected = new Page("""
            DCGM_FI_DEV_POWER_USAGE{UUID="GPU-a",namespace="a",pod="one",container="c"} 300
            DCGM_FI_DEV_POWER_USAGE{UUID="GPU-a",namespace="b",pod="two",container="c"} 300
            DCGM_FI_DEV_NVLINK_CRC_FLIT_ERROR_COUNT_TOTAL{UUID="GPU-a",namespace="a",pod="one",container="c"} 3
            DCGM_FI_DEV_NVLINK_CRC_FLIT_ERROR_COUNT_TOTAL{UUID="GPU-a",namespace="b",pod="two",container="c"} 3
            DCGM_FI_DEV_NVLINK_CRC_DATA_ERROR_COUNT_TOTAL{UUID="GPU-a",namespace="a",pod="one",container="c"} 4
            """).collected();

        assertThat(collected.tally().duplicate()).isEqualTo(2);
        assertThat(collected.tally().mapped()).isEqualTo(3);
        assertThat(row(collected).values()).hasToString("{power_watts=300.0, nvlink_crc_errors=7.0}");
        assertThat(row(collected).holdings())
                .extracting(held -> held.holder().pod())
                .containsExactly("one", "two");
    }

    @Test
    void a_part_of_a_sum_counts_although_the_holder_who_was_first_to_say_it_is_gone() {
        var mapping = new Mapping(Catalog.of(List.of()), Page.SCOPE);
        new Page("DCGM_FI_DEV_NVLINK_CRC_FLIT_ERROR_COUNT_TOTAL{UUID=\"GPU-a\",pod=\"one\",namespace=\"a\"} 3")
                .collected(mapping);
        var later =
                new Page("DCGM_FI_DEV_NVLINK_CRC_FLIT_ERROR_COUNT_TOTAL{UUID=\"GPU-a\",pod=\"two\",namespace=\"a\"} 4");

        assertThat(row(later.collected(mapping)).values()).hasToString("{nvlink_crc_errors=4.0}");
    }

    @Test
    void what_is_true_of_a_gpu_and_said_of_each_of_its_instances_is_the_gpu_s() {
        var rows = new Page("""
            DCGM_FI_DEV_POWER_USAGE{UUID="GPU-a",GPU_I_PROFILE="1g.10gb",GPU_I_ID="1"} 300
            DCGM_FI_DEV_POWER_USAGE{UUID="GPU-a",GPU_I_PROFILE="2g.20gb",GPU_I_ID="5"} 300
            DCGM_FI_PROF_SM_ACTIVE{UUID="GPU-a",GPU_I_PROFILE="1g.10gb",GPU_I_ID="1"} 0.25
            DCGM_FI_PROF_SM_ACTIVE{UUID="GPU-a",GPU_I_PROFILE="2g.20gb",GPU_I_ID="5"} 0.5
            """).rows();

        assertThat(rows)
                .extracting(row -> row.unit().id().instance().orElse("")
                        + row.unit().profile().orElse("")
                        + row.values())
                .containsExactly(
                        "{power_watts=300.0}", "11g.10gb{sm_active_ratio=0.25}", "52g.20gb{sm_active_ratio=0.5}");
    }

    @Test
    void our_exporter_s_own_counters_beat_what_it_says_in_dcgm_s_name() {
        var collected = new Page("""
            DCGM_FI_DEV_POWER_USAGE{UUID="GPU-a"} 300
            gpu_power_watts{uuid="GPU-a",gpu="0",node="n"} 301.5
            gpu_sm_active_seconds_total{uuid="GPU-a",gpu="0",node="n"} 12.345
            """).collected();

        assertThat(row(collected).values()).hasToString("{sm_active_seconds=12.345, power_watts=301.5}");
        assertThat(collected.tally().duplicate()).isEqualTo(1);
    }

    @Test
    void holders_with_their_replicas_and_what_each_took_are_told() {
        var row = row(new Page("""
            gpu_info{uuid="GPU-a",gpu="0",node="n",instance_id="2",instance_profile="3g.40gb",instance_uuid="MIG-x",compute_slices="3",memory_slices="4"} 1
            gpu_holder_info{uuid="GPU-a",gpu="0",node="n",instance_id="2",namespace="team",pod="serve",container="c",pod_uid="u-1",replicas_held="1",replicas="4",mode="replicas"} 1
            gpu_pod_busy_seconds_total{uuid="GPU-a",gpu="0",node="n",instance_id="2",namespace="team",pod="serve",container="c",pod_uid="u-1"} 5.5
            gpu_pod_memory_used_bytes{uuid="GPU-a",gpu="0",node="n",instance_id="2",namespace="team",pod="serve",container="c",pod_uid="u-1"} 4096
            """).collected());

        assertThat(row.unit().computeSlices()).contains(3);
        assertThat(row.unit().memorySlices()).contains(4);
        assertThat(row.unit().instanceUuid()).contains("MIG-x");
        assertThat(row.holdings())
                .containsExactly(new Holding(
                        new Holder("team", "serve", "c", Optional.of("u-1")),
                        Optional.of(new Share(1, 4, "replicas")),
                        OptionalDouble.of(5.5),
                        OptionalDouble.of(4096)));
    }

    @Test
    void xids_are_told_by_number_where_they_came() {
        assertThat(row(new Page("""
            gpu_xid_errors_total{uuid="GPU-a",xid="31"} 0
            gpu_xid_errors_total{uuid="GPU-a",xid="79"} 2
            """).collected()).xids()).containsExactly(new XidCount(79, 2));
    }

    @Test
    void nvidia_gpu_exporter_s_ids_are_those_of_the_others() {
        var rows = new Page("""
            nvidia_smi_gpu_info{index="3",name="NVIDIA H200",uuid="1c67088e"} 1
            nvidia_smi_utilization_gpu_ratio{uuid="1c67088e"} 0.98
            nvidia_smi_mig_sm_activity_ratio{gpu_instance_id="2",uuid="1c67088e"} 0.5
            nvidia_smi_xid_errors_total{uuid="1c67088e",xid="79"} 1
            """).rows();

        assertThat(rows).extracting(row -> row.unit().id().gpu()).containsOnly("GPU-1c67088e");
        assertThat(rows).extracting(row -> row.unit().node()).containsOnly("target");
        assertThat(rows.getFirst().unit().model()).contains("NVIDIA H200");
        assertThat(rows.getFirst().values()).hasToString("{utilization_ratio=0.98}");
        assertThat(rows.getLast().unit().id().instance()).contains("2");
    }

    @Test
    void amd_s_exporter_is_understood_whole_partitioned_and_prefixed() {
        var rows = new Page("""
            gpu_gfx_activity{gpu_id="0",gpu_partition_id="0",gpu_compute_partition_type="spx",serial_number="S1",card_series="MI300X",hostname="amd-1",pod="",namespace=""} 42
            gpu_used_vram{gpu_id="0",gpu_partition_id="0",gpu_compute_partition_type="spx",serial_number="S1",hostname="amd-1"} 2
            amd_gpu_gfx_activity{gpu_id="9",gpu_partition_id="3",gpu_compute_partition_type="cpx",serial_number="S2",hostname="amd-1",pod="p",namespace="ns",container="c"} 7
            """).rows();

        assertThat(rows).hasSize(2);
        assertThat(rows.getFirst().unit().id()).isEqualTo(new UnitId("here", "S1", Optional.empty()));
        assertThat(rows.getFirst().values()).hasToString("{utilization_ratio=0.42, memory_used_bytes=2097152.0}");
        assertThat(rows.getFirst().holdings()).isEmpty();
        assertThat(rows.getLast().unit().id().instance()).contains("3");
        assertThat(rows.getLast().holdings()).hasSize(1);
    }

    @Test
    void what_no_device_has_is_refused_or_brought_within_what_can_be_and_counted() {
        var collected = new Page("""
            DCGM_FI_DEV_MEMORY_TEMP{UUID="GPU-a"} 9223372036854775794
            DCGM_FI_DEV_GPU_UTIL{UUID="GPU-a"} NaN
            DCGM_FI_DEV_POWER_USAGE{UUID="GPU-a"} -1
            DCGM_FI_DEV_SM_CLOCK{UUID="GPU-a"} Infinity
            DCGM_FI_PROF_SM_ACTIVE{UUID="GPU-a"} 1.4
            DCGM_FI_PROF_DRAM_ACTIVE{UUID="GPU-a"} 17
            """).collected();

        assertThat(row(collected).values()).hasToString("{sm_active_ratio=1.0}");
        assertThat(collected.tally().clamped()).isEqualTo(1);
        assertThat(collected.tally().notANumber()).isEqualTo(1);
        assertThat(collected.tally().implausible()).isEqualTo(4);
        assertThat(collected.tally().example())
                .hasValueSatisfying(text -> assertThat(text).contains("GPU-a"));
    }

    @Test
    void a_sample_that_says_its_time_is_a_row_of_that_time_unless_it_is_not_yet() {
        var hour = 3_600_000L;
        var collected = new Page("DCGM_FI_DEV_GPU_TEMP{UUID=\"GPU-a\"} 40 " + (Page.NOW - hour)
                        + "\nDCGM_FI_DEV_FB_USED{UUID=\"GPU-a\"} 1 " + (Page.NOW + hour)
                        + "\nDCGM_FI_DEV_GPU_UTIL{UUID=\"GPU-a\"} 1")
                .collected();

        assertThat(collected.batches().getFirst().rows())
                .extracting(Row::millis)
                .containsExactly(Page.NOW - hour, Page.NOW);
        assertThat(collected.tally().future()).isEqualTo(1);
    }

    @Test
    void what_is_in_no_table_or_names_no_gpu_is_ignored() {
        var samples = new Page("""
            go_goroutines 7
            DCGM_FI_DEV_GPU_TEMP{gpu="0"} 40
            gpu_temperature_celsius{uuid="GPU-a",sensor="somewhere"} 40
            """).samples(new Mapping(Catalog.of(List.of()), Page.SCOPE));

        assertThat(samples.ignored()).isEqualTo(3);
    }

    @Test
    void two_replicas_of_a_sender_and_two_clusters_are_told_apart() {
        var batches = new Page("""
            DCGM_FI_DEV_GPU_TEMP{UUID="GPU-a",cluster="east",prometheus_replica="0"} 40
            DCGM_FI_DEV_GPU_TEMP{UUID="GPU-a",cluster="east",prometheus_replica="1"} 41
            DCGM_FI_DEV_GPU_TEMP{UUID="GPU-a",cluster="west"} 42
            """).collected().batches();

        assertThat(batches)
                .extracting(Batch::origin)
                .containsExactly("prometheus_replica=0", "prometheus_replica=1", "scrape");
        assertThat(batches)
                .extracting(batch -> batch.rows().getFirst().unit().id().cluster())
                .containsExactly("east", "east", "west");
    }

    private static OptionalDouble value(String text, Field field) {
        return new Page(text).rows().getFirst().values().get(field);
    }

    private static List<Holder> holders(String text) {
        return new Page(text)
                .rows().getFirst().holdings().stream().map(Holding::holder).toList();
    }

    private static Row row(Collected collected) {
        assertThat(collected.batches()).hasSize(1);
        assertThat(collected.batches().getFirst().rows()).hasSize(1);
        return collected.batches().getFirst().rows().getFirst();
    }
}
