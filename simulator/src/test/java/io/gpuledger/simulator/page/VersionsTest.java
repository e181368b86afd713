package io.gpuledger.simulator.page;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class VersionsTest {
    @Test
    void a_node_has_another_driver_for_a_while() {
        var script = """
            node n h100 2
            driver n 570.86.15 from 10m to 20m
            """;
        var ours = ScriptedPages.ours(script);
        var theirs = ScriptedPages.theirs(script);

        assertThat(ours.at(600, "gpu_info", "driver_version=\"580.65.06\"")).hasSize(2);
        assertThat(ours.at(600, "gpu_info", "cuda_version=\"13.0\"")).hasSize(2);
        assertThat(ours.at(601, "gpu_info", "driver_version=\"570.86.15\"")).hasSize(2);
        assertThat(ours.at(601, "gpu_info", "cuda_version=\"12.8\"")).hasSize(2);
        assertThat(ours.at(601, "gpu_info", "driver_version=\"580.65.06\"")).isEmpty();
        assertThat(ours.at(1201, "gpu_info", "driver_version=\"580.65.06\"")).hasSize(2);
        assertThat(theirs.at(601, "DCGM_FI_DEV_GPU_TEMP", "DCGM_FI_DRIVER_VERSION=\"570.86.15\""))
                .hasSize(2);
    }

    @Test
    void a_gpu_has_another_vbios_than_the_others() {
        var pages = ScriptedPages.ours("""
            node n h100 2
            vbios n/1 96.00.99.00.01 from 10m to 20m
            """);

        assertThat(pages.at(600, "gpu_info", "vbios=\"96.00.99.00.01\"")).isEmpty();
        assertThat(pages.at(601, "gpu_info", "vbios=\"96.00.99.00.01\"")).hasSize(1);
        assertThat(pages.at(601, "gpu_info", "vbios=\"96.00.74.00.01\"")).hasSize(1);
        assertThat(pages.at(1201, "gpu_info", "vbios=\"96.00.74.00.01\"")).hasSize(2);
    }

    @Test
    void a_driver_without_an_end_stays() {
        var pages = ScriptedPages.ours("""
            node n h100 1
            driver n 570.86.15 from 10m
            lost n/0 from 20m to 30m
            """);

        assertThat(pages.at(600, "gpu_info", "driver_version=\"570.86.15\"")).isEmpty();
        assertThat(pages.at(1500, "gpu_info", "driver_version=\"570.86.15\"")).hasSize(1);
        assertThat(pages.at(86_400, "gpu_info", "driver_version=\"570.86.15\"")).hasSize(1);
    }

    @Test
    void errors_of_a_memory_are_not_corrected_for_a_while() {
        var pages = ScriptedPages.ours("""
            node n h100 2
            ecc-off n/1 from 10m to 20m
            """);

        assertThat(pages.at(600, "gpu_info", "ecc=\"enabled\"")).hasSize(2);
        assertThat(pages.at(600, "gpu_ecc_enabled")).containsExactly("1", "1");
        assertThat(pages.at(601, "gpu_info", "ecc=\"enabled\"")).hasSize(1);
        assertThat(pages.at(601, "gpu_info", "ecc=\"disabled\"")).hasSize(1);
        assertThat(pages.at(601, "gpu_ecc_enabled")).containsExactly("1", "0");
        assertThat(pages.at(1201, "gpu_info", "ecc=\"enabled\"")).hasSize(2);
        assertThat(pages.at(1201, "gpu_ecc_enabled")).containsExactly("1", "1");
    }
}
