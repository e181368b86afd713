package io.gpuledger.exporter.device.nvml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuledger.exporter.device.Backend.Gpu;
import io.gpuledger.exporter.device.BackendException;
import io.gpuledger.exporter.device.BackendState.Link;
import io.gpuledger.exporter.device.Quantity;
import io.gpuledger.exporter.device.Reading.Absent;
import io.gpuledger.exporter.device.Sample;
import io.gpuledger.exporter.doubles.CallLog;
import io.gpuledger.exporter.doubles.LibraryDouble;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What becomes of a driver that is not there, goes, comes back, or does not answer: nothing of it ends the process,
/// each has a name, and none needs a restart.
class NvmlLifeCycleTest {
    @TempDir
    private Path folder;

    private static Link link(NvmlNode node) {
        return node.backend().states().getFirst().link();
    }

    private static void assertDown(NvmlNode node, Link why) {
        assertThatThrownBy(node.backend()::scan).isInstanceOf(BackendException.class);
        assertThat(link(node)).isEqualTo(why);
    }

    @Test
    void without_a_library_it_says_which_were_tried_and_what_mends_it() throws IOException {
        var absent = folder.resolve("libnvidia-ml.so.1");
        try (var backend = new NvmlBackend(
                new NvmlSettings(List.of(absent.toString()), folder), InstantSource.system(), System::nanoTime)) {
            assertThatThrownBy(backend::scan)
                    .isInstanceOf(BackendException.class)
                    .hasMessageContaining(absent.toString())
                    .hasMessageContaining("install NVIDIA's driver");
            assertThat(backend.states().getFirst().link()).isEqualTo(Link.NO_LIBRARY);
        }
    }

    @Test
    void a_file_that_is_no_library_reads_as_no_library_and_says_why() throws IOException {
        var text = Files.writeString(folder.resolve("libnvidia-ml.so.1"), "not a library");
        try (var backend = new NvmlBackend(
                new NvmlSettings(List.of(text.toString()), folder), InstantSource.system(), System::nanoTime)) {
            assertThatThrownBy(backend::scan)
                    .isInstanceOf(BackendException.class)
                    .hasMessageContaining("file too short");
            assertThat(backend.states().getFirst().link()).isEqualTo(Link.NO_LIBRARY);
        }
    }

    @Test
    void a_library_that_comes_later_is_found() throws IOException, InterruptedException {
        try (var node = NvmlNode.of(folder, "h100", 2)) {
            var library = node.library().library();
            var elsewhere = Files.move(library, folder.resolve("elsewhere"));
            assertDown(node, Link.NO_LIBRARY);
            Files.move(elsewhere, library);
            node.after(Duration.ofSeconds(2));
            assertThat(node.backend().scan()).hasSize(2);
            assertThat(link(node)).isEqualTo(Link.READY);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "9, NO_DRIVER, modprobe nvidia",
        "18, VERSION_MISMATCH, different versions",
        "12, NO_LIBRARY, misses a library",
        "4, NO_PERMISSION, /dev/nvidia",
        "999, FAILING, nvmlInit_v2 failed: UNKNOWN",
    })
    void a_driver_that_cannot_be_initialized_has_a_name_and_is_tried_again(int code, Link why, String fix) {
        try (var node = NvmlNode.of(folder, "h100", 1)) {
            node.library().says("call", "nvmlInit_v2", "@" + code);
            assertThatThrownBy(node.backend()::scan).hasMessageContaining(fix);
            assertDown(node, why);
            node.library().forgets("call", "nvmlInit_v2");
            node.after(Duration.ofSeconds(20));
            assertThat(node.backend().scan()).hasSize(1);
        }
    }

    @Test
    void an_absent_driver_is_asked_for_less_and_less_often() {
        try (var node = NvmlNode.of(folder, "h100", 1);
                var calls = node.library().calls()) {
            node.library().says("call", "nvmlInit_v2", "@9");
            for (var second = 0; second < 60; second++) {
                assertDown(node, Link.NO_DRIVER);
                node.after(Duration.ofSeconds(1));
            }
            assertThat(calls.calls("nvmlInit_v2")).isBetween(6L, 8L);
        }
    }

    @ParameterizedTest
    @CsvSource({"1, FAILING", "9, NO_DRIVER", "18, VERSION_MISMATCH", "999, FAILING"})
    void a_driver_that_is_reloaded_under_us_is_opened_anew(int code, Link why) {
        try (var node = NvmlNode.of(folder, "h100", 2);
                var calls = node.library().calls()) {
            assertThat(node.backend().scan()).hasSize(2);
            node.library().says("call", "nvmlDeviceGetCount_v2", "@" + code);
            assertDown(node, why);
            node.library().forgets("call", "nvmlDeviceGetCount_v2");
            assertThat(node.after(Duration.ofSeconds(1)).backend().scan()).hasSize(2);
            assertThat(calls.calls("nvmlInit_v2")).isEqualTo(2);
            assertThat(calls.calls("nvmlShutdown")).isEqualTo(1);
        }
    }

