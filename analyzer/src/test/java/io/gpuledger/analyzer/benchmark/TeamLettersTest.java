package io.gpuledger.analyzer.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.gate.Machine;
import org.junit.jupiter.api.Test;

/// The short form of `measure.sh letters`: times are asked, and not asserted.
class TeamLettersTest {
    @Test
    void letters_rest_on_all_hours_of_all_workloads_of_all_teams() throws Exception {
        var letters = new TeamLetters(200, 6, 10);
        var result = letters.result();
        System.out.print(letters.text(Machine.here().text(), result));
        assertThat(result.workloads()).isEqualTo(6 * 10);
        assertThat(result.hours()).isEqualTo(6 * 10 * 14 * 24);
    }

    @Test
    void of_a_team_with_many_workloads_each_is_read_once() throws Exception {
        var result = new TeamLetters(200, 1, 120).result();
        assertThat(result.workloads()).isEqualTo(120);
        assertThat(result.hours()).isEqualTo(120 * 14 * 24);
    }
}
