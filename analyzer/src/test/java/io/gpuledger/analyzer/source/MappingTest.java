package io.gpuledger.analyzer.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.telemetry.Batch;
import io.gpuledger.analyzer.telemetry.Field;
import io.gpuledger.analyzer.telemetry.Holder;
import io.gpuledger.analyzer.telemetry.Holding;
import io.gpuledger.analyzer.telemetry.Holding.Share;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Statement.Part;
import io.gpuledger.analyzer.telemetry.UnitId;
import io.gpuledger.analyzer.telemetry.Values;
import io.gpuledger.analyzer.telemetry.XidCount;
import java.util.ArrayList;
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
        assertThat(new PlainPage(DCGM).rows()).singleElement().satisfies(row -> {
            assertThat(row.unit().id()).isEqualTo(new UnitId("here", "GPU-a", Optional.empty()));
            assertThat(row.unit().node()).isEqualTo("node-1");
            assertThat(row.unit().index()).contains("0");
            assertThat(row.unit().model()).contains("NVIDIA A100");
            assertThat(row.millis()).isEqualTo(PlainPage.NOW);
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
        assertThat(new PlainPage("DCGM_FI_DEV_GPU_TEMP{UUID=\"GPU-a\",hostname=\"lower\"} 1").rows())
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
    void what_runs_on_a_gpu_is_told_once_whichever_exporter_says_it() {
        var ours = new PlainPage("gpu_info{uuid=\"GPU-a\",node=\"n\",vbios=\"96.00\",driver_version=\"580.95.05\","
                + "cuda_version=\"13.0\",ecc=\"enabled\"} 1");
        var dcgm =
                new PlainPage("DCGM_FI_DEV_GPU_TEMP{UUID=\"GPU-a\",Hostname=\"n\",DCGM_FI_DRIVER_VERSION=\"580.95.05\","
                    + "DCGM_FI_CUDA_DRIVER_VERSION=\"13000\",DCGM_FI_DEV_VBIOS_VERSION=\"96.00\",DCGM_FI_DEV_ECC_CURRENT=\"1\"}"
                    + " 40");
        var smi =
                new PlainPage("nvidia_smi_gpu_info{uuid=\"a\",driver_version=\"580.95.05\",vbios_version=\"96.00\"} 1");

        assertThat(statements(ours))
                .containsExactly("here/gpu/GPU-a: {cuda=13.0, driver=580.95.05, ecc=enabled, vbios=96.00}");
        assertThat(statements(dcgm)).isEqualTo(statements(ours));
        assertThat(statements(smi)).containsExactly("here/gpu/GPU-a: {driver=580.95.05, vbios=96.00}");
    }

    @Test
    void what_runs_on_a_gpu_is_told_again_when_it_is_another_and_each_six_hours() {
        var mapping = new Mapping(Catalog.of(List.of()), PlainPage.SCOPE);
        var now = PlainPage.NOW - 8 * 3_600_000;

        assertThat(statements(mapping, "580", now)).hasSize(1);
        assertThat(statements(mapping, "580", now + 60_000)).isEmpty();
        assertThat(statements(mapping, "590", now + 120_000)).containsExactly("here/gpu/GPU-a: {driver=590}");
        assertThat(statements(mapping, "590", now + 120_000 + 6 * 3_600_000)).hasSize(1);
    }

    @Test
    void of_series_that_come_in_pieces_none_is_taken_for_a_change() {
        var mapping = new Mapping(Catalog.of(List.of()), PlainPage.SCOPE);
        var info = new PlainPage("gpu_info{uuid=\"GPU-a\",vbios=\"96.00\"} 1");
        var labelled = new PlainPage("DCGM_FI_DEV_GPU_TEMP{UUID=\"GPU-a\",DCGM_FI_DRIVER_VERSION=\"580\"} 40");

        assertThat(statements(info.collected(mapping))).hasSize(1);
        assertThat(statements(labelled.collected(mapping))).hasSize(1);
        assertThat(statements(info.collected(mapping))).isEmpty();
        assertThat(statements(labelled.collected(mapping))).isEmpty();
    }

    private static List<String> statements(PlainPage page) {
        return statements(page.collected());
    }

    private static List<String> statements(Mapping mapping, String driver, long millis) {
        return statements(new PlainPage("gpu_info{uuid=\"GPU-a\",driver_version=\"%s\"} 1 %d".formatted(driver, millis))
                .collected(mapping));
    }

    private static List<String> statements(Collected collected) {
        return collected.batches().stream()
                .flatMap(batch -> batch.statements().stream())
                .map(Part.class::cast)
                .map(part -> "%s/%s/%s: %s"
                        .formatted(
                                part.cluster(),
                                part.object().kind().word(),
                                part.object().name(),
                                part.attributes()))
                .toList();
    }

    @Test
    void the_exporter_s_own_pod_holds_nothing() {
        assertThat(holders("DCGM_FI_DEV_GPU_TEMP{UUID=\"GPU-a\",namespace=\"gpu-operator\","
                        + "pod=\"nvidia-dcgm-exporter-x\",container=\"nvidia-dcgm-exporter\"} 40"))
                .isEmpty();
    }

    @Test
    void the_value_of_a_shared_gpu_that_stands_on_each_of_its_pods_is_counted_once() {
        var collected = new PlainPage("""
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
        var mapping = new Mapping(Catalog.of(List.of()), PlainPage.SCOPE);
        new PlainPage("DCGM_FI_DEV_NVLINK_CRC_FLIT_ERROR_COUNT_TOTAL{UUID=\"GPU-a\",pod=\"one\",namespace=\"a\"} 3")
                .collected(mapping);
        var later = new PlainPage(
                "DCGM_FI_DEV_NVLINK_CRC_FLIT_ERROR_COUNT_TOTAL{UUID=\"GPU-a\",pod=\"two\",namespace=\"a\"} 4");

        assertThat(row(later.collected(mapping)).values()).hasToString("{nvlink_crc_errors=4.0}");
    }

    @Test
    void what_is_true_of_a_gpu_and_said_of_each_of_its_instances_is_the_gpu_s() {
        var rows = new PlainPage("""
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
        var collected = new PlainPage("""
            DCGM_FI_DEV_POWER_USAGE{UUID="GPU-a"} 300
            gpu_power_watts{uuid="GPU-a",gpu="0",node="n"} 301.5
            gpu_sm_active_seconds_total{uuid="GPU-a",gpu="0",node="n"} 12.345
            """).collected();

        assertThat(row(collected).values()).hasToString("{sm_active_seconds=12.345, power_watts=301.5}");
        assertThat(collected.tally().duplicate()).isEqualTo(1);
    }

    @Test
    void holders_with_their_replicas_and_what_each_took_are_told() {
        var row = row(new PlainPage("""
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
        assertThat(row(new PlainPage("""
            gpu_xid_errors_total{uuid="GPU-a",xid="31"} 0
            gpu_xid_errors_total{uuid="GPU-a",xid="79"} 2
            """).collected()).xids()).containsExactly(new XidCount(79, 2));
    }

    @Test
    void nvidia_gpu_exporter_s_ids_are_those_of_the_others() {
        var rows = new PlainPage("""
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
        var rows = new PlainPage("""
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
    void of_a_gpu_of_intel_the_whole_counts_and_not_each_tile() {
        var whole = "uuid=\"0000-f1\",dev_name=\"Data Center GPU Max 1550\",pci_bdf=\"0000:4d:00.0\",node=\"xe-1\","
                + "kube_pod=\"train-0\",kube_namespace=\"physics\",kube_container=\"main\"";
        var rows = new PlainPage("""
            xpum_engine_ratio{W} 0.4
            xpum_engine_ratio{W,sub_dev="0"} 0.8
            xpum_engine_ratio{W,sub_dev="1"} 0
            xpum_memory_used_bytes{W,sub_dev="0"} 1000
            xpum_memory_used_bytes{W,sub_dev="1"} 24
            xpum_power_watts{W} 310
            xpum_power_watts{card="2147483649",node="xe-1"} 310
            xpum_energy_joules_total{W} 5000
            xpum_frequency_mhz{W,location="gpu",type="actual",sub_dev="0"} 1600
            xpum_frequency_mhz{W,location="gpu",type="request",sub_dev="0"} 1400
            xpum_temperature_celsius{W,location="gpu",sub_dev="0"} 51
            """.replace("W", whole)).rows();

        assertThat(rows).singleElement().satisfies(row -> {
            assertThat(row.unit().id()).isEqualTo(new UnitId("here", "0000-f1", Optional.empty()));
            assertThat(row.unit().node()).isEqualTo("xe-1");
            assertThat(row.unit().model()).contains("Data Center GPU Max 1550");
            assertThat(row.values())
                    .hasToString("{utilization_ratio=0.4, memory_used_bytes=1024.0, temperature_celsius=51.0,"
                            + " power_watts=310.0, energy_joules=5000.0, sm_clock_hertz=1.6E9}");
            assertThat(row.holdings())
                    .singleElement()
                    .satisfies(held -> assertThat(held.holder())
                            .isEqualTo(new Holder("physics", "train-0", "main", Optional.empty())));
        });
    }

    @Test
    void what_no_device_has_is_refused_or_brought_within_what_can_be_and_counted() {
        var collected = new PlainPage("""
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
    void a_unit_of_which_nothing_good_is_told_is_told_of_all_the_same_with_its_holder() {
        var collected = new PlainPage("""
            DCGM_FI_DEV_GPU_UTIL{UUID="GPU-a",modelName="A100",namespace="team",pod="one"} 9223372036854775794
            DCGM_FI_DEV_FB_USED{UUID="GPU-a",modelName="A100",namespace="team",pod="one"} NaN
            """).collected();

        assertThat(row(collected).values()).isEqualTo(Values.NONE);
        assertThat(row(collected).unit().model()).contains("A100");
        assertThat(row(collected).holdings())
                .extracting(held -> held.holder().pod())
                .containsExactly("one");
        assertThat(collected.tally().refused()).isEqualTo(2);
    }

    private static String instance(String node, int slices, long millis) {
        return """
            gpu_sm_active_seconds_total{uuid="GPU-a",gpu="0",node="%1$s",instance_id="1",instance_profile="%2$dg.%2$d0gb"} 7 %3$d
            gpu_info{uuid="GPU-a",gpu="0",node="%1$s",instance_id="1",instance_profile="%2$dg.%2$d0gb",compute_slices="%2$d"} 1 %3$d
            """.formatted(node, slices, millis);
    }

    @Test
    void a_unit_is_what_the_series_of_the_row_say_whatever_others_said_since() {
        var mapping = new Mapping(Catalog.of(List.of()), PlainPage.SCOPE);
        var rows = new ArrayList<Row>();
        new PlainPage(instance("one", 4, 1000)).collected(mapping);
        for (var page : List.of(
                instance("two", 3, 2000),
                instance("one", 4, 3000),
                instance("two", 3, 5000) + instance("one", 4, 4000))) {
            rows.addAll(
                    new PlainPage(page).collected(mapping).batches().getFirst().rows());
        }
        assertThat(rows)
                .extracting(row -> row.millis()
                        + row.unit().profile().orElse("")
                        + row.unit().computeSlices().orElse(0)
                        + row.unit().node())
                .containsExactly("20003g.30gb3two", "30004g.40gb4one", "50003g.30gb3two", "40004g.40gb4one");
    }

    @Test
    void a_unit_that_becomes_again_what_it_was_is_so() {
        var mapping = new Mapping(Catalog.of(List.of()), PlainPage.SCOPE);
        var known = new PlainPage(instance("one", 4, 1000)).samples(mapping);
        new PlainPage(instance("one", 3, 2000)).collected(mapping);
        assertThat(row(new Collector().collect(mapping, known.of(0), PlainPage.NOW))
                        .unit()
                        .profile())
                .contains("4g.40gb");
    }

    @Test
    void what_no_series_of_a_row_says_of_its_unit_is_not_said() {
        var mapping = new Mapping(Catalog.of(List.of()), PlainPage.SCOPE);
        new PlainPage(instance("one", 4, 1000)).collected(mapping);
        var piece = new PlainPage(instance("one", 3, 2000).lines().findFirst().orElseThrow());
        assertThat(row(piece.collected(mapping)).unit()).satisfies(unit -> {
            assertThat(unit.profile()).contains("3g.30gb");
            assertThat(unit.computeSlices()).isEmpty();
        });
    }

    @Test
    void a_sample_that_says_its_time_is_a_row_of_that_time_unless_it_is_not_yet() {
        var hour = 3_600_000L;
        var collected = new PlainPage("DCGM_FI_DEV_GPU_TEMP{UUID=\"GPU-a\"} 40 " + (PlainPage.NOW - hour)
                        + "\nDCGM_FI_DEV_FB_USED{UUID=\"GPU-a\"} 1 " + (PlainPage.NOW + hour)
                        + "\nDCGM_FI_DEV_GPU_UTIL{UUID=\"GPU-a\"} 1")
                .collected();

        assertThat(collected.batches().getFirst().rows())
                .extracting(Row::millis)
                .containsExactly(PlainPage.NOW - hour, PlainPage.NOW);
        assertThat(collected.tally().future()).isEqualTo(1);
    }

    @Test
    void what_is_in_no_table_or_names_no_gpu_is_ignored() {
        var samples = new PlainPage("""
            go_goroutines 7
            DCGM_FI_DEV_GPU_TEMP{gpu="0"} 40
            gpu_temperature_celsius{uuid="GPU-a",sensor="somewhere"} 40
            """).samples(new Mapping(Catalog.of(List.of()), PlainPage.SCOPE));

        assertThat(samples.ignored()).isEqualTo(3);
    }

    @Test
    void two_replicas_of_a_sender_and_two_clusters_are_told_apart() {
        var batches = new PlainPage("""
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
        return new PlainPage(text).rows().getFirst().values().get(field);
    }

    private static List<Holder> holders(String text) {
        return new PlainPage(text)
                .rows().getFirst().holdings().stream().map(Holding::holder).toList();
    }

    private static Row row(Collected collected) {
        assertThat(collected.batches()).hasSize(1);
        assertThat(collected.batches().getFirst().rows()).hasSize(1);
        return collected.batches().getFirst().rows().getFirst();
    }

    private static final String COUNTED = "gpu_observed_seconds_total{uuid=\"GPU-a\",%s} %d %d\n";
    private static final String STARTED = "process_start_time_seconds{%s} %d %d\n";
    private static final String ONE = "job=\"gpus\",instance=\"node-1:9400\"";
    private static final String OTHER = "job=\"nodes\",instance=\"node-1:9100\"";

    private static List<String> starts(Mapping mapping, String text) {
        return new PlainPage(text)
                .collected(mapping).batches().stream()
                        .flatMap(batch -> batch.rows().stream())
                        .map(row -> row.millis() + " "
                                + row.values().get(Field.STARTED_SECONDS).orElse(0))
                        .toList();
    }

    private static Mapping mapping() {
        return new Mapping(Catalog.of(List.of()), PlainPage.SCOPE);
    }

    @Test
    void whoever_counts_says_since_when_wherever_on_its_page_that_is() {
        var page = "gpu_observed_seconds_total{uuid=\"GPU-a\"} 60\ngpu_info{uuid=\"GPU-b\"} 1\n";
        // Of the other GPU nothing is counted.
        assertThat(starts(mapping(), page + "process_start_time_seconds 1.78e9\n"))
                .containsExactly(PlainPage.NOW + " 1.78E9", PlainPage.NOW + " 0.0");
        assertThat(starts(mapping(), "process_start_time_seconds 1.78e9\n" + page))
                .containsExactly(PlainPage.NOW + " 1.78E9", PlainPage.NOW + " 0.0");
        assertThat(starts(mapping(), page)).containsExactly(PlainPage.NOW + " 0.0", PlainPage.NOW + " 0.0");
        assertThat(starts(mapping(), DCGM + "process_start_time_seconds 1.78e9\n"))
                .as("who only measures need not say it")
                .containsExactly(PlainPage.NOW + " 0.0");
    }

    @Test
    void one_exporter_s_start_is_not_another_s() {
        var page = COUNTED.formatted(ONE, 60, 1_000) + STARTED.formatted(OTHER, 7, 1_000);
        assertThat(starts(mapping(), page)).containsExactly("1000 0.0");
        assertThat(starts(mapping(), page + STARTED.formatted(ONE, 5, 1_000))).containsExactly("1000 5.0");
    }

    /// Senders shard by series, so the start may come in another request.
    @Test
    void a_start_may_come_in_another_request_than_what_it_is_about() {
        var mapping = mapping();
        var counted = COUNTED.formatted(ONE, 60, 1_000) + COUNTED.formatted(ONE, 90, 31_000);
        var started = STARTED.formatted(ONE, 500, 1_000) + STARTED.formatted(ONE, 501, 31_000);
        assertThat(starts(mapping, started + counted)).containsExactlyInAnyOrder("1000 500.0", "31000 500.0");
        assertThat(starts(mapping, COUNTED.formatted(ONE, 95, 31_000) + COUNTED.formatted(ONE, 120, 61_000)))
                .as("known, and not yet")
                .containsExactlyInAnyOrder("31000 500.0", "61000 0.0");
        assertThat(starts(mapping, STARTED.formatted(ONE, 500, 61_000)))
                .as("in the row that lacks it")
                .containsExactly("61000 500.0");
        assertThat(starts(mapping, STARTED.formatted(ONE, 500, 91_000))).isEmpty();
    }

    @Test
    void rows_of_the_life_before_may_still_come() {
        var mapping = mapping();
        starts(mapping, COUNTED.formatted(ONE, 60, 1_000) + STARTED.formatted(ONE, 500, 1_000));
        starts(mapping, STARTED.formatted(ONE, 500, 31_000) + STARTED.formatted(ONE, 540, 61_000));
        assertThat(starts(mapping, COUNTED.formatted(ONE, 90, 31_000) + COUNTED.formatted(ONE, 20, 61_000)))
                .containsExactlyInAnyOrder("31000 500.0", "61000 540.0");
        assertThat(starts(mapping, COUNTED.formatted(ONE, 95, 45_000)))
                .as("between two lives")
                .containsExactly("45000 0.0");
    }
}
