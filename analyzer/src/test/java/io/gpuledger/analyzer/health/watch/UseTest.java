package io.gpuledger.analyzer.health.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.telemetry.Field;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What hangs, by what an H200 was measured to say of itself while programs of which it is known what they did ran on
/// it (docs/real-gpu.md).
class UseTest {
    /// A GPU that says of each second what the measured one said.
    private static WatchedGpu saying(
            double busy, double engine, double multiprocessors, double tensor, double memory, double watts) {
        return new WatchedGpu()
                .counts(Field.BUSY_SECONDS, busy)
                .counts(Field.ENGINE_ACTIVE_SECONDS, engine)
                .counts(Field.SM_ACTIVE_SECONDS, multiprocessors)
                .counts(Field.TENSOR_ACTIVE_SECONDS, tensor)
                .counts(Field.DRAM_ACTIVE_SECONDS, memory)
                .says(Field.POWER_WATTS, watts);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "a kernel of one block that spins,  0.994,  0.9997, 0.0076, 0, 0, 123",
        "a kernel of 24 blocks that spins,  0.9935, 0.9997, 0.1817, 0, 0, 148"
    })
    void a_kernel_that_waits_for_ever_hangs(
            String what,
            double busy,
            double engine,
            double multiprocessors,
            double tensor,
            double memory,
            double watts) {
        var told = saying(busy, engine, multiprocessors, tensor, memory, watts)
                .minutes(60)
                .told();
        assertThat(told).as(what).contains("hung ");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "products in bfloat16,              0.9899, 0.9952, 0.9607, 0.9325, 0.1725, 691",
        "the same for half of the time,     0.4895, 0.4948, 0.404,  0.392,  0.0901, 437",
        "copies within memory,              0.99,   0.9958, 0.9935, 0,      0.8867, 479",
        "copies from the host,              0.9845, 0.0001, 0,      0,      0.0114, 131",
        "copies to the host,                0.9899, 0.0001, 0,      0,      0.0115, 133",
        "products in single precision,      0.99,   0.9973, 0.9663, 0,      0.0472, 683",
        "products in double precision,      0.99,   0.9954, 0.9812, 0.9665, 0.1119, 699",
        "109 thousand small kernels,        0.2338, 0.2394, 0.0011, 0,      0,      123"
    })
    void what_works_does_not_hang(
            String what,
            double busy,
            double engine,
            double multiprocessors,
            double tensor,
            double memory,
            double watts) {
        var told = saying(busy, engine, multiprocessors, tensor, memory, watts)
                .minutes(180)
                .told();
        assertThat(told).as(what).doesNotContain("hung ");
    }

    @Test
    void what_reads_memory_or_uses_tensor_cores_does_not_hang_however_few_multiprocessors_it_has() {
        var seed = new Random().nextLong();
        System.out.println("UseTest: seed " + seed);
        var random = new Random(seed);
        for (var each = 0; each < 50; each++) {
            var few = random.nextDouble(0.03, 0.33);
            var works = random.nextDouble(0.003, few);
            var isMemory = random.nextBoolean();
            var gpu = saying(0.99, 0.99, few, isMemory ? 0 : works, isMemory ? works : 0, 200);
            assertThat(gpu.minutes(60).told())
                    .as("%.3f of the multiprocessors, %.3f", few, works)
                    .doesNotContain("hung ");
        }
    }

    @Test
    void whose_memory_and_tensor_cores_nobody_tells_of_hangs_only_where_multiprocessors_are_still() {
        for (var part : List.of(0.18, 0.01)) {
            var gpu = new WatchedGpu()
                    .counts(Field.BUSY_SECONDS, 1)
                    .counts(Field.SM_ACTIVE_SECONDS, part)
                    .says(Field.POWER_WATTS, 148);
            assertThat(gpu.minutes(60).told().contains("hung ")).isEqualTo(part < 0.02);
        }
    }
}
