package io.gpuledger.simulator.page;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LinksTest {
    @Test
    void packets_that_are_sent_again_are_counted_one_by_one() {
        var script = """
            node n h100 2
            pcie-replays n/0 30 a-minute from 10m to 20m
            """;
        var ours = ScriptedPages.ours(script);

        assertThat(ours.at(601, "gpu_pcie_replays_total")).containsExactly("0", "0");
        assertThat(ours.at(602, "gpu_pcie_replays_total")).containsExactly("1", "0");
        assertThat(ours.at(900, "gpu_pcie_replays_total")).containsExactly("150", "0");
        assertThat(ours.at(2000, "gpu_pcie_replays_total")).containsExactly("300", "0");
        assertThat(ScriptedPages.theirs(script).at(900, "DCGM_FI_DEV_PCIE_REPLAY_COUNTER"))
                .containsExactly("150", "0");
    }

    @Test
    void a_link_has_fewer_lanes_or_the_speed_of_an_earlier_generation_than_the_others() {
        var pages = ScriptedPages.ours("""
            node n h100 2
            pcie-lanes n/0 8 from 10m to 20m
            pcie-generation n/1 3 from 10m to 20m
            """);

        assertThat(pages.at(600, "gpu_pcie_link_width")).containsExactly("16", "16");
        assertThat(pages.at(900, "gpu_pcie_link_width")).containsExactly("8", "16");
        assertThat(pages.at(900, "gpu_pcie_link_generation")).containsExactly("5", "3");
        assertThat(pages.at(1201, "gpu_pcie_link_width")).containsExactly("16", "16");
        assertThat(pages.at(1201, "gpu_pcie_link_generation")).containsExactly("5", "5");
        assertThat(ScriptedPages.ours("node n h100 2").page(900)).noneMatch(line -> line.startsWith("gpu_pcie_link_"));
    }

    @Test
    void one_nvlink_is_down_and_the_others_are_up() {
        var pages = ScriptedPages.ours("""
            node n a100 2
            nvlink-down n/0 4 from 10m to 20m
            """);

        assertThat(pages.at(600, "gpu_nvlink_up")).hasSize(24).containsOnly("1");
        assertThat(pages.at(900, "gpu_nvlink_up", "link=\"4\"")).containsExactly("0", "1");
        assertThat(pages.at(900, "gpu_nvlink_up", "link=\"5\"")).containsExactly("1", "1");
        assertThat(pages.at(1201, "gpu_nvlink_up")).hasSize(24).containsOnly("1");
    }

    @Test
    void errors_on_nvlinks_are_counted_by_kind() {
        var pages = ScriptedPages.ours("""
            node n h100 1
            nvlink-errors n/0 crc 5 a-second from 10m to 20m
            nvlink-errors n/0 replay 1 a-second from 10m to 11m
            nvlink-errors n/0 recovery 2 a-second from 10m to 10m10s
            """);

        assertThat(pages.at(600, "gpu_nvlink_errors_total")).containsOnly("0");
        assertThat(pages.at(900, "gpu_nvlink_errors_total", "kind=\"crc\"")).containsExactly("1500");
        assertThat(pages.at(900, "gpu_nvlink_errors_total", "kind=\"replay\"")).containsExactly("60");
        assertThat(pages.at(900, "gpu_nvlink_errors_total", "kind=\"recovery\""))
                .containsExactly("20");
    }

    @Test
    void a_gpu_has_not_joined_the_fabric() {
        var pages = ScriptedPages.ours("""
            node n h100 2
            unjoined n/1 from 10m to 20m
            """);

        assertThat(pages.at(600, "gpu_fabric_state")).containsExactly("3", "3");
        assertThat(pages.at(900, "gpu_fabric_state")).containsExactly("3", "2");
        assertThat(pages.at(1201, "gpu_fabric_state")).containsExactly("3", "3");
        assertThat(ScriptedPages.ours("node n h100 2").at(900, "gpu_fabric_state"))
                .isEmpty();
    }
}