    @Test
    void a_driver_that_was_upgraded_is_taken_with_its_new_library() throws IOException, InterruptedException {
        try (var node = NvmlNode.of(folder, "h100", 1)) {
            assertThat(node.gpu(0).device().platform().driverVersion()).isEqualTo("580.95.05");
            node.library().says("call", "nvmlDeviceGetCount_v2", "@18").says("call", "nvmlInit_v2", "@18");
            assertDown(node, Link.VERSION_MISMATCH);
            // The package manager puts another file in its place.
            Files.delete(node.library().library());
            var upgraded = LibraryDouble.ofNvml(folder);
            upgraded.says(NvmlScript.of("h100")).says(NvmlScript.gpus(1)).says("system", "driver", "590.10.01");
            node.advance(Duration.ofSeconds(20));
            assertThat(node.gpu(0).device().platform().driverVersion()).isEqualTo("590.10.01");
        }
    }

    @Test
    void a_lost_gpu_leaves_the_scan_reads_as_lost_and_comes_back_when_nvml_is_opened_anew() {
        try (var node = NvmlNode.of(folder, "h100", 2)) {
            var before = node.gpu(1);
            node.library().says("gpu1", "lost", "@15");
            assertThat(before.read(NvmlNode.ALL).gpu().asked()).containsValue(Absent.LOST);
            assertThat(uuids(node)).containsExactly(NvmlScript.uuid(0));
            assertThat(link(node)).isEqualTo(Link.READY);
            node.library().forgets("gpu1", "lost");
            node.after(Duration.ofSeconds(6));
            assertThat(uuids(node)).containsExactly(NvmlScript.uuid(0), NvmlScript.uuid(1));
            assertThat(power(node.gpu(1).read(NvmlNode.ALL))).isEqualTo(300);
        }
    }

    @Test
    void while_a_gpu_stays_lost_nvml_is_opened_anew_less_and_less_often() {
        try (var node = NvmlNode.of(folder, "h100", 2);
                var calls = node.library().calls()) {
            node.library().says("gpu1", "lost", "@15");
            for (var second = 0; second < 600; second++) {
                node.backend().scan().forEach(gpu -> gpu.read(NvmlNode.ALL));
                node.advance(Duration.ofSeconds(1));
            }
            assertThat(calls.calls("nvmlInit_v2")).isBetween(6L, 9L);
        }
    }

    @Test
    void a_gpu_that_is_added_is_there_when_the_kernel_lists_it() throws IOException {
        try (var node = NvmlNode.of(folder, "h100", 1)) {
            Files.createFile(node.pciDevices().resolve("0000:10:00.0"));
            assertThat(node.backend().scan()).hasSize(1);
            node.library().says(NvmlScript.gpus(2));
            assertThat(node.backend().scan()).as("NVML keeps to what it knows").hasSize(1);
            Files.createFile(node.pciDevices().resolve("0000:11:00.0"));
            assertThat(node.backend().scan()).hasSize(2);
        }
    }

    @ParameterizedTest
    @CsvSource({"nvmlDeviceGetHandleByIndex_v2", "nvmlDeviceGetUUID"})
    void gpus_that_do_not_say_who_they_are_are_counted(String call) {
        try (var node = NvmlNode.of(folder, "h100", 2)) {
            node.library().says("gpu1", call.contains("Handle") ? "handle" : call, "@4");
            assertThat(uuids(node)).containsExactly(NvmlScript.uuid(0));
            assertThat(node.backend().states().getFirst().unidentified()).isEqualTo(1);
            node.library().says("call", call, "@4");
            assertDown(node, Link.NO_PERMISSION);
        }
    }

    @Test
    void a_node_without_gpus_is_no_failure() {
        try (var node = NvmlNode.of(folder, "h100", 0)) {
            assertThat(node.backend().scan()).isEmpty();
            assertThat(link(node)).isEqualTo(Link.READY);
        }
    }

    @Test
    void all_gpus_may_go_and_come_back() throws IOException {
        try (var node = NvmlNode.of(folder, "h100", 2)) {
            Files.createFile(node.pciDevices().resolve("0000:10:00.0"));
            assertThat(node.backend().scan()).hasSize(2);
            node.library().says("system", "gpus", "0");
            Files.delete(node.pciDevices().resolve("0000:10:00.0"));
            assertThat(node.backend().scan()).isEmpty();
            node.library().says("system", "gpus", "2");
            Files.createFile(node.pciDevices().resolve("0000:10:00.0"));
            assertThat(node.backend().scan()).hasSize(2);
        }
    }

