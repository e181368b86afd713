package io.gpuledger.service.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.service.doctor.Line.Ok;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class CheckupTest {
    private static final Instant NOON = Instant.parse("2026-03-02T12:00:00Z");

    private final AtomicInteger looks = new AtomicInteger();
    private Instant now = NOON;

    private Checkup checkup() {
        var look = new Examination(
                "disk",
                "look at its mount",
                () -> List.of(new Ok("disk", "look %d".formatted(looks.incrementAndGet()))));
        return new Checkup(() -> List.of(look), () -> now);
    }

    private static String words(Checkup checkup) throws InterruptedException {
        return checkup.latest().examined().lines().getFirst().words();
    }

    @Test
    void who_asks_within_a_minute_is_told_what_was_found_and_when() throws InterruptedException {
        var checkup = checkup();
        checkup.latest();
        now = NOON.plusSeconds(59);

        assertThat(words(checkup)).isEqualTo("look 1");
        assertThat(checkup.latest().at()).isEqualTo(NOON);
    }

    @Test
    void after_a_minute_it_is_looked_at_anew() throws InterruptedException {
        var checkup = checkup();
        checkup.latest();
        now = NOON.plusSeconds(60);

        assertThat(words(checkup)).isEqualTo("look 2");
        assertThat(checkup.latest().at()).isEqualTo(now);
    }

    @Test
    void a_clock_that_is_set_back_does_not_keep_what_was_found() throws InterruptedException {
        var checkup = checkup();
        checkup.latest();
        now = NOON.minusSeconds(3600);

        assertThat(words(checkup)).isEqualTo("look 2");
    }

    @Test
    void while_a_look_hangs_no_other_is_begun() throws InterruptedException {
        var hung = new CountDownLatch(1);
        var begun = new AtomicInteger();
        var checkup = new Checkup(
                () -> {
                    begun.incrementAndGet();
                    return List.of(new Examination("disk", "look at its mount", () -> untilOpen(hung)));
                },
                new Doctor(Duration.ofMillis(100)),
                () -> now);
        assertThat(words(checkup)).startsWith("there is no answer");

        now = NOON.plusSeconds(600);
        assertThat(checkup.latest().at()).isEqualTo(NOON);
        assertThat(begun).hasValue(1);

        hung.countDown();
        while (checkup.latest().at().equals(NOON)) {
            // The look is at its end soon.
            Thread.onSpinWait();
        }
        assertThat(begun).hasValue(2);
    }

    /// A disk that hangs cannot be interrupted either.
    private static List<Line> untilOpen(CountDownLatch latch) {
        while (latch.getCount() > 0) {
            try {
                latch.await();
            } catch (InterruptedException _) {
                // It goes on.
            }
        }
        return List.of(new Ok("disk", "is well"));
    }
}
