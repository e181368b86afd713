package io.gpuledger.exporter.sampler;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.exporter.sampler.CallThread.Answer.Done;
import io.gpuledger.exporter.sampler.CallThread.Answer.Failed;
import io.gpuledger.exporter.sampler.CallThread.Answer.Late;
import io.gpuledger.exporter.sampler.CallThread.Straggler;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CallThreadTest {
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final CallThread<String> thread = new CallThread<>("test", PATIENCE);
    private final CountDownLatch release = new CountDownLatch(1);

    @AfterEach
    void close() {
        release.countDown();
        thread.close();
    }

    private static long in(Duration time) {
        return System.nanoTime() + time.toNanos();
    }

    private String hang() throws InterruptedException {
        release.await();
        return "too late";
    }

    /// Waits until the call that is out has come back.
    private CallThread.Straggler<String> straggler() throws InterruptedException {
        var deadline = in(PATIENCE);
        var straggler = thread.straggler();
        while (straggler.isEmpty() && System.nanoTime() < deadline) {
            Thread.onSpinWait();
            straggler = thread.straggler();
        }
        return straggler.orElseThrow();
    }

    @Test
    void brings_what_the_call_returned() throws InterruptedException {
        thread.begin(() -> "answer");
        assertThat(thread.await(in(PATIENCE))).isEqualTo(new Done<>("answer"));
        assertThat(thread.straggler()).isEmpty();
    }

    @Test
    void brings_what_the_call_threw() throws InterruptedException {
        var thrown = new IllegalStateException("no driver");
        thread.begin(() -> {
            throw thrown;
        });
        assertThat(thread.await(in(PATIENCE))).isEqualTo(new Failed<>(thrown));
    }

    @Test
    void what_came_late_is_a_straggler() throws InterruptedException {
        thread.begin(this::hang);
        assertThat(thread.await(in(Duration.ofMillis(1)))).isInstanceOf(Late.class);
        release.countDown();
        assertThat(straggler()).isEqualTo(new Straggler<>(new Done<>("too late"), false));
    }

    @Test
    void while_a_call_is_out_no_other_is_begun_and_nobody_waits() throws InterruptedException {
        var others = new AtomicInteger();
        thread.begin(this::hang);
        assertThat(thread.await(in(Duration.ofMillis(1)))).isInstanceOf(Late.class);

        thread.begin(() -> "number " + others.incrementAndGet());
        // Were it waited for, this test would take as long.
        assertThat(thread.await(in(Duration.ofDays(1)))).isInstanceOf(Late.class);
        assertThat(others).hasValue(0);

        release.countDown();
        assertThat(straggler()).isEqualTo(new Straggler<>(new Done<>("too late"), true));
        thread.begin(() -> "number " + others.incrementAndGet());
        assertThat(thread.await(in(PATIENCE))).isEqualTo(new Done<>("number 1"));
    }

    @Test
    void an_overdue_answer_is_never_taken_for_that_of_the_call_after_it() throws InterruptedException {
        thread.begin(this::hang);
        thread.await(in(Duration.ofMillis(1)));
        thread.begin(() -> "another");
        release.countDown();
        for (var look = 0; look < 1000; look++) {
            assertThat(thread.await(in(PATIENCE))).isInstanceOf(Late.class);
        }
    }

    @Test
    void what_came_back_while_nobody_could_be_called_is_overdue_too() throws InterruptedException {
        thread.begin(this::hang);
        thread.await(in(Duration.ofMillis(1)));
        thread.missed();
        release.countDown();
        assertThat(straggler()).isEqualTo(new Straggler<>(new Done<>("too late"), true));
    }

    @Test
    void who_fails_slowly_is_not_waited_for_either() throws InterruptedException {
        try (var slow = new CallThread<String>("slow", Duration.ZERO)) {
            var thrown = new IllegalStateException("at last");
            slow.begin(() -> {
                throw thrown;
            });
            assertThat(slow.await(in(PATIENCE))).isEqualTo(new Failed<>(thrown));
            slow.begin(this::hang);
            assertThat(slow.await(in(Duration.ofDays(1)))).isInstanceOf(Late.class);
        }
    }

    @Test
    void who_was_slow_is_not_waited_for_until_it_has_been_quick() throws InterruptedException {
        try (var slow = new CallThread<String>("slow", Duration.ZERO)) {
            slow.begin(() -> "slower than nothing");
            assertThat(slow.await(in(PATIENCE))).isEqualTo(new Done<>("slower than nothing"));
            slow.begin(this::hang);
            assertThat(slow.await(in(Duration.ofDays(1)))).isInstanceOf(Late.class);
        }
    }
}
