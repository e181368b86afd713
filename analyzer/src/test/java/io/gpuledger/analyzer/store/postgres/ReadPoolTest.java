package io.gpuledger.analyzer.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.gpuledger.analyzer.store.entries.FixedBooks;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ReadPoolTest {
    private static final Duration LONG = Duration.ofSeconds(20);

    private static FixedBooks books;

    @BeforeAll
    static void make() throws DatabaseException, SchemaException {
        books = FixedBooks.empty();
    }

    @AfterAll
    static void close() {
        books.close();
    }

    private static ReadPool readPool(int connections, Duration patience) {
        return new ReadPool(books.database(), connections, patience);
    }

    private static boolean execute(ReadSession reading, String sql) throws DatabaseException {
        reading.session().execute(sql);
        return true;
    }

    @Test
    void a_question_that_takes_too_long_is_given_up() {
        var hasty = readPool(6, Duration.ofMillis(50));

        assertThatExceptionOfType(CannotAskException.class)
                .isThrownBy(() -> hasty.ask(reading -> execute(reading, "select pg_sleep(10)")))
                .matches(CannotAskException::isTooMuch)
                .withMessageContaining("ask for fewer hours");
    }

    @Test
    void all_statements_of_a_question_have_the_same_time() {
        var hasty = readPool(6, Duration.ofMillis(900));

        assertThatExceptionOfType(CannotAskException.class)
                .isThrownBy(() -> hasty.ask(reading -> {
                    execute(reading, "select pg_sleep(0.5)");
                    return execute(reading, "select pg_sleep(0.6)");
                }))
                .matches(CannotAskException::isTooMuch);
    }

    @Test
    void a_question_that_reads_for_too_long_is_given_up() {
        var hasty = readPool(6, Duration.ofMillis(50));

        assertThatExceptionOfType(CannotAskException.class)
                .isThrownBy(() -> hasty.ask(reading -> {
                    while (reading.requireTime() > 0) {
                        Thread.onSpinWait();
                    }
                    return true;
                }))
                .matches(CannotAskException::isTooMuch);
    }

    @Test
    void a_value_that_is_none_is_no_fault_of_the_database() {
        assertThatExceptionOfType(CannotAskException.class)
                .isThrownBy(() -> readPool(6, LONG).ask(reading -> execute(reading, "select 'x'::timestamptz")))
                .matches(CannotAskException::isRefused)
                .withMessageContaining("refuses a value");
    }

    @Test
    void questions_leave_four_connections_to_those_who_write() throws InterruptedException {
        assertThat(atOnce(5)).isEqualTo(1);
        assertThat(atOnce(6)).isEqualTo(2);
        assertThat(atOnce(100)).isEqualTo(2);
    }

    /// How many of three that are asked together begin before one has its answer.
    private static int atOnce(int connections) throws InterruptedException {
        var readPool = readPool(connections, LONG);
        var begun = new CountDownLatch(3);
        var end = new CountDownLatch(1);
        var threads = new Thread[3];
        for (var i = 0; i < threads.length; i++) {
            threads[i] = Thread.ofVirtual()
                    .start(() -> readPool.ask(_ -> {
                        begun.countDown();
                        await(end);
                        return true;
                    }));
        }
        begun.await(500, TimeUnit.MILLISECONDS);
        var left = begun.getCount();
        end.countDown();
        for (var thread : threads) {
            thread.join();
        }
        return Math.toIntExact(3 - left);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
