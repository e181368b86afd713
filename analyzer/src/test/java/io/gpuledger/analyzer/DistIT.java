package io.gpuledger.analyzer;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.gate.PackagedDist;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class DistIT extends PackagedDist {
    private static final Pattern HEAP = Pattern.compile("MaxHeapSize += (\\d+)");

    DistIT() {
        super("gpu-analyzer");
    }

    @Test
    void its_heap_is_a_quarter_of_the_memory_and_never_more_than_100_000_gpus_need() throws InterruptedException {
        try (var program = version(Map.of("JAVA_OPTS", "-XX:+PrintFlagsFinal"))) {
            assertThat(program.exitCode()).isZero();
            var heap = HEAP.matcher(program.output());
            assertThat(heap.find()).isTrue();
            assertThat(Long.parseLong(heap.group(1))).isLessThanOrEqualTo(1_700L << 20);
        }
    }
}
