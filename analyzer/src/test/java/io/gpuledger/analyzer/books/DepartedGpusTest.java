package io.gpuledger.analyzer.books;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.ledger.PageRows;
import io.gpuledger.analyzer.store.entries.FleetTables;
import io.gpuledger.analyzer.store.upkeep.Departures;
import io.gpuledger.analyzer.telemetry.Row;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// GPUs that left long ago cost nothing, and are who they were when they are back.
class DepartedGpusTest {
    private static final Instant BEGIN = Instant.ofEpochSecond(Past.BEGIN);
    private static final String A = """
        DCGM_FI_DEV_GPU_UTIL{gpu="0",UUID="GPU-a",modelName="NVIDIA A100",Hostname="n1",namespace="team",pod="train"} 50
        """;
    private static final String B = """
        DCGM_FI_DEV_GPU_UTIL{gpu="1",UUID="GPU-b",modelName="NVIDIA A100",Hostname="n1"} 50
        """;

    private static Instant day(double day) {
        return Past.hour(24 * day);
    }

    /// Told each half minute for two hours.
    private static List<Row> rows(String page, Instant from) {
        var reader = new PageRows();
        var rows = new ArrayList<Row>();
        for (var at = from; at.isBefore(from.plus(Duration.ofHours(2))); at = at.plusSeconds(30)) {
            rows.addAll(reader.rows(page.getBytes(StandardCharsets.UTF_8), at.toEpochMilli()));
        }
        return rows;
    }

    private static Kept afterTwoHours() throws Exception {
        var kept = Kept.at(BEGIN, day(25));
        kept.tell(rows(A + B, BEGIN), List.of());
        kept.passAt(day(0.5));
        kept.passAt(day(10));
        return kept;
    }

    private static int depart(Kept kept, Instant samplesSince) throws Exception {
        try (var session = kept.database().session()) {
            var departed = Departures.mark(session, samplesSince.toEpochMilli());
            session.commit();
            return departed;
        }
    }

    private static List<String> lookedAt(Kept kept) throws Exception {
        try (var session = kept.database().session()) {
            var gpus = new FleetTables(session).gpus();
            session.rollback();
            return gpus.stream().map(gpu -> gpu.gpu().gpu()).toList();
        }
    }

    @Test
    void who_left_is_looked_at_no_more_once_its_samples_are_gone() throws Exception {
        try (var kept = afterTwoHours()) {
            assertThat(depart(kept, day(8)))
                    .as("its last hours may be asked for")
                    .isZero();
            assertThat(depart(kept, day(20))).isEqualTo(2);
            assertThat(lookedAt(kept)).isEmpty();
        }
    }

    @Test
    void who_has_hours_that_are_not_settled_stays() throws Exception {
        try (var kept = Kept.at(BEGIN, day(25))) {
            kept.tell(rows(A, BEGIN), List.of());
            kept.passAt(day(0.5));
            assertThat(depart(kept, day(20))).isZero();
        }
    }

    @Test
    void who_is_back_is_booked_as_if_it_had_been_looked_at_all_the_time() throws Exception {
        try (var kept = afterTwoHours();
                var other = afterTwoHours()) {
            depart(kept, day(20));
            for (var books : List.of(kept, other)) {
                books.passAt(day(21));
                books.tell(rows(A, day(24)), List.of());
                books.passAt(day(24.5));
                // What came late is told of before that, in hours that are settled.
                books.tell(rows(A, day(23.5)), List.of());
                books.passAt(day(24.5).plusSeconds(60));
            }
            assertThat(lookedAt(kept)).containsExactly("GPU-a");
            assertThat(kept.settled()).isEqualTo(other.settled()).hasSizeGreaterThan(300);
            assertThat(kept.sumsThatAreOff()).isEmpty();
        }
    }

    @Test
    void who_is_back_while_nobody_keeps_books_is_booked_from_when_it_is() throws Exception {
        try (var kept = afterTwoHours();
                var other = afterTwoHours()) {
            depart(kept, day(20));
            for (var books : List.of(kept, other)) {
                books.passAt(day(24));
                books.tell(rows(A, day(23)), List.of());
                books.restart();
                // The first pass after a start leaves what came late to the next.
                books.passAt(day(24).plusSeconds(30));
                books.passAt(day(24).plusSeconds(60));
            }
            assertThat(kept.settled()).isEqualTo(other.settled()).hasSizeGreaterThan(300);
        }
    }
}
