package io.gpuledger.exporter.device.dcgm;

import static io.gpuledger.exporter.device.dcgm.DcgmNode.cycle;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuledger.exporter.device.BackendException;
import io.gpuledger.exporter.device.Device.Instance;
import io.gpuledger.exporter.device.Device.Mig;
import io.gpuledger.exporter.device.Quantity;
import io.gpuledger.exporter.device.Reading;
import io.gpuledger.exporter.device.Reading.Absent;
import io.gpuledger.exporter.device.Readings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DcgmMigTest {
    @TempDir
    private Path folder;

    private static Readings readings(Map<String, Readings> instances, String uuid) {
        return instances.getOrDefault(uuid, Readings.NONE);
    }

    @Test
    void instances_are_named_as_nvidia_names_them() throws IOException, InterruptedException {
        try (var node = DcgmNode.inMigMode(folder)) {
            assertThat(node.backend().scan().getFirst().device().mig())
                    .contains(new Mig(
                            7,
                            8,
                            List.of(
                                    new Instance("MIG-7", 7, Optional.empty(), "1g.10gb", 1, 1),
                                    new Instance("MIG-1", 1, Optional.empty(), "3g.40gb", 3, 4))));
        }
    }

    @Test
    void each_instance_has_readings_of_its_own() throws IOException, InterruptedException {
        try (var node = DcgmNode.inMigMode(folder)) {
            var backend = node.backend();
            backend.want(Set.of(1001, 203));
            var instances = cycle(backend).instances();
            var small = readings(instances, "MIG-7");
            var large = readings(instances, "MIG-1");
            assertThat(small.of(Quantity.SM_ACTIVE)).isEqualTo(Reading.of(0.25));
            assertThat(large.of(Quantity.SM_ACTIVE)).isEqualTo(Reading.of(0.875));
            assertThat(small.of(Quantity.MEMORY_USED)).isEqualTo(Reading.of(128 * 1024 * 1024));
            assertThat(small.of(Quantity.DRAM_ACTIVE)).isEqualTo(Absent.NOT_SUPPORTED);
            assertThat(small.asked()).as("is the GPU's").doesNotContainKey(Quantity.POWER);
            assertThat(small.fields().number(1001)).contains(Reading.of(0.5));
            assertThat(small.fields().number(203)).isEmpty();
        }
    }

    @Test
    void a_gpu_in_mig_mode_may_have_no_instance() throws IOException, InterruptedException {
        try (var node = DcgmNode.ofA100(folder, 1).says("gpu0 field.67 1")) {
            assertThat(node.backend().scan().getFirst().device().mig()).contains(new Mig(7, 8, List.of()));
        }
    }

    @Test
    void watches_follow_when_it_is_partitioned_anew() throws IOException, InterruptedException {
        try (var node = DcgmNode.inMigMode(folder)) {
            var backend = node.backend();
            cycle(backend);
            node.says("""
                gpu0 instances 1 9
                gpu0/gi9 slices 3
                gpu0/gi9 field.50 3g.40gb
                gpu0/gi9 field.54 MIG-9
                gpu0/gi9 field.1002 0.125
                """).advance();
            var instances = cycle(backend).instances();
            assertThat(instances).containsOnlyKeys("MIG-1", "MIG-9");
            assertThat(readings(instances, "MIG-9").of(Quantity.SM_ACTIVE)).isEqualTo(Reading.of(0.125));
            assertThat(readings(instances, "MIG-1").of(Quantity.SM_ACTIVE)).isEqualTo(Reading.of(0.875));
        }
    }

    @Test
    void a_gpu_of_an_older_scan_does_not_take_one_instance_for_another() throws IOException, InterruptedException {
        try (var node = DcgmNode.inMigMode(folder)) {
            var backend = node.backend();
            var before = backend.scan().getFirst();
            node.says("gpu0 instances 1 7").advance();
            var after = backend.scan().getFirst();
            assertThatThrownBy(() -> DcgmNode.read(before)).isInstanceOf(BackendException.class);
            assertThat(readings(DcgmNode.read(after).instances(), "MIG-1").of(Quantity.SM_ACTIVE))
                    .isEqualTo(Reading.of(0.875));
        }
    }

    @Test
    void while_a_gpu_does_not_say_what_its_new_instances_are_it_has_none() throws IOException, InterruptedException {
        try (var node = DcgmNode.inMigMode(folder)) {
            var backend = node.backend();
            cycle(backend);
            node.says("gpu0 instances 1 7\ncall dcgmEntitiesGetLatestValues @-3")
                    .advance();
            assertThat(backend.scan().getFirst().device().mig()).contains(new Mig(7, 8, List.of()));
            assertThat(cycle(backend).instances()).isEmpty();
            node.forgets("call", "dcgmEntitiesGetLatestValues").advance();
            assertThat(cycle(backend).instances()).containsOnlyKeys("MIG-1", "MIG-7");
        }
    }

    @Test
    void nobody_knows_which_half_of_an_instance_was_active() throws IOException, InterruptedException {
        try (var node = DcgmNode.inMigMode(folder).says("""
            gpu0/gi1 computes 2
            gpu0/gi1/ci0 field.54 MIG-1-0
            gpu0/gi1/ci1 field.54 MIG-1-1
            """)) {
            var backend = node.backend();
            backend.want(Set.of(1002));
            var instances = cycle(backend).instances();
            assertThat(instances).containsOnlyKeys("MIG-7", "MIG-1-0", "MIG-1-1");
            var half = readings(instances, "MIG-1-1");
            assertThat(half.of(Quantity.SM_ACTIVE)).isEqualTo(Absent.NOT_SUPPORTED);
            assertThat(half.of(Quantity.MEMORY_USED)).isEqualTo(Reading.of(256 * 1024 * 1024));
            assertThat(half.fields().number(1002)).as("of the whole instance").contains(Reading.of(0.875));
        }
    }

    @Test
    void an_instance_without_a_uuid_has_the_name_that_old_drivers_give_it() throws IOException, InterruptedException {
        try (var node = DcgmNode.inMigMode(folder).forgets("gpu0/gi7", "field.54")) {
            assertThat(cycle(node.backend()).instances()).containsOnlyKeys("MIG-GPU-0/7/0", "MIG-1");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "1g.5gb, 40960, 7, 1, 1",
        "1g.10gb, 40960, 7, 1, 2",
        "2g.10gb, 40960, 7, 2, 2",
        "3g.20gb, 40960, 7, 3, 4",
        "7g.40gb, 40960, 7, 7, 8",
        "1g.18gb, 143771, 7, 1, 1",
        "3g.71gb, 143771, 7, 3, 4",
        "1g.6gb, 24576, 4, 1, 1",
        "4g.24gb, 24576, 4, 4, 4",
        "1g.10gb+me, 81920, 7, 1, 1",
        "1c.3g.40gb, 81920, 7, 3, 4",
    })
    void a_profile_s_name_tells_its_slices(String name, int gpuMebibytes, int slices, int compute, int memory) {
        var whole = MigProfile.Whole.of(OptionalInt.of(slices));
        assertThat(MigProfile.of(Optional.of(name), compute, OptionalInt.empty(), OptionalInt.of(gpuMebibytes), whole))
                .isEqualTo(new MigProfile(name, compute, memory));
    }

    @Test
    void a_profile_without_a_name_gets_one() {
        var whole = MigProfile.Whole.of(OptionalInt.of(7));
        assertThat(MigProfile.of(Optional.empty(), 3, OptionalInt.of(40320), OptionalInt.of(81920), whole))
                .isEqualTo(new MigProfile("3g.40gb", 3, 4));
        assertThat(MigProfile.of(Optional.empty(), 1, OptionalInt.of(16896), OptionalInt.of(143771), whole))
                .isEqualTo(new MigProfile("1g.18gb", 1, 1));
    }
}
