package io.gpuledger.simulator.statemetrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.simulator.cluster.Cluster;
import io.gpuledger.simulator.draw.Drawing;
import io.gpuledger.simulator.script.Script;
import io.gpuledger.simulator.story.Span;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class StatePageTest {
    private static final long BEGIN = 1_800_000_000L;
    private static final Span DAY = new Span(BEGIN, BEGIN + 86_400);

    private static List<String> page(long second, String script) {
        var cluster = Cluster.of(Script.read(script, DAY)).firstEntry().getValue();
        return new String(StatePage.at(BEGIN + second, cluster), StandardCharsets.UTF_8)
                .lines()
                .toList();
    }

    private static String taint(String key, String value) {
        return "kube_node_spec_taint{node=\"n\",key=\"%s\",value=\"%s\",effect=\"NoSchedule\"} 1".formatted(key, value);
    }

    @Test
    void a_node_says_what_it_has() {
        var page = page(60, "node n a100 2 mig 3g.40gb,2g.20gb,1g.10gb");

        assertThat(page)
                .contains(
                        "kube_node_status_capacity{node=\"n\",resource=\"cpu\",unit=\"core\"} 128",
                        "kube_node_status_capacity{node=\"n\",resource=\"nvidia_com_mig_3g_40gb\",unit=\"integer\"} 2",
                        "kube_node_status_allocatable{node=\"n\",resource=\"nvidia_com_mig_1g_10gb\",unit=\"integer\"}"
                                + " 2",
                        "kube_node_spec_unschedulable{node=\"n\"} 0",
                        "kube_node_status_condition{node=\"n\",condition=\"Ready\",status=\"true\"} 1");
        assertThat(page)
                .anyMatch(line -> line.startsWith("kube_node_labels{node=\"n\",")
                        && line.contains("label_nvidia_com_gpu_product=\"NVIDIA-A100-SXM4-80GB\""));
    }

    @Test
    void replicas_are_as_many_gpus() {
        assertThat(page(60, "node n l4 2 replicas 4"))
                .contains("kube_node_status_capacity{node=\"n\",resource=\"nvidia_com_gpu\",unit=\"integer\"} 8");
    }

    @Test
    void what_is_wrong_with_a_node_stands_there_for_as_long_as_it_lasts() {
        var script = """
            node n h100 8
            cordoned n from 1h to 2h
            maintained n from 2h to 3h
            not-ready n from 3h to 4h
            xid 95 n/3 from 4h to 5h
            """;

        assertThat(page(5400, script))
                .contains("kube_node_spec_unschedulable{node=\"n\"} 1", taint("node.kubernetes.io/unschedulable", ""));
        assertThat(page(9000, script))
                .contains("kube_node_spec_unschedulable{node=\"n\"} 0")
                .contains(taint("gpu-ledger.io/maintenance", "true"));
        assertThat(page(12_600, script))
                .contains(
                        "kube_node_status_condition{node=\"n\",condition=\"Ready\",status=\"true\"} 0",
                        "kube_node_status_condition{node=\"n\",condition=\"Ready\",status=\"unknown\"} 1");
        assertThat(page(16_200, script))
                .contains("kube_node_status_capacity{node=\"n\",resource=\"nvidia_com_gpu\",unit=\"integer\"} 8")
                .contains("kube_node_status_allocatable{node=\"n\",resource=\"nvidia_com_gpu\",unit=\"integer\"} 7");
    }

    @Test
    void what_is_wrong_with_the_gpu_software_of_a_node_stands_there_for_as_long_as_it_lasts() {
        var script = """
            node n h100 8
            node m h100 8
            unready n nvidia-dcgm-exporter from 1h to 2h
            labelled n nvidia.com/mig.config.state=failed from 1h to 2h
            condition n GpuXid from 1h to 2h
            unoffered n/3 from 1h to 2h
            """;

        var before = page(3599, script);
        var meanwhile = page(5400, script);
        var afterwards = page(7200, script);

        assertThat(meanwhile)
                .contains(
                        "kube_node_status_condition{node=\"n\",condition=\"GpuXid\",status=\"true\"} 1",
                        "kube_node_status_allocatable{node=\"n\",resource=\"nvidia_com_gpu\",unit=\"integer\"} 7")
                .anyMatch(line -> line.contains("label_nvidia_com_mig_config_state=\"failed\""))
                .anyMatch(line -> line.startsWith("kube_pod_owner{namespace=\"gpu-operator\"")
                        && line.contains("owner_kind=\"DaemonSet\",owner_name=\"nvidia-dcgm-exporter\""));
        assertThat(before)
                .contains("kube_node_status_condition{node=\"n\",condition=\"GpuXid\",status=\"false\"} 1")
                .noneMatch(line -> line.contains("node=\"m\",condition=\"GpuXid\""))
                .noneMatch(line -> line.contains("mig_config_state"));
        assertThat(unready(before)).isZero();
        assertThat(unready(meanwhile)).isOne();
        assertThat(unready(afterwards)).isZero();
        assertThat(readyAt(before)).containsExactlyInAnyOrder(BEGIN, BEGIN);
        assertThat(readyAt(meanwhile)).containsExactly(BEGIN);
        assertThat(readyAt(afterwards)).containsExactlyInAnyOrder(BEGIN, BEGIN + 7200);
    }

    private static long unready(List<String> page) {
        return page.stream()
                .filter(line -> line.startsWith("kube_pod_status_ready{") && line.endsWith("condition=\"false\"} 1"))
                .count();
    }

    private static List<Long> readyAt(List<String> page) {
        return page.stream()
                .filter(line -> line.startsWith("kube_pod_status_container_ready_time{"))
                .map(line -> Long.valueOf(line.substring(line.lastIndexOf(' ') + 1)))
                .toList();
    }

    @Test
    void a_pod_is_there_while_it_holds() {
        var script = """
            node n h100 8
            pod trainer vision on n/0,n/1 from 1h to 2h doing training
            """;

        assertThat(page(3599, script)).noneMatch(line -> line.contains("trainer"));
        assertThat(page(3600, script))
                .anyMatch(line -> line.startsWith("kube_pod_info{namespace=\"vision\",pod=\"trainer\",uid=\"")
                        && line.contains("node=\"n\""))
                .anyMatch(line -> line.contains("resource=\"nvidia_com_gpu\",unit=\"integer\"} 2"))
                .anyMatch(line -> line.startsWith("kube_pod_created{") && line.endsWith("} 1800003600"))
                .anyMatch(line -> line.contains("phase=\"Running\"} 1"))
                .anyMatch(line -> line.startsWith("kube_pod_labels{") && line.contains("label_team=\"vision\""))
                .anyMatch(line -> line.startsWith("kube_pod_annotations{")
                        && line.contains("annotation_gpu_ledger_io_idle_after=\"1800s\""));
        assertThat(page(7200, script)).noneMatch(line -> line.contains("trainer"));
    }

    @Test
    void a_pod_that_waits_has_no_node_and_is_not_scheduled() {
        var page = page(1800, """
            node n h100 8
            pod trainer vision on n/0,n/1 from 0 to 2h doing training
            waiting late ads for 8 of h100 from 20m to 1h
            """);

        assertThat(page)
                .anyMatch(line ->
                        line.startsWith("kube_pod_info{namespace=\"ads\",pod=\"late\"") && line.contains("node=\"\""))
                .anyMatch(line -> line.startsWith("kube_pod_status_phase{namespace=\"ads\"")
                        && line.endsWith("phase=\"Pending\"} 1"))
                .anyMatch(line -> line.startsWith("kube_pod_status_scheduled{namespace=\"ads\"")
                        && line.endsWith("condition=\"false\"} 1"))
                .anyMatch(line -> line.startsWith("kube_pod_status_unschedulable{namespace=\"ads\""))
                .anyMatch(line -> line.startsWith("kube_pod_nodeselectors{namespace=\"ads\"")
                        && line.contains("nodeselector_nvidia_com_gpu_product=\"NVIDIA-H100-80GB-HBM3\""))
                .noneMatch(line -> line.startsWith("kube_pod_status_scheduled_time{namespace=\"ads\"")
                        || line.startsWith("kube_pod_status_ready{namespace=\"ads\"")
                        || line.startsWith("kube_pod_start_time{namespace=\"ads\""))
                .anyMatch(line -> line.startsWith("kube_pod_status_scheduled_time{namespace=\"vision\"")
                        && line.endsWith("} " + BEGIN))
                .anyMatch(line -> line.startsWith("kube_pod_status_ready{namespace=\"vision\"")
                        && line.endsWith("condition=\"true\"} 1"))
                .contains(quota("hard"), quota("used"));
    }

    private static String quota(String type) {
        return "kube_resourcequota{namespace=\"ads\",resourcequota=\"gpus\",resource=\"requests.nvidia.com/gpu\",type=\"%s\"} 8"
                .formatted(type);
    }

    @Test
    void a_host_has_room_for_all_that_its_units_can_hold() {
        var page = page(60, """
            node n l4 4 replicas 4
            pod all vision on n/0,n/1,n/2,n/3 from 0 to 1h doing serving replicas 4
            """);

        assertThat(page)
                .anyMatch(line -> line.contains("resource=\"nvidia_com_gpu\",unit=\"integer\"} 16"))
                .anyMatch(line -> line.startsWith("kube_pod_container_resource_requests{")
                        && line.endsWith("resource=\"cpu\",unit=\"core\"} 112"));
    }

    @Test
    void all_kinds_of_controllers_stand_above_pods() {
        var story = Drawing.of(1, 40, DAY);
        var page = new String(
                StatePage.at(BEGIN + 40_000, Cluster.of(story).firstEntry().getValue()), StandardCharsets.UTF_8);

        assertThat(page)
                .contains("owner_kind=\"ReplicaSet\"", "owner_kind=\"StatefulSet\"", "owner_kind=\"Job\"")
                .contains("owner_kind=\"PyTorchJob\"", "kube_replicaset_owner{", "owner_kind=\"Deployment\"");
    }
}
