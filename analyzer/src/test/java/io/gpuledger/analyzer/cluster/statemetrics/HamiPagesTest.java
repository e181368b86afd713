package io.gpuledger.analyzer.cluster.statemetrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.cluster.Annotations;
import io.gpuledger.analyzer.cluster.PreferredOrigin;
import io.gpuledger.analyzer.cluster.PreferredOrigin.About;
import io.gpuledger.analyzer.parse.RoutedSamples;
import io.gpuledger.analyzer.parse.SeriesRouter;
import io.gpuledger.analyzer.parse.text.Interner;
import io.gpuledger.analyzer.parse.text.PageFormat;
import io.gpuledger.analyzer.parse.text.PageLimits;
import io.gpuledger.analyzer.parse.text.PageReader;
import io.gpuledger.analyzer.source.Scope;
import io.gpuledger.analyzer.telemetry.Kind;
import io.gpuledger.analyzer.telemetry.ObjectId;
import io.gpuledger.analyzer.telemetry.Statement;
import io.gpuledger.analyzer.telemetry.Statement.Gone;
import io.gpuledger.analyzer.telemetry.Statement.Part;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// The pages of HAMi's scheduler, as its versions write them.
class HamiPagesTest {
    private static final long NOON = 1_772_366_400_000L;
    private static final long STEP = 30_000;

    private static final String GPU = "GPU-5f2e0a41-8b0f-4c57-9d0a-2f3c1c4d7e10";

    /// Version 2.9 with what it is installed with: each is told by two names.
    private static final String NEWEST = """
        # HELP GPUDeviceCoreLimit Device memory core limit for a certain GPU
        # TYPE GPUDeviceCoreLimit gauge
        GPUDeviceCoreLimit{deviceidx="0",devicetype="NVIDIA-NVIDIA A100-SXM4-80GB",deviceuuid="$GPU",nodeid="n1",zone="vGPU"} 100
        # HELP GPUDeviceMemoryLimit Device memory limit for a certain GPU
        # TYPE GPUDeviceMemoryLimit gauge
        GPUDeviceMemoryLimit{deviceidx="0",devicetype="NVIDIA-NVIDIA A100-SXM4-80GB",deviceuuid="$GPU",nodeid="n1",zone="vGPU"} 8.589934592e+10
        # HELP GPUDeviceSharedNum Number of containers sharing this GPU
        # TYPE GPUDeviceSharedNum gauge
        GPUDeviceSharedNum{deviceidx="0",devicetype="NVIDIA-NVIDIA A100-SXM4-80GB",deviceuuid="$GPU",nodeid="n1",zone="vGPU"} 2
        # HELP hami_build_info HAMi build metadata exposed as labels with a constant value of 1.
        # TYPE hami_build_info gauge
        hami_build_info{build_date="2026-08-01",go_version="go1.25.5",revision="b28d7d2",version="v2.9.0"} 1
        # HELP hami_gpu_memory_limit_bytes Device memory limit for a certain GPU
        # TYPE hami_gpu_memory_limit_bytes gauge
        hami_gpu_memory_limit_bytes{device_index="0",device_type="NVIDIA-NVIDIA A100-SXM4-80GB",device_uuid="$GPU",node="n1",zone="vGPU"} 8.589934592e+10
        # HELP hami_vgpu_core_allocated_ratio vGPU core allocated from a container
        # TYPE hami_vgpu_core_allocated_ratio gauge
        hami_vgpu_core_allocated_ratio{container_index="0",device_uuid="$GPU",namespace="vision",node="n1",pod="train-0",zone="vGPU"} 30
        hami_vgpu_core_allocated_ratio{container_index="1",device_uuid="$GPU",namespace="chat",node="n1",pod="serve-7c9f4-x2x",zone="vGPU"} 0
        # HELP hami_vgpu_memory_allocated_bytes vGPU memory allocated from a container
        # TYPE hami_vgpu_memory_allocated_bytes gauge
        hami_vgpu_memory_allocated_bytes{container_index="0",device_uuid="$GPU",namespace="vision",node="n1",pod="train-0",zone="vGPU"} 1.7179869184e+10
        hami_vgpu_memory_allocated_bytes{container_index="1",device_uuid="$GPU",namespace="chat",node="n1",pod="serve-7c9f4-x2x",zone="vGPU"} 4.294967296e+10
        # HELP vGPUCoreAllocated vGPU core allocated from a container
        # TYPE vGPUCoreAllocated gauge
        vGPUCoreAllocated{containeridx="0",deviceuuid="$GPU",nodename="n1",podname="train-0",podnamespace="vision",zone="vGPU"} 30
        vGPUCoreAllocated{containeridx="1",deviceuuid="$GPU",nodename="n1",podname="serve-7c9f4-x2x",podnamespace="chat",zone="vGPU"} 0
        # HELP vGPUMemoryAllocated vGPU memory allocated from a container
        # TYPE vGPUMemoryAllocated gauge
        vGPUMemoryAllocated{containeridx="0",deviceuuid="$GPU",nodename="n1",podname="train-0",podnamespace="vision",zone="vGPU"} 1.7179869184e+10
        vGPUMemoryAllocated{containeridx="1",deviceuuid="$GPU",nodename="n1",podname="serve-7c9f4-x2x",podnamespace="chat",zone="vGPU"} 4.294967296e+10
        """.replace("$GPU", GPU);

