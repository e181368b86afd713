package io.gpuledger.service;

import io.gpuledger.gate.Arrows;
import org.junit.jupiter.api.Test;

class DependencyTest {
    static final Arrows ARROWS = Arrows.of("io.gpuledger.service", """
        Main ->
        """);

    @Test
    void the_arrows_hold() {
        ARROWS.verify();
    }
}
