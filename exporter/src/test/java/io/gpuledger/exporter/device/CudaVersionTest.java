package io.gpuledger.exporter.device;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CudaVersionTest {
    @Test
    void a_number_is_a_major_and_a_minor_version() {
        assertThat(CudaVersion.of(13_000)).contains("13.0");
        assertThat(CudaVersion.of(12_080)).contains("12.8");
        assertThat(CudaVersion.of(9_020)).contains("9.2");
    }

    @Test
    void what_is_less_than_the_first_version_is_none() {
        assertThat(CudaVersion.of(0)).isEmpty();
        assertThat(CudaVersion.of(-1)).isEmpty();
    }
}
