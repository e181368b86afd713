package io.gpuledger.analyzer.benchmark;

import io.gpuledger.gate.Golden;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class SizesTest {
    @Test
    void what_a_fleet_needs_stands_in_the_docs_as_it_is_reckoned() {
        Golden.section(Path.of("docs/scaling.md"), "sizes").matches(Sizes.table());
    }
}
