package io.gpuledger.exporter;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.exporter.attribution.Attributed;
import io.gpuledger.exporter.attribution.Held;
import io.gpuledger.exporter.attribution.Held.Mode;
import io.gpuledger.exporter.attribution.Held.Share;
import io.gpuledger.exporter.attribution.Holder;
import io.gpuledger.exporter.attribution.Holders;
import io.gpuledger.exporter.attribution.Jobs;
import io.gpuledger.exporter.attribution.PodName;
import io.gpuledger.exporter.attribution.Pods;
import io.gpuledger.exporter.benchmark.Exposition;
import io.gpuledger.exporter.counters.CountersSource;
import io.gpuledger.exporter.device.Snapshot;
import io.gpuledger.exporter.device.Unit;
import io.gpuledger.exporter.device.simulated.Scenario;
import io.gpuledger.exporter.exposition.Page.Format;
import io.gpuledger.exporter.exposition.Renderer;
import io.gpuledger.exporter.exposition.Renderers;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// What the page says of who holds what.
class HolderPageTest {
    private static final Holder TRAIN = new Holder(new PodName("team", "train"), "main");
    private static final Holder SERVE = new Holder(new PodName("web", "serve"), "server");
    private static final Held EXCLUSIVE = new Held(Mode.EXCLUSIVE, Optional.of(1), List.of(new Share(TRAIN, 1)));
    private static final Held SHARED =
            new Held(Mode.REPLICAS, Optional.of(4), List.of(new Share(TRAIN, 2), new Share(SERVE, 1)));

    private static final Jobs JOBS = new Jobs(Map.of(new Jobs.Place(2, Optional.empty()), List.of("4711", "4712")));

    private static List<String> lines(String page, String family) {
        return page.lines().filter(line -> line.startsWith(family + "{")).toList();
    }

    /// The page of a scenario whose units are held like this, in the order in which they stand there.
    private static String page(String scenario, Renderer renderer, Held... held) throws InterruptedException {
        try (var node = new VirtualNode(Scenario.builtIn(scenario), 1)) {
            var snapshot = node.run(45);
            var page = VirtualNode.text(renderer.render(snapshot, attributed(snapshot, held)), Format.TEXT);
            assertThat(new Exposition(page, false).problems()).isEmpty();
            return page;
        }
    }

    private static Attributed attributed(Snapshot snapshot, Held... held) {
        var units = snapshot.gpus().stream()
                .flatMap(gpu -> gpu.device().units().stream())
                .map(Unit::uuid)
                .toList();
        var byUnit = new HashMap<String, Held>();
        for (var i = 0; i < held.length; i++) {
            byUnit.put(units.get(i), held[i]);
        }
        var holders = new Holders(byUnit, new TreeMap<>(Map.of("nvidia.com/gpu", 3)));
        return new Attributed(holders, Map.of(), Map.of(), List.of(), Map.of(), JOBS, Pods.NONE);
    }

    @Test
    void who_has_a_gpu_for_himself_stands_on_its_dcgm_series_as_dcgm_exporter_writes_it() throws InterruptedException {
        var temperatures = lines(page("mixed", Renderers.of("node-1"), EXCLUSIVE), "DCGM_FI_DEV_GPU_TEMP");
        assertThat(temperatures.getFirst()).contains(",container=\"main\",namespace=\"team\",pod=\"train\"} ");
        assertThat(temperatures.subList(1, temperatures.size())).noneMatch(line -> line.contains("pod="));
    }

    @Test
    void with_the_old_namespace_its_labels_are_the_old_ones() throws InterruptedException {
        var old = Renderers.likeOnePointX("node-1", new CountersSource.BuiltIn(CountersSource.DEFAULT_LIST).read());
        assertThat(lines(page("mixed", old, EXCLUSIVE), "DCGM_FI_DEV_GPU_TEMP").getFirst())
                .contains(",container_name=\"main\",pod_name=\"train\",pod_namespace=\"team\"} ");
    }

    @Test
    void a_gpu_that_is_shared_carries_no_pod() throws InterruptedException {
        assertThat(page("mixed", Renderers.of("node-1"), SHARED).lines())
                .filteredOn(line -> line.contains("pod=\""))
                .allMatch(line -> line.startsWith("gpu_holder_info{"));
    }

    @Test
    void a_gpu_that_two_containers_of_one_pod_have_claimed_is_that_pod_s() throws InterruptedException {
        var side = new Holder(TRAIN.pod(), "side");
        var claimed = new Held(Mode.CLAIMS, Optional.of(2), List.of(new Share(TRAIN, 1), new Share(side, 1)));
        assertThat(lines(page("mixed", Renderers.of("node-1"), claimed), "DCGM_FI_DEV_GPU_TEMP")
                        .getFirst())
                .contains(",namespace=\"team\",pod=\"train\"} ")
                .doesNotContain("container=");
    }

