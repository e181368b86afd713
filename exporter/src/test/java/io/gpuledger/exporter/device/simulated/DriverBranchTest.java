package io.gpuledger.exporter.device.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DriverBranchTest {
    @Test
    void a_driver_supports_what_its_branch_came_with() {
        assertThat(DriverBranch.cudaVersion("580.65.06")).contains("13.0");
        assertThat(DriverBranch.cudaVersion("570.124.06")).contains("12.8");
        assertThat(DriverBranch.cudaVersion("535")).contains("12.2");
    }

    @Test
    void of_a_branch_that_is_not_known_nothing_is_said() {
        assertThat(DriverBranch.cudaVersion("999.10")).isEmpty();
        assertThat(DriverBranch.cudaVersion("none")).isEmpty();
    }
}