    @Test
    void released_it_holds_nothing_and_takes_the_driver_again_after_the_time() {
        try (var node = NvmlNode.of(folder, "h100", 2);
                var calls = node.library().calls()) {
            var reader = node.gpu(0);
            reader.read(NvmlNode.ALL);
            assertThat(node.backend().release(Duration.ofMinutes(1))).isTrue();
            assertThat(calls.held()).isZero();
            assertDown(node, Link.RELEASED);
            assertThat(reader.read(NvmlNode.ALL).gpu().asked().values()).containsOnly(Absent.FAILED);
            assertDown(node.after(Duration.ofSeconds(59)), Link.RELEASED);
            assertThat(node.after(Duration.ofSeconds(2)).backend().scan()).hasSize(2);
        }
    }

    @Test
    void released_it_can_be_told_to_resume_at_once() {
        try (var node = NvmlNode.of(folder, "h100", 1)) {
            node.backend().scan();
            node.backend().release(Duration.ofHours(1));
            assertDown(node, Link.RELEASED);
            node.backend().resume();
            assertThat(node.backend().scan()).hasSize(1);
        }
    }

    @Test
    void a_call_that_does_not_come_back_keeps_nvml_open_and_says_so() throws Exception {
        try (var node = NvmlNode.of(folder, "h100", 2);
                var calls = node.library().calls()) {
            var hanging = node.gpu(0);
            node.library().says("gpu0", "nvmlDeviceGetPowerUsage", "hang");
            var read = hangingRead(hanging, calls);
            assertThat(node.backend().release(Duration.ofMinutes(1))).isFalse();
            assertThat(power(node.gpu(1).read(NvmlNode.ALL)))
                    .as("the other goes on")
                    .isEqualTo(300);
            node.library().forgets("gpu0", "nvmlDeviceGetPowerUsage");
            assertThat(power(read.get())).isEqualTo(300);
            assertThat(node.backend().release(Duration.ofMinutes(1))).isTrue();
        }
    }

    @Test
    void who_waits_for_a_hanging_call_holds_up_nobody_else() throws Exception {
        try (var node = NvmlNode.of(folder, "h100", 2);
                var calls = node.library().calls()) {
            var hanging = node.gpu(0);
            var other = node.gpu(1);
            node.library().says("gpu0", "nvmlDeviceGetPowerUsage", "hang");
            var read = hangingRead(hanging, calls);
            var release = begun(() -> node.backend().release(Duration.ofMinutes(1)));
            var reads = 0;
            while (!release.isDone()) {
                assertThat(power(other.read(NvmlNode.ALL))).isEqualTo(300);
                reads++;
            }
            assertThat(release.get()).isFalse();
            assertThat(reads).as("in the second for which it waits").isGreaterThan(10);
            node.library().forgets("gpu0", "nvmlDeviceGetPowerUsage");
            read.get();
        }
    }

    @Test
    void closing_does_not_wait_for_a_call_that_does_not_come_back() throws Exception {
        try (var node = NvmlNode.of(folder, "h100", 1);
                var calls = node.library().calls()) {
            var hanging = node.gpu(0);
            node.library().says("gpu0", "nvmlDeviceGetPowerUsage", "hang");
            var read = hangingRead(hanging, calls);
            node.backend().close();
            node.library().forgets("gpu0", "nvmlDeviceGetPowerUsage");
            assertThat(power(read.get())).isEqualTo(300);
        }
    }

    @Test
    void closed_it_has_given_everything_back() throws InterruptedException {
        try (var node = NvmlNode.of(folder, "h100", 8);
                var calls = node.library().calls()) {
            node.secondRead(0);
            node.backend().awaitEvent(Duration.ofMillis(1));
            assertThat(calls.held()).isGreaterThan(3);
            node.backend().close();
            assertThat(calls.held()).isZero();
        }
    }

    /// A read that is inside the library.
    private static FutureTask<Sample> hangingRead(Gpu gpu, CallLog calls) {
        var read = begun(() -> gpu.read(NvmlNode.ALL));
        while (calls.inside() == 0) {
            Thread.onSpinWait();
        }
        return read;
    }

    private static <T> FutureTask<T> begun(Callable<T> call) {
        var task = new FutureTask<>(call);
        Thread.ofPlatform().daemon().start(task);
        return task;
    }

    private static List<String> uuids(NvmlNode node) {
        return node.backend().scan().stream()
                .map(Gpu::device)
                .map(device -> device.uuid())
                .toList();
    }

    private static double power(Sample sample) {
        return sample.gpu().value(Quantity.POWER).orElse(-1);
    }
}
