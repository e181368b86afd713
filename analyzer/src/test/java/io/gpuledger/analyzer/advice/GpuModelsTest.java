package io.gpuledger.analyzer.advice;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GpuModelsTest {
    @ParameterizedTest
    @CsvSource({
        "Tesla V100-SXM2-16GB, 125, ''",
        "Tesla T4, 65, ''",
        "NVIDIA A100-SXM4-40GB, 312, 7g.40gb",
        "NVIDIA A100 80GB PCIe, 312, 7g.80gb",
        "NVIDIA A30, 165, 4g.24gb",
        "NVIDIA L40S, 362, ''",
        "NVIDIA H100 80GB HBM3, 989, 7g.80gb",
        "NVIDIA H100 NVL, 835, 7g.94gb",
        "NVIDIA GH200 480GB, 989, 7g.96gb",
        "NVIDIA GH200 144G HBM3e, 989, 7g.144gb",
        "NVIDIA H200 NVL, 835, 7g.141gb",
        "NVIDIA B200, 2250, 7g.180gb",
        "NVIDIA GB200, 2500, 7g.186gb"
    })
    void gpus_are_known_by_the_names_that_they_call_themselves(String name, double tensor, String whole) {
        var model = GpuModels.of(name).orElseThrow();
        assertThat(model.tensor()).isEqualTo(tensor);
        assertThat(model.whole().map(MigProfile::name).orElse("")).isEqualTo(whole);
    }

    @ParameterizedTest
    @CsvSource({"NVIDIA A1000", "AMD Instinct MI300X", "NVIDIA H100", "''"})
    void others_are_not_taken_for_one_of_these(String name) {
        assertThat(GpuModels.of(name)).isEqualTo(Optional.empty());
    }

    @Test
    void profiles_are_no_larger_than_their_gpu_and_named_by_their_slices() {
        for (var model : GpuModels.all()) {
            model.profiles().forEach(profile -> {
                assertThat(profile.name()).startsWith(profile.computeSlices() + "g.");
                var whole = model.whole().orElseThrow();
                assertThat(profile.computeSlices()).isLessThanOrEqualTo(whole.computeSlices());
                assertThat(profile.memorySlices()).isLessThanOrEqualTo(whole.memorySlices());
            });
        }
    }
}
