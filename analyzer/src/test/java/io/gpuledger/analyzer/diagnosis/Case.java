package io.gpuledger.analyzer.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

/// A case from a project's documentation: what there is in a cluster, and what is said of the pod that was named first.
///
/// @param source where the project says that it is so, in words
record Case(String source, World world, Blocker blocker, String why) {
    void holds() {
        var verdict = world.verdict();
        assertThat(verdict.why()).isEqualTo(why);
        assertThat(verdict.blocker()).isEqualTo(blocker);
    }

    @Override
    public String toString() {
        return source;
    }
}
