package io.gpuledger.analyzer.scrape;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.gate.EndOfThread;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceLock;

@Timeout(60)
class TickerTest {
    private static final Duration SHORT = Duration.ofMillis(1);

    @ResourceLock(EndOfThread.PROGRAM)
    @Test
    void the_program_ends_when_the_thread_does() throws InterruptedException {
        try (var end = new EndOfThread();
                var ticker = new Ticker<String>((_, _) -> {
                    throw new OutOfMemoryError("of the test");
                })) {
            ticker.add("page", Duration.ZERO, SHORT);
            ticker.start();
            end.awaitTold();
        }
    }

    @ResourceLock(EndOfThread.PROGRAM)
    @Test
    void what_cannot_begin_is_due_again() throws InterruptedException {
        var begun = new CountDownLatch(3);
        try (var end = new EndOfThread();
                var ticker = new Ticker<String>((_, _) -> {
                    begun.countDown();
                    throw new IllegalStateException("of the test");
                })) {
            ticker.add("page", Duration.ZERO, SHORT);
            ticker.start();
            assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
            assertThat(end.isTold()).isFalse();
        }
    }
}
