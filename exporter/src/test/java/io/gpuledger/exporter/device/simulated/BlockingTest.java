package io.gpuledger.exporter.device.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.exporter.device.Quantity;
import io.gpuledger.exporter.device.Reading;
import io.gpuledger.exporter.device.Reading.Absent;
import io.gpuledger.exporter.device.Sample;
import io.gpuledger.exporter.device.Xid;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(600)
class BlockingTest {
    @Test
    void a_gpu_that_hangs_holds_up_nobody_else_until_its_time_is_over() throws Exception {
        try (var bench = new Bench(Scenario.builtIn("hang"), Bench.SEED)) {
            bench.clock.setSeconds(20);
            var hung = new HungRead(bench);
            assertThat(bench.backend.scan()).hasSize(2);
            assertThat(bench.reading(0, Quantity.POWER)).isInstanceOf(Reading.Value.class);
            bench.inject("xid 1 31");
            assertThat(bench.xids()).hasSize(1);
            assertThat(hung.isDone()).isFalse();

            bench.clock.setSeconds(40);
            assertThat(hung.get().gpu().of(Quantity.POWER)).isInstanceOf(Reading.Value.class);
        }
    }

    @Test
    void a_hang_is_not_interrupted_but_released() throws Exception {
        try (var bench = new Bench("gpu h100 idle\ngpu h100 idle")) {
            bench.inject("hang 1");
            bench.clock.set(Duration.ofDays(1));
            var hung = new HungRead(bench);
            hung.thread.interrupt();
            hung.untilWaiting();
            assertThat(hung.isDone()).isFalse();

            bench.inject("release 1");
            assertThat(hung.get().gpu().of(Quantity.POWER)).isInstanceOf(Reading.Value.class);
            assertThat(hung.interrupted).isCompletedWithValue(true);
        }
    }

    @Test
    void closing_the_backend_ends_a_hang() throws Exception {
        var bench = new Bench("gpu h100 idle\ngpu h100 idle");
        bench.inject("hang 1");
        var hung = new HungRead(bench);
        bench.close();
        assertThat(hung.get().gpu().asked().values()).containsOnly(Absent.FAILED);
    }

    @Test
    void whoever_waits_for_an_xid_gets_it_when_the_clock_reaches_it() throws Exception {
        try (var bench = new Bench("gpu h100 idle\nat 10s xid 0 31")) {
            var waiter = new FutureTask<>(() -> bench.backend.awaitEvent(Duration.ofSeconds(50)));
            untilWaiting(Thread.ofPlatform().start(waiter));
            bench.clock.setSeconds(10);
            assertThat(waiter.get()).map(event -> ((Xid) event).number()).hasValue(31);
        }
    }

    @Test
    void whoever_waits_for_an_xid_gets_one_that_is_injected() throws Exception {
        try (var bench = new Bench("gpu h100 idle")) {
            var waiter = new FutureTask<>(() -> bench.backend.awaitEvent(Duration.ofSeconds(50)));
            untilWaiting(Thread.ofPlatform().start(waiter));
            bench.inject("xid 0 43");
            assertThat(waiter.get()).map(event -> ((Xid) event).number()).hasValue(43);
        }
    }

    @Test
    void waiting_for_an_xid_ends_empty_after_its_time_and_when_the_backend_is_closed() throws Exception {
        var bench = new Bench("gpu h100 idle");
        assertThat(bench.backend.awaitEvent(Duration.ofMillis(1))).isEmpty();
        var waiter = new FutureTask<>(() -> bench.backend.awaitEvent(Duration.ofSeconds(50)));
        untilWaiting(Thread.ofPlatform().start(waiter));
        bench.close();
        assertThat(waiter.get()).isEmpty();
    }

    private static void untilWaiting(Thread thread) {
        while (thread.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
    }

    /// This reads GPU 1 in a thread of its own, and waits until the read has begun.
    private static final class HungRead {
        final CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        final Thread thread;
        private final FutureTask<Sample> task;

        HungRead(Bench bench) {
            var gpu = bench.gpu(1);
            task = new FutureTask<>(() -> {
                Sample sample = gpu.read(Bench.ALL);
                interrupted.complete(Thread.interrupted());
                return sample;
            });
            thread = Thread.ofPlatform().start(task);
            untilWaiting();
        }

        void untilWaiting() {
            BlockingTest.untilWaiting(thread);
        }

        boolean isDone() {
            return task.isDone();
        }

        Sample get() throws InterruptedException, ExecutionException {
            return task.get();
        }
    }
}
