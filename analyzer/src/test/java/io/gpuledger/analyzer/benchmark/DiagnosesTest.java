package io.gpuledger.analyzer.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// The short form of `measure.sh fit`: times are asked, and not asserted.
class DiagnosesTest {
    @Test
    void pods_are_held_against_all_nodes() {
        var result = new Diagnoses(200, 40).measure();
        assertThat(result.groups()).isGreaterThan(40);
        assertThat(Diagnoses.text("a machine", result)).contains("40 pods on 200 nodes");
    }
}
