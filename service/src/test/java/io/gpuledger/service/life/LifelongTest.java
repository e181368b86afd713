package io.gpuledger.service.life;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.gate.EndOfThread;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Isolated
@Timeout(60)
class LifelongTest {
    private static Stream<BiFunction<String, Runnable, Thread>> kinds() {
        return Stream.of(Lifelong::platform, Lifelong::virtual);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void the_program_is_told_when_something_leaves_a_thread(BiFunction<String, Runnable, Thread> kind)
            throws InterruptedException {
        try (var end = new EndOfThread()) {
            kind.apply("worker", () -> {
                        throw new OutOfMemoryError("of the test");
                    })
                    .start();
            end.awaitTold();
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void a_thread_that_returns_has_done_what_it_was_there_for(BiFunction<String, Runnable, Thread> kind)
            throws InterruptedException {
        try (var end = new EndOfThread()) {
            var quiet = kind.apply("worker", () -> {});
            quiet.start();
            quiet.join();
            assertThat(end.isTold()).isFalse();
        }
    }

    @Test
    void where_memory_runs_out_any_thread_will_do() throws InterruptedException {
        try (var end = new EndOfThread()) {
            var other = Thread.ofPlatform().start(() -> {
                throw new IllegalStateException("of the test");
            });
            other.join();
            assertThat(end.isTold()).isFalse();
            Thread.ofPlatform().start(() -> {
                throw new OutOfMemoryError("of the test");
            });
            end.awaitTold();
        }
    }
}