    /// Version 2.6 told the cores by a label.
    private static final String FORMER = """
        # HELP GPUDeviceMemoryLimit Device memory limit for a certain GPU
        # TYPE GPUDeviceMemoryLimit gauge
        GPUDeviceMemoryLimit{deviceidx="0",deviceuuid="$GPU",nodeid="n1",zone="vGPU"} 8.589934592e+10
        # HELP vGPUCorePercentage vGPU core allocated from a container
        # TYPE vGPUCorePercentage gauge
        vGPUCorePercentage{containeridx="0",deviceuuid="$GPU",nodename="n1",podname="train-0",podnamespace="vision",zone="vGPU"} 30
        # HELP vGPUPodsDeviceAllocated vGPU Allocated from pods
        # TYPE vGPUPodsDeviceAllocated gauge
        vGPUPodsDeviceAllocated{containeridx="0",deviceusedcore="30",deviceuuid="$GPU",nodename="n1",podname="train-0",podnamespace="vision",zone="vGPU"} 1.7179869184e+10
        """.replace("$GPU", GPU);

    private final PreferredOrigin preferred = new PreferredOrigin();
    private final StateCollector collector = new StateMetrics(preferred, new Annotations(Set.of()))
            .page(new Scope("c", "unknown", "scraped", "cluster", List.of()));
    private final PageReader reader = new PageReader(SeriesRouter.to(collector), PageLimits.USUAL, new Interner());
    private final RoutedSamples samples = new RoutedSamples();

    private List<Statement> scrape(int step, String page) {
        var bytes = page.getBytes(StandardCharsets.UTF_8);
        reader.read(bytes, bytes.length, PageFormat.PROMETHEUS, samples);
        return collector.collect(samples.of(0), samples.problems() == 0, at(step)).batches().stream()
                .flatMap(batch -> batch.statements().stream())
                .toList();
    }

    private static long at(int step) {
        return NOON + step * STEP;
    }

    private static String without(String word, String page) {
        return String.join(
                        "\n", page.lines().filter(line -> !line.contains(word)).toList())
                + "\n";
    }

    private static ObjectId assignment(String namespace, String pod, int container) {
        return ObjectId.named("c", Kind.ASSIGNMENT, namespace, pod + "/" + container + "/" + GPU);
    }

    private static Part part(ObjectId object, Map<String, String> attributes) {
        return new Part(object, NOON, new TreeMap<>(attributes), new TreeSet<>());
    }

    @Test
    void each_container_has_the_cores_and_the_memory_that_it_was_assigned() {
        assertThat(scrape(0, NEWEST))
                .containsExactlyInAnyOrder(
                        part(ObjectId.named("c", Kind.SHARED_GPU, GPU), Map.of("memory", "85899345920")),
                        part(assignment("vision", "train-0", 0), Map.of("cores", "30", "memory", "17179869184")),
                        part(assignment("chat", "serve-7c9f4-x2x", 1), Map.of("cores", "0", "memory", "42949672960")));
        assertThat(scrape(1, NEWEST)).isEmpty();
    }

    @Test
    void former_names_and_newer_ones_say_the_same_each_by_themselves() {
        var newer = String.join(
                "\n", NEWEST.lines().filter(line -> line.startsWith("hami_")).toList());
        var former = without("hami_", NEWEST);

        assertThat(new HamiPagesTest().scrape(0, newer + "\n"))
                .containsExactlyInAnyOrderElementsOf(new HamiPagesTest().scrape(0, former));
    }

    @Test
    void a_version_that_tells_cores_by_a_label_is_understood() {
        assertThat(scrape(0, FORMER))
                .containsExactlyInAnyOrder(
                        part(ObjectId.named("c", Kind.SHARED_GPU, GPU), Map.of("memory", "85899345920")),
                        part(assignment("vision", "train-0", 0), Map.of("cores", "30", "memory", "17179869184")));
    }

    @Test
    void labels_that_a_scraper_moved_are_found() {
        var moved = NEWEST.replace(",namespace=", ",namespace=\"kube-system\",exported_namespace=")
                .replace(",pod=", ",pod=\"hami-scheduler-0\",exported_pod=");

        assertThat(scrape(0, moved)).containsExactlyInAnyOrderElementsOf(new HamiPagesTest().scrape(0, NEWEST));
    }

    @Test
    void what_two_pages_lack_is_over_since_the_first_even_where_nothing_is_left() {
        scrape(0, NEWEST);
        var left = without("train-0", without("serve-", NEWEST));
        assertThat(scrape(1, left)).isEmpty();

        assertThat(scrape(2, left))
                .containsExactlyInAnyOrder(
                        new Gone(assignment("vision", "train-0", 0), at(1)),
                        new Gone(assignment("chat", "serve-7c9f4-x2x", 1), at(1)));
    }

    @Test
    void who_tells_of_the_cluster_does_not_keep_it_from_being_heard() {
        assertThat(preferred.accepts("c", About.CLUSTER, "apiserver", NOON)).isTrue();

        assertThat(scrape(0, NEWEST)).hasSize(3);
    }

    @Test
    void a_series_that_names_no_pod_or_no_gpu_says_nothing() {
        assertThat(scrape(0, """
            hami_vgpu_core_allocated_ratio{namespace="vision",pod="p",container_index="0",device_uuid=""} 30
            hami_vgpu_core_allocated_ratio{namespace="vision",container_index="0",device_uuid="GPU-a"} 30
            hami_vgpu_core_allocated_ratio{pod="p",container_index="0",device_uuid="GPU-a"} 30
            """)).isEmpty();
    }
}
