package io.gpuledger.analyzer.scheduling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gpuledger.analyzer.booking.Teams;
import io.gpuledger.analyzer.store.objects.ClusterChanges;
import io.gpuledger.analyzer.store.objects.StatementWriter;
import io.gpuledger.analyzer.store.pods.WaitingAnswer;
import io.gpuledger.analyzer.store.pods.WaitingAnswer.Row;
import io.gpuledger.analyzer.store.pods.WaitingDimension;
import io.gpuledger.analyzer.store.pods.WaitingHour;
import io.gpuledger.analyzer.store.pods.WaitingHours;
import io.gpuledger.analyzer.store.pods.WaitingQuestion;
import io.gpuledger.analyzer.store.pods.WaitingTables;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.TestDatabase;
import io.gpuledger.analyzer.telemetry.Kind;
import io.gpuledger.analyzer.telemetry.ObjectId;
import io.gpuledger.analyzer.telemetry.Statement;
import io.gpuledger.analyzer.telemetry.Statement.Gone;
import io.gpuledger.analyzer.telemetry.Told;
import io.gpuledger.analyzer.time.Span;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FreeHoursTest {
    private static final Instant TEN = Instant.parse("2026-03-01T10:00:00Z");
    private static final Instant NOON = TEN.plus(Duration.ofHours(2));
    private static final Duration HOUR = Duration.ofHours(1);

    private TestDatabase test;
    private Database database;
    private Instant now = NOON.plus(HOUR);
    private Instant keptFrom = TEN.minus(HOUR);
    private FreeHours hours;

    @BeforeEach
    void open() throws Exception {
        test = TestDatabase.plain();
        database = test.migrated();
        hours = new FreeHours(database, new Teams("team", Map.of()), () -> keptFrom, () -> now, () -> false);
        tell(part(
                TEN.minus(HOUR),
                ObjectId.named("c", Kind.NODE, "n1"),
                "allocatable.nvidia.com/gpu",
                "8",
                "allocatable.pods",
                "110",
                "labels",
                "{\"nvidia_com_gpu_product\":\"NVIDIA-H100\"}"));
    }

    @AfterEach
    void close() {
        database.close();
        test.close();
    }

    private static Statement part(Instant since, ObjectId object, String... namesAndValues) {
        return Told.part(object, since.toEpochMilli(), namesAndValues);
    }

    private void tell(Statement... statements) throws Exception {
        try (var session = test.session()) {
            new StatementWriter(session).write(List.of(statements));
        }
    }

    private static Statement waits(String name, int gpus, Instant since) {
        return part(
                since,
                ObjectId.pod("c", "vision", name, "uid-of-" + name),
                "phase",
                "Pending",
                "request.main.nvidia.com/gpu",
                String.valueOf(gpus),
                "spec",
                """
                {"containers":[{"name":"main","resources":{"limits":{"nvidia.com/gpu":"%d"}}}]}\
                """.formatted(gpus));
    }

    private static Statement gone(String name, Instant at) {
        return new Gone(ObjectId.pod("c", "vision", name, "uid-of-" + name), at.toEpochMilli());
    }

    private WaitingAnswer found(Instant hour) {
        return new WaitingTables(database)
                .answer(new WaitingQuestion(
                        new Span(hour.toEpochMilli(), hour.plus(HOUR).toEpochMilli()),
                        WaitingDimension.ALL,
                        Map.of(),
                        0,
                        10));
    }

    @Test
    void an_hour_is_the_sum_of_six_instants() throws Exception {
        tell(waits("large", 16, TEN.plus(Duration.ofMinutes(20))));
        tell(gone("large", TEN.plus(Duration.ofMinutes(60))));
        hours.look();

        var found = found(TEN);
        assertThat(found.total().clusterHours()).isEqualTo(1);
        assertThat(found.total().free()).isEqualTo(4 / 6.0 * 8, within(1e-6));
        assertThat(found.total().wanted()).isEqualTo(4 / 6.0 * 16, within(1e-6));
        assertThat(found.rows()).singleElement().satisfies(row -> {
            assertThat(row.key())
                    .containsExactly(
                            Optional.of("c"),
                            Optional.of("vision"),
                            Optional.of("NVIDIA H100"),
                            Optional.of("NVIDIA H100"),
                            Optional.of("never"));
            assertThat(row.gpuHours()).isEqualTo(4 / 6.0 * 8, within(1e-6));
        });
    }

    @Test
    void an_hour_in_which_nobody_waits_is_found_too() throws Exception {
        hours.look();
        assertThat(found(TEN).total()).isEqualTo(new WaitingAnswer.Total(0, 0, 0, 1));
    }

    @Test
    void an_hour_is_found_once_it_is_over_for_an_hour() throws Exception {
        now = TEN.plus(HOUR.multipliedBy(2)).minusMillis(1);
        hours.look();
        assertThat(found(TEN).total().clusterHours()).isZero();

        now = TEN.plus(HOUR.multipliedBy(2));
        hours.look();
        assertThat(found(TEN).total().clusterHours()).isEqualTo(1);
    }

    @Test
    void what_is_told_late_is_found_again() throws Exception {
        hours.look();
        try (var session = test.session()) {
            ClusterChanges.take(session);
            session.commit();
        }
        tell(waits("large", 16, TEN), gone("large", TEN.plus(HOUR)));
        try (var session = test.session()) {
            WaitingHours.doubt(session, ClusterChanges.take(session));
            session.commit();
        }
        assertThat(found(TEN).total().clusterHours()).isEqualTo(1);
        hours.look();

        assertThat(found(TEN).rows()).extracting(Row::gpuHours).containsExactly(8.0);
        assertThat(found(TEN.minus(HOUR)).total().free()).isZero();
    }

    @Test
    void what_is_told_while_an_hour_is_being_found_makes_it_be_found_once_more() throws Exception {
        var window = new Span(TEN.toEpochMilli(), NOON.minus(HOUR).toEpochMilli());
        try (var session = test.session()) {
            var reading = new WaitingHours(session, 7);
            assertThat(reading.begin(window))
                    .hasValueSatisfying(due -> assertThat(due.clusters()).containsExactly("c"));
            WaitingHours.doubt(session, Map.of("c", TEN.plusSeconds(5).toEpochMilli()));
            session.commit();

            assertThat(reading.write(new WaitingHour("c", TEN.toEpochMilli(), 5, 5, List.of())))
                    .isFalse();
            assertThat(reading.begin(window)).isPresent();
            assertThat(reading.write(new WaitingHour("c", TEN.toEpochMilli(), 5, 5, List.of())))
                    .isTrue();
            assertThat(reading.begin(window)).isEmpty();
        }
    }

    @Test
    void of_two_who_find_the_same_hour_the_one_that_began_last_writes_it() throws Exception {
        var window = new Span(TEN.toEpochMilli(), NOON.minus(HOUR).toEpochMilli());
        try (var session = test.session()) {
            var one = new WaitingHours(session, 1);
            var other = new WaitingHours(session, 2);
            one.begin(window);
            other.begin(window);

            assertThat(one.write(new WaitingHour("c", TEN.toEpochMilli(), 1, 1, List.of())))
                    .isFalse();
            assertThat(other.write(new WaitingHour("c", TEN.toEpochMilli(), 2, 2, List.of())))
                    .isTrue();
        }
        assertThat(found(TEN).total().free()).isEqualTo(2);
    }

    @Test
    void what_was_found_stays_where_pods_are_not_kept_any_more() throws Exception {
        tell(waits("large", 16, TEN), gone("large", TEN.plus(HOUR)));
        hours.look();
        try (var session = test.session()) {
            WaitingHours.doubt(session, Map.of("c", 0L));
            session.commit();
        }
        keptFrom = NOON;
        now = NOON.plus(HOUR.multipliedBy(3));
        hours.look();

        assertThat(found(TEN).total().free()).isEqualTo(8);
    }

    @Test
    void of_what_was_before_anything_was_told_nothing_is_found() throws Exception {
        keptFrom = TEN.minus(Duration.ofDays(1));
        hours.look();
        assertThat(found(TEN.minus(HOUR.multipliedBy(2))).total().clusterHours())
                .isZero();
    }
}
