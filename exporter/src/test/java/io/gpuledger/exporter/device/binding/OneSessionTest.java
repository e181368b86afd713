package io.gpuledger.exporter.device.binding;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(600)
class OneSessionTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final AtomicLong nanos = new AtomicLong();
    private final AtomicBoolean hangs = new AtomicBoolean();
    private final AtomicLong ended = new AtomicLong();
    private final AtomicLong noticed = new AtomicLong();
    private final OneSession<LibrarySession> session =
            new OneSession<>("toy", new Binder(OneSessionTest.class, List.of()), nanos::get);

    private LibrarySession opened() {
        return session.locked(() -> session.orOpen(() -> _ -> {
            if (!hangs.get()) {
                ended.incrementAndGet();
            }
            return !hangs.get();
        }));
    }

    private boolean release() {
        return session.release(MINUTE, noticed::incrementAndGet);
    }

    @Test
    void what_is_open_is_opened_once() {
        assertThat(opened()).isSameAs(opened());
        assertThat(session.locked(session::end)).isTrue();
        assertThat(session.open()).isEmpty();
        assertThat(session.locked(session::end)).as("nothing is open").isTrue();
        assertThat(ended).hasValue(1);
    }

    @Test
    void it_is_released_for_a_time_or_until_it_is_resumed() {
        opened();
        assertThat(release()).isTrue();
        assertThat(noticed).hasValue(1);
        assertThat(session.isReleased()).isTrue();
        nanos.addAndGet(MINUTE.toNanos());
        assertThat(session.isReleased()).isFalse();
        assertThat(release()).isTrue();
        session.resume();
        assertThat(session.isReleased()).isFalse();
    }

    @Test
    void a_call_that_does_not_come_back_keeps_it_as_it_is() {
        var open = opened();
        hangs.set(true);
        assertThat(release()).isFalse();
        assertThat(noticed).hasValue(0);
        assertThat(session.isReleased()).isFalse();
        assertThat(session.open()).contains(open);
    }

    @Test
    void who_holds_the_lock_is_not_waited_for_long() throws InterruptedException {
        opened();
        var inside = new CountDownLatch(1);
        var leave = new CountDownLatch(1);
        var scan = Thread.ofPlatform()
                .daemon()
                .start(() -> session.locked(() -> {
                    inside.countDown();
                    return awaited(leave);
                }));
        inside.await();
        assertThat(session.lockedWithin(Duration.ZERO, () -> 1)).isEmpty();
        assertThat(release()).isFalse();
        session.close();
        assertThat(session.isClosed()).isTrue();
        assertThat(session.awaitClose(Duration.ZERO)).isTrue();
        assertThat(ended).hasValue(0);
        leave.countDown();
        scan.join();
        while (ended.get() == 0) {
            Thread.onSpinWait();
        }
        assertThat(ended).as("when the call has come back").hasValue(1);
    }

    private static boolean awaited(CountDownLatch latch) {
        try {
            return latch.await(5, TimeUnit.MINUTES);
        } catch (InterruptedException _) {
            return false;
        }
    }
}
