package io.gpuledger.exporter.attribution;

import static io.gpuledger.exporter.attribution.Nodes.holder;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.exporter.attribution.Attributed.Gap;
import io.gpuledger.exporter.attribution.Attributed.Reason;
import io.gpuledger.exporter.attribution.Attributed.Value;
import io.gpuledger.exporter.attribution.Held.Mode;
import io.gpuledger.exporter.attribution.Held.Share;
import io.gpuledger.exporter.device.Snapshot;
import io.gpuledger.exporter.device.Unit;
import io.gpuledger.exporter.device.nvml.NvmlNode;
import io.gpuledger.exporter.device.nvml.NvmlScript;
import io.gpuledger.exporter.exposition.Page.Format;
import io.gpuledger.exporter.exposition.Renderers;
import io.gpuledger.exporter.sampler.ManualSampler;
import io.gpuledger.exporter.sampler.SamplerSettings;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A GPU instance of which 10 GiB are in use, split into two compute instances: a process of 6 GiB is on the one and
/// one of 3 GiB on the other.
class SplitInstanceTest {
    private static final long GIB = 1L << 30;
    private static final Duration SECOND = Duration.ofSeconds(1);

    @TempDir
    private Path folder;

    private NvmlNode node;
    private ManualSampler sampler;
    private final Usage usage = new Usage(false);

    @BeforeEach
    void begin() {
        node = NvmlNode.of(folder, "h100", 1);
        node.library()
                .forgets("gpu*", "process0")
                .forgets("gpu*", "process1")
                .says("gpu0 mig 1\n" + NvmlScript.instance(0, 0, 2, 0, "1c.3g.40gb", 3, 40448)
                        + NvmlScript.instance(0, 1, 2, 1, "2c.3g.40gb", 3, 40448))
                .says("gpu0/mig0", "ci_slices", "1")
                .says("gpu0/mig1", "ci_slices", "2")
                .says("gpu0/mig0", "process0", "compute 815 " + 6 * GIB)
                .says("gpu0/mig1", "process0", "compute 816 " + 3 * GIB);
        uses(10 * GIB);
        sampler = new ManualSampler(
                node.backend(), new SamplerSettings(SECOND, SECOND, Duration.ofSeconds(5)), node.clock());
    }

    @AfterEach
    void end() {
        sampler.close();
        node.close();
    }

    private void uses(long bytes) {
        node.library()
                .says("gpu0/mig0", "memory_used", Long.toString(bytes))
                .says("gpu0/mig1", "memory_used", Long.toString(bytes));
    }

    private Snapshot snapshot() throws InterruptedException {
        node.after(SECOND);
        return sampler.cycle();
    }

    private static List<Unit> units(Snapshot snapshot) {
        return snapshot.gpus().getFirst().device().units();
    }

    /// Each compute instance is held by the pod in its place.
    private Attributed heldBy(Snapshot snapshot, String... pods) {
        var held = new HashMap<String, Held>();
        for (var place = 0; place < pods.length; place++) {
            var share = new Share(holder(pods[place]), 1);
            held.put(units(snapshot).get(place).uuid(), new Held(Mode.EXCLUSIVE, Optional.of(1), List.of(share)));
        }
        return usage.of(snapshot, new Holders(held, new TreeMap<>()), new Residents(_ -> Optional.empty(), Pods.NONE));
    }

    private static Optional<Double> gibibytes(Attributed attributed, Unit unit, String pod) {
        return Optional.ofNullable(attributed.of(unit).get(holder(pod)))
                .flatMap(Use::memoryBytes)
                .map(bytes -> bytes / GIB);
    }

    private static List<String> lines(Snapshot snapshot, Attributed attributed, String family) {
        var page = Renderers.of("node-1").render(snapshot, attributed).plain(Format.TEXT);
        return new String(page, StandardCharsets.UTF_8)
                .lines()
                .filter(line -> line.startsWith(family + "{"))
                .toList();
    }

    @Test
    void each_pod_has_the_memory_of_its_own_processes() throws InterruptedException {
        var snapshot = snapshot();
        var attributed = heldBy(snapshot, "a", "b");
        assertThat(gibibytes(attributed, units(snapshot).get(0), "a")).contains(6.0);
        assertThat(gibibytes(attributed, units(snapshot).get(1), "b")).contains(3.0);
        assertThat(attributed.gaps()).isEmpty();
    }

    @Test
    void all_of_them_have_no_more_than_there_is_in_use() throws InterruptedException {
        uses(3 * GIB);
        var snapshot = snapshot();
        var attributed = heldBy(snapshot, "a", "b");
        assertThat(gibibytes(attributed, units(snapshot).get(0), "a")).contains(2.0);
        assertThat(gibibytes(attributed, units(snapshot).get(1), "b")).contains(1.0);
    }

    @Test
    void where_a_process_does_not_say_what_it_takes_nobody_is_charged() throws InterruptedException {
        node.library().says("gpu0/mig1", "process0", "compute 816 unknown");
        var snapshot = snapshot();
        var attributed = heldBy(snapshot, "a", "b");
        for (var unit : units(snapshot)) {
            assertThat(attributed.of(unit).values())
                    .extracting(Use::memoryBytes)
                    .containsOnly(Optional.empty());
            assertThat(attributed.gaps()).contains(new Gap(unit.uuid(), Value.MEMORY, Reason.NOT_BY_PROCESS));
        }
    }

    @Test
    void the_memory_of_the_gpu_instance_stands_on_the_page_once() throws InterruptedException {
        var snapshot = snapshot();
        for (var family : List.of("gpu_memory_used_bytes", "gpu_memory_total_bytes")) {
            assertThat(lines(snapshot, Attributed.NOTHING, family))
                    .singleElement()
                    .asString()
                    .contains("instance_id=\"2\",compute_instance_id=\"0\"");
        }
        assertThat(lines(snapshot, Attributed.NOTHING, "gpu_observed_seconds_total"))
                .hasSize(2);
    }

    @Test
    void dcgm_exporter_s_series_of_it_name_nobody_where_two_pods_hold_parts() throws InterruptedException {
        var snapshot = snapshot();
        assertThat(lines(snapshot, heldBy(snapshot, "a", "b"), "DCGM_FI_DEV_FB_USED"))
                .singleElement()
                .asString()
                .contains("GPU_I_PROFILE=\"3g.40gb\",GPU_I_ID=\"2\"")
                .doesNotContain("pod=")
                .endsWith(" 10240");
    }

    @Test
    void dcgm_exporter_s_series_of_it_name_the_only_one_who_holds_any() throws InterruptedException {
        var snapshot = snapshot();
        assertThat(lines(snapshot, heldBy(snapshot, "a"), "DCGM_FI_DEV_FB_USED"))
                .singleElement()
                .asString()
                .contains("pod=\"a\"");
    }

    @Test
    void a_part_that_nobody_holds_is_no_orphan_for_what_the_other_takes() throws InterruptedException {
        node.library().forgets("gpu0/mig1", "process0");
        var orphans = new Orphans();
        var snapshot = snapshot();
        var holders = heldBy(snapshot, "a").holders();
        assertThat(orphans.of(snapshot, holders)).isEmpty();
        node.after(Duration.ofMinutes(3));
        assertThat(orphans.of(snapshot(), holders)).isEqualTo(Map.of());
    }
}
