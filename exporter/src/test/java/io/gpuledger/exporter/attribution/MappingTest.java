package io.gpuledger.exporter.attribution;

import static io.gpuledger.exporter.attribution.Nodes.gpu;
import static io.gpuledger.exporter.attribution.Nodes.has;
import static io.gpuledger.exporter.attribution.Nodes.holder;
import static io.gpuledger.exporter.attribution.Nodes.mig;
import static io.gpuledger.exporter.attribution.Nodes.uuid;
import static io.gpuledger.exporter.attribution.Nodes.withMinor;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.exporter.attribution.Held.Mode;
import io.gpuledger.exporter.attribution.Held.Share;
import io.gpuledger.exporter.device.Device;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests who holds which unit, by what the kubelet says. GPU 0 is whole, and GPU 1 has the instances 7 and 8.
class MappingTest {
    private static final List<Device> NODE = List.of(gpu(0), mig(1, 7, 8));
    private static final String GPU = "nvidia.com/gpu";
    private static final Contest NO_EVIDENCE = (_, candidates) -> candidates;

    private static Holders holders(KubeletWord word) {
        return Mapping.of(word, new ResourceNames(Set.of("acme.com/gpu")), NODE, _ -> Optional.empty(), NO_EVIDENCE);
    }

    private static Holders holders(Grant... grants) {
        return holders(new KubeletWord(List.of(grants), List.of()));
    }

    private static Held exclusive(String pod) {
        return new Held(Mode.EXCLUSIVE, Optional.of(1), List.of(new Share(holder(pod), 1)));
    }

    @ParameterizedTest
    @CsvSource({
        "GPU-00000000-0000-4000-8000-000000000000, GPU-00000000-0000-4000-8000-000000000000",
        "0, GPU-00000000-0000-4000-8000-000000000000",
        "nvidia0, GPU-00000000-0000-4000-8000-000000000000",
        "MIG-00000001-0007-4000-8000-000000000000, MIG-00000001-0007-4000-8000-000000000000",
        "MIG-GPU-00000001-0000-4000-8000-000000000000/8/0, MIG-00000001-0008-4000-8000-000000000000",
        "nvidia1/gi7, MIG-00000001-0007-4000-8000-000000000000",
    })
    void every_form_of_an_id_finds_its_unit(String id, String unit) {
        assertThat(holders(has("train", GPU, id)).byUnit()).isEqualTo(Map.of(unit, exclusive("train")));
    }

