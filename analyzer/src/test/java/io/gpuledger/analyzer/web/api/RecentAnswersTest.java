package io.gpuledger.analyzer.web.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuledger.analyzer.access.Viewer;
import io.gpuledger.service.http.Problem;
import io.helidon.http.Status;
import java.time.Duration;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecentAnswersTest {
    private static final int MEGABYTE = 1 << 20;

    private static final long START = Long.MAX_VALUE - 7;
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    /// A task that is to be run when so many nanoseconds have passed since the start.
    private record Due(long waits, Runnable task) {}

    private final AtomicLong nanos = new AtomicLong(START);
    private final Queue<Due> due = new PriorityQueue<>(Comparator.comparingLong(Due::waits));
    private final RecentAnswers recent = new RecentAnswers(
            Duration.ofNanos(5),
            nanos::get,
            Runnable::run,
            (waits, task) -> due.add(new Due(nanos.get() - START + waits, task)));
    private final AtomicInteger found = new AtomicInteger();

    private static Wording teams(Viewer viewer) {
        return new Wording("/teams", Map.of("last", List.of("7d")), Map.of(), false, viewer);
    }

    private static Wording gpu(int number) {
        return new Wording("/gpu", Map.of("gpu", List.of("" + number)), Map.of(), false, Viewer.ANYBODY);
    }

    private Answer find(int bytes) {
        found.incrementAndGet();
        return new Answer.Found(new Representation("text/html", new byte[bytes]), Optional.empty());
    }

    private void change(RecentAnswers.Changing change) {
        try {
            recent.during(change);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private Answer ask(Wording wording) {
        return recent.find(wording, () -> find(1));
    }

    @Test
    void what_is_asked_again_soon_is_found_once() {
        var first = ask(teams(Viewer.ANYBODY));
        nanos.addAndGet(4);

        assertThat(ask(teams(Viewer.ANYBODY))).isSameAs(first);
        assertThat(found).hasValue(1);
    }

    @Test
    void what_is_no_longer_new_is_given_once_more_and_found_anew_for_the_next_even_where_the_clock_begins_again() {
        var first = ask(teams(Viewer.ANYBODY));
        nanos.addAndGet(5);
        assertThat(ask(teams(Viewer.ANYBODY))).isSameAs(first);
        assertThat(found).hasValue(2);
        nanos.addAndGet(4);

        assertThat(ask(teams(Viewer.ANYBODY))).isNotSameAs(first);
        assertThat(found).hasValue(2);
    }

    @Test
    void what_is_twice_as_old_is_given_to_nobody() {
        var first = ask(teams(Viewer.ANYBODY));
        nanos.addAndGet(10);

        assertThat(ask(teams(Viewer.ANYBODY))).isNotSameAs(first);
        assertThat(found).hasValue(2);
    }

    @Test
    void it_is_found_anew_by_one_only() {
        var first = ask(gpu(1));
        nanos.addAndGet(5);
        recent.find(gpu(1), () -> {
            assertThat(ask(gpu(1))).isSameAs(first);
            return find(1);
        });

        assertThat(found).hasValue(2);
    }

    @Test
    void what_cannot_be_found_anew_is_not_kept_either() {
        var first = ask(gpu(1));
        nanos.addAndGet(5);

        assertThat(recent.find(gpu(1), () -> {
                    throw new IllegalArgumentException("of mine");
                }))
                .isSameAs(first);
        assertThatThrownBy(() -> recent.find(gpu(1), () -> {
                    throw new IllegalArgumentException("of mine");
                }))
                .hasMessage("of mine");
    }

    @Test
    void what_was_to_be_found_anew_before_a_change_is_given_to_nobody_after_it() {
        ask(gpu(1));
        nanos.addAndGet(5);
        recent.find(gpu(1), () -> {
            change(() -> {});
            return find(1);
        });
        ask(gpu(1));

        assertThat(found).hasValue(3);
    }

    @Test
    void nobody_is_given_what_was_found_for_another_or_for_other_words() {
        ask(teams(Viewer.ANYBODY));
        ask(teams(Viewer.NOBODY));
        ask(gpu(1));
        ask(gpu(2));

        assertThat(found).hasValue(4);
    }

    @Test
    void all_who_ask_while_it_is_found_wait_for_the_same() throws InterruptedException, ExecutionException {
        var asks = new CountDownLatch(1);
        var goOn = new CountDownLatch(1);
        Supplier<Answer> slow = () -> {
            asks.countDown();
            await(goOn);
            return find(1);
        };
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var first = threads.submit(() -> recent.find(gpu(1), slow));
            asks.await();
            var others = IntStream.range(0, 10)
                    .mapToObj(_ -> threads.submit(() -> recent.find(gpu(1), () -> find(2))))
                    .toList();
            goOn.countDown();

            assertThat(others).extracting(Future::get).containsOnly(first.get());
        }
        assertThat(found).hasValue(1);
    }

    @ParameterizedTest
    @CsvSource({"0, 5", "3, 30", "1000000000, 10000000000", "70000000000, 60000000000"})
    void what_takes_long_to_find_is_new_for_ten_times_as_long(long took, long newFor) {
        recent.find(gpu(1), () -> {
            nanos.addAndGet(took);
            return find(1);
        });
        var old = Math.max(0, newFor - took);
        nanos.addAndGet(Math.max(0, old - 1));
        ask(gpu(1));
        assertThat(found).hasValue(old == 0 ? 2 : 1);
        nanos.addAndGet(1);
        ask(gpu(1));

        assertThat(found).hasValue(2);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void a_refusal_and_a_failure_are_not_kept() {
        var problem = Problem.of(Status.NOT_FOUND_404, "There is no such GPU.");
        recent.find(gpu(1), () -> new Answer.Refused(problem));
        assertThatThrownBy(() -> recent.find(gpu(2), () -> {
                    throw new IllegalArgumentException("of mine");
                }))
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessage("of mine");

        ask(gpu(1));
        ask(gpu(2));
        assertThat(found).hasValue(2);
    }

    @Test
    void who_has_changed_something_is_shown_it() {
        ask(gpu(1));
        change(() -> {
            ask(gpu(1));
            ask(gpu(1));
        });
        ask(gpu(1));

        assertThat(found).hasValue(4);
    }

    @Test
    void what_was_asked_for_before_a_change_is_given_to_nobody_after_it() {
        recent.find(gpu(1), () -> {
            change(() -> {});
            return find(1);
        });
        ask(gpu(1));

        assertThat(found).hasValue(2);
    }

    @Test
    void the_oldest_of_large_answers_make_room() {
        IntStream.range(0, 120).forEach(number -> recent.find(gpu(number), () -> find(MEGABYTE)));
        found.set(0);
        IntStream.range(0, 120).forEach(number -> ask(gpu(119 - number)));

        // The compressed answer is counted too.
        assertThat(found).hasValue(120 - 54);
    }

    @Test
    void so_do_the_oldest_of_many() {
        IntStream.range(0, 3_000).forEach(number -> ask(gpu(number)));
        found.set(0);
        IntStream.range(0, 3_000).forEach(number -> ask(gpu(2_999 - number)));

        assertThat(found).hasValue(1_000);
    }

    @Test
    void what_is_being_found_makes_no_room() {
        recent.find(gpu(1), () -> {
            IntStream.range(2, 100).forEach(number -> recent.find(gpu(number), () -> find(MEGABYTE)));
            return find(1);
        });
        found.set(0);
        ask(gpu(1));

        assertThat(found).hasValue(0);
    }

    @Test
    void an_answer_that_would_take_all_the_room_is_not_kept() {
        recent.find(gpu(1), () -> find(17 * MEGABYTE));
        recent.find(gpu(1), () -> find(17 * MEGABYTE));

        assertThat(found).hasValue(2);
    }

    @Test
    void nobody_waits_for_what_is_never_found() {
        recent.find(gpu(1), () -> {
            nanos.addAndGet(Duration.ofSeconds(26).toNanos());
            ask(gpu(1));
            return find(1);
        });

        assertThat(found).hasValue(2);
    }

    @Test
    void an_error_stays_one() {
        assertThatThrownBy(() -> recent.find(gpu(1), () -> {
                    throw new StackOverflowError("of mine");
                }))
                .isExactlyInstanceOf(StackOverflowError.class);
    }

    private void pass(Duration time) {
        var end = nanos.get() - START + time.toNanos();
        while (!due.isEmpty() && due.element().waits() <= end) {
            var next = due.remove();
            nanos.set(START + next.waits());
            next.task().run();
        }
        nanos.set(START + end);
    }

    private Answer askDear(Wording wording) {
        return recent.find(wording, () -> {
            nanos.addAndGet(SECOND / 10);
            return find(1);
        });
    }

    @Test
    void a_dear_answer_is_found_anew_by_itself_until_nobody_has_asked_for_half_an_hour() {
        askDear(gpu(1));
        pass(Duration.ofMinutes(29));
        assertThat(found.get()).as("each ten seconds").isBetween(29 * 6 - 5, 29 * 6);

        askDear(gpu(1));
        pass(Duration.ofMinutes(29));
        assertThat(due).isNotEmpty();
        pass(Duration.ofMinutes(2));
        assertThat(due).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"20, 10", "100, 10", "400, 40", "3000, 120"})
    void whoever_comes_back_to_it_does_not_wait_and_is_given_one_that_is_no_older_than_twice_its_rest(
            int took, int rest) {
        var asked = new IdentityHashMap<Answer, Long>();
        Supplier<Answer> finding = () -> {
            var since = nanos.get();
            nanos.addAndGet(took * SECOND / 1_000);
            var answer = find(1);
            asked.put(answer, since);
            return answer;
        };
        recent.find(gpu(1), finding);
        var random = new Random(took);
        for (var times = 0; times < 200; times++) {
            pass(Duration.ofMillis(random.nextInt(300_000)));
            var before = new IdentityHashMap<>(asked);
            var now = nanos.get();
            var given = recent.find(gpu(1), finding);

            assertThat(before).as("it was found before it was asked for").containsKey(given);
            assertThat(now - before.getOrDefault(given, START)).isLessThan(2L * rest * SECOND);
        }
    }

    @Test
    void an_answer_that_is_new_for_long_rests_for_as_long() {
        var minutes = Duration.ofMinutes(10);
        assertThat(Age.of(0, SECOND, minutes).rests()).isEqualTo(minutes.toNanos());
    }

    @Test
    void what_is_cheap_to_find_is_not_found_by_itself() {
        ask(gpu(1));

        assertThat(due).isEmpty();
    }

    @Test
    void of_many_dear_answers_those_that_were_asked_for_last_are_found_by_themselves() {
        IntStream.range(0, 40).forEach(number -> askDear(gpu(number)));
        pass(Duration.ofMinutes(2));
        found.set(0);
        pass(Duration.ofSeconds(20));
        assertThat(found.get()).as("sixteen, each ten seconds").isBetween(16, 32);
        assertThat(due).hasSize(16);
    }

    @Test
    void what_was_found_before_a_change_is_not_found_by_itself_after_it() {
        askDear(gpu(1));
        change(() -> {});
        found.set(0);
        pass(Duration.ofMinutes(5));

        assertThat(found).hasValue(0);
    }

    @Test
    void what_keeps_none_finds_each_anew() {
        var none = RecentAnswers.keptFor(Duration.ZERO);
        none.find(gpu(1), () -> find(1));
        none.find(gpu(1), () -> find(1));

        assertThat(found).hasValue(2);
    }

    @Test
    void an_answer_is_sent_as_it_was_written() {
        var page = new Representation("text/html", "words".getBytes(UTF_8));

        assertThat(recent.find(gpu(1), () -> new Answer.Found(page, Optional.of("after=1"))))
                .isEqualTo(new Answer.Found(page, Optional.of("after=1")));
    }
}
