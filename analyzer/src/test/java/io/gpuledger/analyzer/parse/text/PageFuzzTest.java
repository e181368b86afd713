package io.gpuledger.analyzer.parse.text;

import org.junit.jupiter.api.Test;

class PageFuzzTest {
    @Test
    void whatever_a_page_is_and_was_before_it_is_read_as_by_the_plain_parser() {
        var seed = System.nanoTime();
        System.out.println("PageFuzz seed " + seed);

        PageFuzz.run(500, seed);
    }
}