    @ParameterizedTest
    @CsvSource({
        "GPU-00000000-0000-4000-8000-000000000000::2, GPU-00000000-0000-4000-8000-000000000000",
        "0::2, GPU-00000000-0000-4000-8000-000000000000",
        "nvidia0/vgpu2, GPU-00000000-0000-4000-8000-000000000000",
        "MIG-00000001-0007-4000-8000-000000000000::0, MIG-00000001-0007-4000-8000-000000000000",
        "nvidia1/gi8/vgpu2, MIG-00000001-0008-4000-8000-000000000000",
    })
    void every_form_of_a_replica_s_id_finds_its_unit(String id, String unit) {
        assertThat(holders(has("train", GPU + ".shared", id)).byUnit())
                .isEqualTo(Map.of(
                        unit, new Held(Mode.REPLICAS, Optional.empty(), List.of(new Share(holder("train"), 1)))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GPU-99999999-0000-4000-8000-000000000000",
                "5",
                "nvidia1",
                "nvidia1/gi9",
                "GPU-00000001-0000-4000-8000-000000000000",
                "MIG-GPU-00000001-0000-4000-8000-000000000000/7/3",
                "mlx5_0",
                "",
                "::",
                "nvidia0/vgpu",
                "99999999999999999999",
            })
    void an_id_that_is_no_unit_of_this_node_is_counted(String id) {
        var holders = holders(has("train", GPU, id, uuid(0)));
        assertThat(holders.unmapped()).isEqualTo(Map.of(GPU, 1));
        assertThat(holders.byUnit()).containsOnlyKeys(uuid(0));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nvidia.com/gpu",
                "nvidia.com/gpu.shared",
                "nvidia.com/mig-1g.10gb",
                "nvidia.com/mig-1g.10gb.me",
                "nvidia.com/mig-1g.10gb.shared",
                "acme.com/gpu",
                "acme.com/gpu.shared",
            })
    void what_the_plugin_calls_gpus_and_what_was_named_are_gpus(String resource) {
        assertThat(holders(has("train", resource, uuid(0))).byUnit()).containsOnlyKeys(uuid(0));
        assertThat(holders(has("train", resource, "0")).byUnit()).containsOnlyKeys(uuid(0));
        assertThat(holders(has("train", resource, "mlx5_0")).unmapped()).containsOnlyKeys(resource);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "0::1", "nvidia0", "nvidia1/gi7", "mlx5_0", "0000:3b:00.1"})
    void what_else_is_nvidia_s_is_no_gpu_by_its_number(String id) {
        for (var resource : List.of("nvidia.com/rdma_shared_device_a", "nvidia.com/hostdev", "nvidia.com/gpus")) {
            assertThat(holders(new KubeletWord(
                            List.of(has("train", resource, id)), List.of(new Offer(resource, List.of("0::1"))))))
                    .as(resource)
                    .isEqualTo(Holders.NONE);
        }
    }

    @Test
    void a_gpu_under_another_name_of_nvidia_s_is_found_by_its_uuid() {
        assertThat(holders(has("train", "nvidia.com/a100-large", uuid(0), uuid(1, 7)))
                        .byUnit())
                .containsOnlyKeys(uuid(0), uuid(1, 7));
    }

    @Test
    void a_device_file_s_number_is_not_the_gpu_s() {
        var node = List.of(withMinor(1, gpu(0)), withMinor(0, gpu(1)), withMinor(5, mig(2, 7)));
        assertThat(unit(node, "nvidia0")).contains(uuid(1));
        assertThat(unit(node, "nvidia1/vgpu0")).contains(uuid(0));
        assertThat(unit(node, "0")).contains(uuid(0));
        assertThat(unit(node, "nvidia5/gi7")).contains(uuid(2, 7));
        assertThat(unit(node, "nvidia2/gi7")).isEmpty();
    }

    private static Optional<String> unit(List<Device> node, String id) {
        var word = new KubeletWord(List.of(has("train", GPU, id)), List.of());
        return Mapping.of(word, new ResourceNames(Set.of()), node, _ -> Optional.empty(), NO_EVIDENCE)
                .byUnit()
                .keySet()
                .stream()
                .findFirst();
    }

    @Test
    void other_resources_are_no_gpus() {
        assertThat(holders(has("train", "example.com/nic", uuid(0)))).isEqualTo(Holders.NONE);
    }

    @Test
    void of_several_for_a_whole_unit_one_holds_it() {
        assertThat(holders(has("old", GPU, uuid(0)), has("new", GPU, uuid(0))).byUnit())
                .isEqualTo(Map.of(uuid(0), exclusive("new")));
    }

    @Test
    void replicas_are_shared_by_who_holds_them_out_of_all_that_are_advertised() {
        var word = new KubeletWord(
                List.of(has("a", GPU, uuid(0) + "::0", uuid(0) + "::1"), has("b", GPU, uuid(0) + "::3")),
                List.of(new Offer(GPU, List.of(uuid(0) + "::0", uuid(0) + "::1", uuid(0) + "::2", uuid(0) + "::3"))));
        assertThat(holders(word).byUnit().get(uuid(0)))
                .isEqualTo(new Held(
                        Mode.REPLICAS, Optional.of(4), List.of(new Share(holder("a"), 2), new Share(holder("b"), 1))));
    }

    @Test
    void a_replica_that_two_are_listed_for_is_held_by_one() {
        var held = holders(has("old", GPU, uuid(0) + "::1"), has("new", GPU, uuid(0) + "::1"))
                .byUnit()
                .get(uuid(0));
        assertThat(held).isNotNull().extracting(Held::shares).isEqualTo(List.of(new Share(holder("new"), 1)));
    }

    @Test
    void one_replica_of_many_is_no_whole_unit() {
        var word = new KubeletWord(
                List.of(has("a", GPU, uuid(0) + "::0")),
                List.of(new Offer(GPU, List.of(uuid(0) + "::0", uuid(0) + "::1"))));
        assertThat(holders(word).byUnit().values())
                .singleElement()
                .satisfies(held -> assertThat(held.exclusiveHolder()).isEmpty());
    }

    private static Grant claimed(String pod, String device, String... cdiDevices) {
        return new Grant.Claimed(
                holder(pod),
                new Grant.Claim("team", "claim", Optional.empty()),
                "gpu.nvidia.com",
                "node-1",
                device,
                List.of(cdiDevices));
    }

    @Test
    void a_claimed_device_is_found_where_its_driver_published_it() {
        var word = new KubeletWord(List.of(claimed("train", "gpu-0")), List.of());
        var holders = Mapping.of(word, new ResourceNames(Set.of()), NODE, _ -> Optional.of(uuid(0)), NO_EVIDENCE);
        assertThat(holders.byUnit()).isEqualTo(Map.of(uuid(0), exclusive("train")));
    }

    @Test
    void a_claimed_device_is_found_by_a_uuid_in_what_the_runtime_was_told() {
        assertThat(holders(claimed("train", "gpu-0", "nvidia.com/gpu=" + uuid(1, 7)))
                        .byUnit())
                .isEqualTo(Map.of(uuid(1, 7), exclusive("train")));
    }

    @Test
    void a_claimed_device_that_nobody_knows_is_counted() {
        assertThat(holders(claimed("train", "gpu-0")).unmapped()).isEqualTo(Map.of("gpu.nvidia.com", 1));
    }

    @Test
    void all_who_have_claimed_a_device_hold_it() {
        var device = "gpu-" + uuid(0);
        assertThat(holders(claimed("a", device), claimed("b", device), claimed("b", device))
                        .byUnit()
                        .get(uuid(0)))
                .isEqualTo(new Held(
                        Mode.CLAIMS, Optional.of(2), List.of(new Share(holder("a"), 1), new Share(holder("b"), 1))));
    }
}
