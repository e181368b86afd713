package io.gpuledger.exporter.device.nvml;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.exporter.device.Device.Instance;
import io.gpuledger.exporter.device.DeviceProcess;
import io.gpuledger.exporter.device.Quantity;
import io.gpuledger.exporter.device.Reading;
import io.gpuledger.exporter.device.Reading.Absent;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NvmlMigTest {
    @TempDir
    private Path folder;

    private static final String THREE_TWO_ONE = "gpu0 mig 1\n"
            + NvmlScript.instance(0, 0, 2, 0, "3g.40gb", 3, 40448)
            + NvmlScript.instance(0, 3, 3, 0, "2g.20gb", 2, 20096)
            + NvmlScript.instance(0, 5, 9, 0, "1g.10gb", 1, 9984);

    private static List<Instance> instances(NvmlNode node) {
        return node.gpu(0).device().mig().orElseThrow().instances();
    }

    @Test
    void instances_have_their_profile_ids_slices_and_memory() {
        try (var node = NvmlNode.of(folder, "h100", 1)) {
            node.library().says(THREE_TWO_ONE);
            assertThat(node.gpu(0).device().mig()).hasValueSatisfying(mig -> {
                assertThat(mig.computeSlices()).isEqualTo(7);
                assertThat(mig.memorySlices()).isEqualTo(8);
            });
            assertThat(instances(node))
                    .containsExactly(
                            new Instance("MIG-00000002-0000", 2, Optional.empty(), "3g.40gb", 3, 4),
                            new Instance("MIG-00000003-0000", 3, Optional.empty(), "2g.20gb", 2, 2),
                            new Instance("MIG-00000009-0000", 9, Optional.empty(), "1g.10gb", 1, 1));
        }
    }

    @Test
    void what_the_driver_did_not_say_at_first_is_asked_for_again() {
        try (var node = NvmlNode.of(folder, "h100", 1)) {
            node.library().says("gpu0 mig 1\n" + NvmlScript.instance(0, 0, 2, 0, "3g.40gb+me", 3, 40448));
            node.library()
                    .says("call", "nvmlDeviceGetMemoryInfo_v2", "@999")
                    .says("call", "nvmlDeviceGetMemoryInfo", "@999")
                    .says("gpu0/mig0", "nvmlDeviceGetName", "@999");
            assertThat(instances(node))
                    .containsExactly(new Instance("MIG-00000002-0000", 2, Optional.empty(), "3g.0gb", 3, 1));
            node.library().forgets("call", "nvmlDeviceGetMemoryInfo_v2").forgets("call", "nvmlDeviceGetMemoryInfo");
            assertThat(instances(node))
                    .containsExactly(new Instance("MIG-00000002-0000", 2, Optional.empty(), "3g.40gb", 3, 4));
            node.library().forgets("gpu0/mig0", "nvmlDeviceGetName");
            assertThat(instances(node))
                    .containsExactly(new Instance("MIG-00000002-0000", 2, Optional.empty(), "3g.40gb+me", 3, 4));
        }
    }

    @Test
    void each_instance_has_its_own_memory_and_activity_and_none_of_what_only_gpus_have() {
        try (var node = NvmlNode.of(folder, "h100", 1)) {
            node.library().says(THREE_TWO_ONE).says("gpu0/gi3", "gpm.2", "90");
            var sample = node.secondRead(0);
            assertThat(sample.instances()).hasSize(3);
            var second = Optional.ofNullable(sample.instances().get("MIG-00000003-0000"))
                    .orElseThrow();
            assertThat(second.value(Quantity.SM_ACTIVE)).hasValue(0.9);
            assertThat(second.value(Quantity.DRAM_ACTIVE)).hasValue(0.4);
            assertThat(second.value(Quantity.MEMORY_TOTAL)).hasValue(20096.0 * (1 << 20));
            assertThat(second.value(Quantity.MEMORY_USED)).hasValue(1 << 30);
            assertThat(second.of(Quantity.UTILIZATION)).isEqualTo(Absent.NOT_SUPPORTED);
            assertThat(second.of(Quantity.BUSY)).isEqualTo(Absent.NOT_SUPPORTED);
            assertThat(second.of(Quantity.POWER)).as("the GPU has it").isEqualTo(Absent.NO_DATA);
            assertThat(sample.gpu().value(Quantity.POWER)).hasValue(300);
        }
    }

    @Test
    void instances_appear_and_go_without_a_restart_and_leave_nothing_behind() {
        try (var node = NvmlNode.of(folder, "h100", 1);
                var calls = node.library().calls()) {
            var _ = node.gpu(0).read(NvmlNode.ALL);
            var before = calls.held();
            node.library().says(THREE_TWO_ONE);
            node.secondRead(0);
            assertThat(calls.held()).isEqualTo(before + 3 * 2);
            node.library().forgets("gpu0/mig3", "uuid").forgets("gpu0/mig5", "uuid");
            assertThat(node.secondRead(0).instances()).containsOnlyKeys("MIG-00000002-0000");
            assertThat(calls.held()).isEqualTo(before + 2);
            node.library().says("gpu0", "mig", "0");
            assertThat(node.secondRead(0).instances()).isEmpty();
            assertThat(node.gpu(0).device().mig()).isEmpty();
            assertThat(calls.held()).isEqualTo(before);
        }
    }

    @Test
    void another_instance_in_the_same_place_is_another_one() {
        try (var node = NvmlNode.of(folder, "h100", 1)) {
            node.library().says(THREE_TWO_ONE);
            assertThat(instances(node)).hasSize(3);
            node.library().says(NvmlScript.instance(0, 3, 5, 0, "2g.20gb", 2, 20096));
            assertThat(instances(node)).extracting(Instance::gpuInstanceId).containsExactly(2, 5, 9);
        }
    }

    @Test
    void an_instance_that_goes_while_it_is_read_fails_alone() {
        try (var node = NvmlNode.of(folder, "h100", 1)) {
            node.library().says(THREE_TWO_ONE);
            var reader = node.gpu(0);
            var _ = reader.read(NvmlNode.ALL);
            node.library()
                    .says("gpu0/mig3", "nvmlDeviceGetMemoryInfo_v2", "@2")
                    .says("gpu0/mig3", "nvmlDeviceGetMemoryInfo", "@2");
            node.after(Duration.ofSeconds(1));
            var sample = reader.read(NvmlNode.ALL);
            assertThat(Optional.ofNullable(sample.instances().get("MIG-00000003-0000"))
                            .orElseThrow()
                            .of(Quantity.MEMORY_USED))
                    .isInstanceOf(Absent.class);
            assertThat(Optional.ofNullable(sample.instances().get("MIG-00000002-0000"))
                            .orElseThrow()
                            .value(Quantity.MEMORY_USED))
                    .isPresent();
        }
    }

    @Test
    void compute_instances_of_one_gpu_instance_are_told_apart_and_share_its_activity() {
        try (var node = NvmlNode.of(folder, "h100", 1)) {
            node.library()
                    .says("gpu0 mig 1\n" + NvmlScript.instance(0, 0, 2, 0, "1c.3g.40gb", 3, 40448)
                            + NvmlScript.instance(0, 1, 2, 1, "2c.3g.40gb", 3, 40448))
                    .says("gpu0/mig0", "ci_slices", "1")
                    .says("gpu0/mig1", "ci_slices", "2");
            assertThat(instances(node))
                    .extracting(instance ->
                            instance.computeInstanceId() + " " + instance.profile() + " " + instance.computeSlices())
                    .containsExactly("Optional[0] 1c.3g.40gb 1", "Optional[1] 2c.3g.40gb 2");
            assertThat(node.secondRead(0).instances().values())
                    .allMatch(readings -> readings.of(Quantity.SM_ACTIVE).equals(Reading.of(0.5)));
        }
    }

    @Test
    void an_a30_has_four_slices() {
        try (var node = NvmlNode.of(folder, "a100", 1)) {
            node.library().says("gpu0 mig 1\n" + NvmlScript.instance(0, 0, 1, 0, "2g.12gb", 2, 11968));
            node.library().says("gpu0", "memory_total", Long.toString(24576L << 20));
            for (var profile : List.of(2, 3, 4, 7, 9)) {
                node.library().forgets("gpu*", "profile" + profile);
            }
            node.library().says("gpu0", "profile3", "4");
            assertThat(node.gpu(0).device().mig()).hasValueSatisfying(mig -> {
                assertThat(mig.computeSlices()).isEqualTo(4);
                assertThat(mig.memorySlices()).isEqualTo(4);
                assertThat(mig.instances().getFirst().memorySlices()).isEqualTo(2);
            });
        }
    }

    @Test
    void where_the_driver_does_not_name_the_profile_it_is_put_together() {
        try (var node = NvmlNode.of(folder, "h100", 1)) {
            node.library().says(THREE_TWO_ONE);
            for (var place : List.of(0, 3, 5)) {
                node.library().says("gpu0/mig" + place, "name", "NVIDIA H100 80GB HBM3");
            }
            assertThat(instances(node)).extracting(Instance::profile).containsExactly("3g.40gb", "2g.20gb", "1g.10gb");
        }
    }

    @Test
    void before_hopper_an_instance_has_memory_and_no_activity() {
        try (var node = NvmlNode.of(folder, "a100", 1)) {
            node.library().says(THREE_TWO_ONE);
            assertThat(node.secondRead(0).instances().values()).allSatisfy(readings -> {
                assertThat(readings.of(Quantity.SM_ACTIVE)).isEqualTo(Absent.NOT_SUPPORTED);
                assertThat(readings.value(Quantity.MEMORY_USED)).isPresent();
            });
        }
    }

    @Test
    void processes_are_told_with_the_instance_that_they_run_on() {
        try (var node = NvmlNode.of(folder, "h100", 1)) {
            node.library()
                    .says(THREE_TWO_ONE)
                    .forgets("gpu*", "process0")
                    .forgets("gpu*", "process1")
                    .says("gpu0/mig3", "process0", "compute 815 1024");
            assertThat(node.secondRead(0).processes())
                    .extracting(DeviceProcess::pid, DeviceProcess::instance)
                    .containsExactly(org.assertj.core.groups.Tuple.tuple(815, Optional.of("MIG-00000003-0000")));
        }
    }
}
