package io.gpuledger.analyzer.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.gate.Machine;
import org.junit.jupiter.api.Test;

/// The short form of `measure.sh team`: times are asked, and not asserted.
class TeamsWeekTest {
    @Test
    void a_team_s_week_is_all_that_it_held() throws Exception {
        var team = new TeamsWeek(80, 14, 2, 3);
        var result = team.result();
        System.out.print(team.text(Machine.here().text(), result));
        assertThat(result.entries()).isEqualTo(14 * 24 * (8 + 8 + 64 * 2));
        assertThat(result.last().workloads()).isNotEmpty();
    }
}
