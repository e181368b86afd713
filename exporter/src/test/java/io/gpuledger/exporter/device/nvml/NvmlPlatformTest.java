package io.gpuledger.exporter.device.nvml;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.exporter.device.Device.Platform;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The driver tells which VBIOS, driver and CUDA a GPU runs on, and whether its memory is checked for errors.
class NvmlPlatformTest {
    @TempDir
    private Path folder;

    private static Platform platform(NvmlNode node) {
        return node.gpu(0).device().platform();
    }

    @Test
    void a_gpu_says_what_it_runs_on() {
        try (var node = NvmlNode.of(folder, "h100", 1)) {
            assertThat(platform(node))
                    .isEqualTo(new Platform(
                            Optional.of("96.00.74.00.01"), "580.95.05", Optional.of("13.0"), Optional.of(true)));
        }
    }

    @Test
    void where_cuda_is_not_installed_the_driver_says_which_it_came_with() {
        try (var node = NvmlNode.of(folder, "b200", 1)) {
            assertThat(platform(node).cudaVersion()).contains("13.0");
        }
    }

    @Test
    void cuda_that_is_installed_goes_before_the_one_that_the_driver_came_with() {
        try (var node = NvmlNode.of(folder, "a100", 1)) {
            node.library().says("system", "cuda", "11040");
            assertThat(platform(node).cudaVersion()).contains("12.2");
        }
    }

    @Test
    void a_mode_that_waits_for_a_reset_is_not_the_one_of_now() {
        try (var node = NvmlNode.of(folder, "rtx4090", 1)) {
            node.library().says("gpu0", "ecc_pending", "1");
            assertThat(platform(node).ecc()).contains(false);
        }
    }

    @Test
    void what_the_gpu_does_not_have_is_absent() {
        try (var node = NvmlNode.of(folder, "h100", 1)) {
            node.library().forgets("gpu*", "field.1").forgets("gpu*", "vbios").forgets("system", "libcuda");
            assertThat(platform(node))
                    .isEqualTo(new Platform(Optional.empty(), "580.95.05", Optional.empty(), Optional.empty()));
        }
    }

    @Test
    void what_an_older_library_cannot_say_is_absent() throws IOException {
        try (var node = NvmlNode.of(folder, "h100", 1)) {
            node.library()
                    .without(List.of(
                            "nvmlSystemGetCudaDriverVersion_v2",
                            "nvmlSystemGetCudaDriverVersion",
                            "nvmlDeviceGetEccMode"));
            assertThat(platform(node))
                    .isEqualTo(new Platform(
                            Optional.of("96.00.74.00.01"), "580.95.05", Optional.empty(), Optional.empty()));
        }
    }

    @Test
    void it_is_asked_once_and_not_by_each_scan() {
        try (var node = NvmlNode.of(folder, "h100", 2);
                var calls = node.library().calls()) {
            for (var second = 0; second < 60; second++) {
                node.backend().scan().forEach(gpu -> gpu.read(NvmlNode.ALL));
                node.after(Duration.ofSeconds(1));
            }
            assertThat(calls.calls("nvmlDeviceGetEccMode")).isEqualTo(2);
            assertThat(calls.calls("nvmlSystemGetCudaDriverVersion_v2")).isOne();
            assertThat(calls.calls("nvmlSystemGetCudaDriverVersion")).isZero();
        }
    }

    @Test
    void a_gpu_that_was_reset_is_asked_again() {
        try (var node = NvmlNode.of(folder, "h100", 1)) {
            assertThat(platform(node).ecc()).contains(true);
            assertThat(node.backend().release(Duration.ofMinutes(1))).isTrue();
            node.library().says("gpu*", "field.1", "0");
            node.backend().resume();
            assertThat(platform(node).ecc()).contains(false);
        }
    }
}