    @Test
    void a_gpu_that_two_pods_have_claimed_carries_none() throws InterruptedException {
        var claimed = new Held(Mode.CLAIMS, Optional.of(2), List.of(new Share(TRAIN, 1), new Share(SERVE, 1)));
        assertThat(lines(page("mixed", Renderers.of("node-1"), claimed), "DCGM_FI_DEV_GPU_TEMP"))
                .noneMatch(line -> line.contains("pod="));
    }

    @Test
    void a_gpu_of_which_one_pod_has_every_replica_is_that_pod_s() throws InterruptedException {
        var all = new Held(Mode.REPLICAS, Optional.of(2), List.of(new Share(TRAIN, 2)));
        var some = new Held(Mode.REPLICAS, Optional.of(3), List.of(new Share(TRAIN, 2)));
        assertThat(lines(page("mixed", Renderers.of("node-1"), all, some), "DCGM_FI_DEV_GPU_TEMP"))
                .filteredOn(line -> line.contains("pod="))
                .singleElement()
                .asString()
                .contains("gpu=\"0\"")
                .contains(",container=\"main\",namespace=\"team\",pod=\"train\"} ");
    }

    @Test
    void what_dcgm_has_of_each_compute_instance_says_which_one() throws InterruptedException {
        var page = page("mig", Renderers.of("node-1"));
        assertThat(lines(page, "DCGM_FI_DEV_FB_USED"))
                .filteredOn(line -> line.contains("GPU_I_ID="))
                .isNotEmpty()
                .allMatch(line -> line.matches(".*,GPU_I_ID=\"\\d+\",GPU_CI_ID=\"0\",hostname=.*"));
        assertThat(lines(page, "DCGM_FI_DEV_GPU_TEMP")).noneMatch(line -> line.contains("GPU_CI_ID"));
    }

    @Test
    void each_holder_stands_there_with_its_replicas_of_all_that_are_advertised() throws InterruptedException {
        var info = lines(page("mixed", Renderers.of("node-1"), SHARED, EXCLUSIVE), "gpu_holder_info");
        assertThat(info).hasSize(3);
        assertThat(info.get(0))
                .contains(",gpu=\"0\",node=\"node-1\",namespace=\"team\",pod=\"train\",container=\"main\","
                        + "replicas_held=\"2\",replicas=\"4\",mode=\"replicas\"} 1");
        assertThat(info.get(1)).contains("pod=\"serve\"").contains("replicas_held=\"1\",replicas=\"4\"");
        assertThat(info.get(2)).contains(",gpu=\"1\",").contains("replicas=\"1\",mode=\"exclusive\"} 1");
    }

    @Test
    void how_many_replicas_there_are_is_left_out_where_nobody_says() throws InterruptedException {
        var unknown = new Held(Mode.REPLICAS, Optional.empty(), List.of(new Share(TRAIN, 2)));
        assertThat(lines(page("mixed", Renderers.of("node-1"), unknown), "gpu_holder_info"))
                .singleElement()
                .asString()
                .contains("replicas_held=\"2\",mode=\"replicas\"} 1");
    }

    @Test
    void a_mig_instance_has_its_own_holder() throws InterruptedException {
        var page = page("mig", Renderers.of("node-1"), EXCLUSIVE);
        assertThat(lines(page, "gpu_holder_info")).singleElement().asString().contains(",instance_id=\"");
        assertThat(lines(page, "DCGM_FI_DEV_FB_USED"))
                .filteredOn(line -> line.contains("pod=\"train\""))
                .singleElement()
                .asString()
                .contains("GPU_I_ID=\"");
    }

    @Test
    void a_gpu_of_a_batch_system_s_jobs_has_a_sample_for_each() throws InterruptedException {
        var temperatures = lines(page("mixed", Renderers.of("node-1"), EXCLUSIVE), "DCGM_FI_DEV_GPU_TEMP");
        assertThat(temperatures)
                .filteredOn(line -> line.contains("gpu=\"2\""))
                .satisfiesExactly(
                        first -> assertThat(first).contains(",hpc_job=\"4711\"} "),
                        second -> assertThat(second).contains(",hpc_job=\"4712\"} "));
    }

    @Test
    void ids_that_fit_nothing_are_counted() throws InterruptedException {
        assertThat(page("mixed", Renderers.of("node-1")))
                .contains("gpu_exporter_unmapped_ids{resource=\"nvidia.com/gpu\"} 3\n");
    }
}
