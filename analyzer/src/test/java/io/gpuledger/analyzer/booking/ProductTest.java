package io.gpuledger.analyzer.booking;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProductTest {
    @ParameterizedTest
    @CsvSource({
        "NVIDIA-H100-80GB-HBM3, NVIDIA H100 80GB HBM3",
        "NVIDIA-H100-80GB-HBM3-MIG-1g.10gb, NVIDIA H100 80GB HBM3",
        "NVIDIA-A100-SXM4-40GB, NVIDIA A100-SXM4-40GB",
        "NVIDIA-A100-SXM4-40GB-MIG-1g.5gb-SHARED, NVIDIA A100-SXM4-40GB",
        "NVIDIA-A100-PCIE-40GB, NVIDIA A100-PCIE-40GB",
        "NVIDIA-H100-PCIe, NVIDIA H100 PCIe",
        "Tesla-V100-SXM2-16GB, Tesla V100-SXM2-16GB",
        "Tesla-T4-SHARED, Tesla T4",
        "NVIDIA-L40S, NVIDIA L40S",
    })
    void a_label_names_what_the_devices_call_themselves(String label, String product) {
        assertThat(Product.ofLabel(label)).isEqualTo(product);
    }
}
