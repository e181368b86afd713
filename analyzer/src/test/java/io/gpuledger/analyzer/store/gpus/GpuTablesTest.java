package io.gpuledger.analyzer.store.gpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gpuledger.analyzer.books.Kept;
import io.gpuledger.analyzer.ledger.PageRows;
import io.gpuledger.analyzer.ledger.State;
import io.gpuledger.analyzer.store.gpus.GpuCourse.Idle;
import io.gpuledger.analyzer.store.gpus.GpuCourse.Xid;
import io.gpuledger.analyzer.store.gpus.NodePlaces.NodeName;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.time.Span;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Six hours of a GPU that a pod holds: half active for two hours, then idle for three, with an XID in between.
class GpuTablesTest {
    private static final Instant BEGIN = Instant.parse("2026-11-16T08:00:00Z");
    private static final Instant END = BEGIN.plus(Duration.ofHours(6));
    private static final long MINUTE = 60_000;
    private static final int WORK = 7_200;
    private static final int XID_AT = 9_000;

    private static Kept kept;
    private static GpuTables tables;

    @BeforeAll
    static void fill() throws Exception {
        var reader = new PageRows();
        var rows = new ArrayList<Row>();
        for (var second = 0; second <= Duration.ofHours(6).toSeconds(); second += 30) {
            rows.addAll(reader.rows(
                    page(second).getBytes(StandardCharsets.UTF_8),
                    BEGIN.plusSeconds(second).toEpochMilli()));
        }
        kept = Kept.at(BEGIN, END.plus(Duration.ofHours(3)));
        kept.tell(rows, List.of());
        kept.passAt(END.plus(Duration.ofHours(3)));
        tables = new GpuTables(kept.database());
    }

    @AfterAll
    static void close() throws Exception {
        kept.close();
    }

    /// An exporter that tells of an XID, is silent for an hour, and tells of the same one again.
    @Test
    void an_xid_that_was_counted_before_a_silence_is_not_told_again_after_it() throws Exception {
        var reader = new PageRows();
        var rows = new ArrayList<Row>();
        for (var second = XID_AT - 600; second <= XID_AT + 7_200; second += 30) {
            if (second < XID_AT + 600 || second > XID_AT + 4_200) {
                rows.addAll(reader.rows(
                        page(second).getBytes(StandardCharsets.UTF_8),
                        BEGIN.plusSeconds(second).toEpochMilli()));
            }
        }
        try (var silent = Kept.at(BEGIN, END.plus(Duration.ofHours(3)))) {
            silent.tell(rows, List.of());
            var window = new Span(BEGIN.plusSeconds(XID_AT + 1_200).toEpochMilli(), END.toEpochMilli());
            var course = new GpuTables(silent.database()).course(new GpuQuestion("here", "GPU-a", window, MINUTE));
            assertThat(course.orElseThrow().xids()).isEmpty();
            assertThat(course.orElseThrow().units().getFirst().points()).isNotEmpty();
        }
    }

    private static String page(int second) {
        var active = Math.min(second, WORK) * 0.5;
        return String.format(
                Locale.ROOT,
                """
                gpu_info{uuid="GPU-a",gpu="0",node="n1",model="NVIDIA H100 80GB HBM3"} 1
                gpu_observed_seconds_total{uuid="GPU-a",gpu="0",node="n1"} %1$d
                gpu_sm_active_seconds_total{uuid="GPU-a",gpu="0",node="n1"} %2$.3f
                gpu_tensor_active_seconds_total{uuid="GPU-a",gpu="0",node="n1"} %3$.3f
                gpu_memory_used_bytes{uuid="GPU-a",gpu="0",node="n1"} %4$d
                gpu_memory_total_bytes{uuid="GPU-a",gpu="0",node="n1"} 80000000000
                gpu_power_watts{uuid="GPU-a",gpu="0",node="n1"} %5$d
                gpu_power_limit_watts{uuid="GPU-a",gpu="0",node="n1"} 700
                gpu_holder_info{uuid="GPU-a",gpu="0",node="n1",namespace="vision",pod="train-0",container="main"} 1
                %6$s
                """,
                second + 1_000,
                active,
                active / 5,
                second < WORK ? 40_000_000_000L : 10_000_000_000L,
                second < WORK ? 500 : 70,
                second < XID_AT ? "" : "gpu_xid_errors_total{uuid=\"GPU-a\",gpu=\"0\",node=\"n1\",xid=\"43\"} 1");
    }

    private static GpuCourse course(long from, long to, long step) {
        var window = new Span(BEGIN.toEpochMilli() + from, BEGIN.toEpochMilli() + to);
        return tables.course(new GpuQuestion("here", "GPU-a", window, step)).orElseThrow();
    }

    private static GpuCourse whole() {
        return course(0, Duration.ofHours(6).toMillis(), 5 * MINUTE);
    }

    @Test
    void a_gpu_that_nobody_told_of_has_no_course() {
        var window = new Span(BEGIN.toEpochMilli(), END.toEpochMilli());
        assertThat(tables.course(new GpuQuestion("here", "GPU-b", window, MINUTE)))
                .isEmpty();
        assertThat(tables.course(new GpuQuestion("elsewhere", "GPU-a", window, MINUTE)))
                .isEmpty();
    }

    @Test
    void it_says_what_the_gpu_is_and_where() {
        var identity = whole().identity();
        assertThat(identity.model()).hasValue("NVIDIA H100 80GB HBM3");
        assertThat(identity.node()).hasValue("n1");
        assertThat(identity.index()).hasValue("0");
        assertThat(identity.firstSeen()).isEqualTo(BEGIN.toEpochMilli());
    }

    @Test
    void activity_is_the_difference_of_counters_whatever_the_step() {
        for (var step : List.of(MINUTE, 5 * MINUTE, 15 * MINUTE)) {
            var points = course(0, Duration.ofHours(6).toMillis(), step)
                    .units()
                    .getFirst()
                    .points();
            assertThat(points).hasSize((int) (Duration.ofHours(6).toMillis() / step));
            for (var point : points) {
                var isWork = point.at() < BEGIN.toEpochMilli() + WORK * 1000;
                // A reading at the edge of two pieces says what was before it.
                if (point.at() != BEGIN.toEpochMilli() + WORK * 1000) {
                    assertThat(point.activity().orElseThrow()).isCloseTo(isWork ? 0.5 : 0, within(1e-9));
                    assertThat(point.tensor().orElseThrow()).isCloseTo(isWork ? 0.1 : 0, within(1e-9));
                }
                assertThat(point.memory().orElseThrow()).isEqualTo(isWork ? 40e9 : 10e9);
                assertThat(point.power().orElseThrow()).isEqualTo(isWork ? 500 : 70);
                assertThat(point.temperature()).isEmpty();
            }
        }
    }

    @Test
    void a_part_of_the_time_has_the_same_points_as_the_whole() {
        var part = course(2 * 60 * MINUTE, 3 * 60 * MINUTE, 5 * MINUTE).units().getFirst();
        assertThat(part.points())
                .isNotEmpty()
                .allMatch(whole().units().getFirst().points()::contains);
        assertThat(part.memoryTotal()).hasValue(80e9);
        assertThat(part.powerLimit()).hasValue(700);
    }

    @Test
    void accounts_are_those_of_the_books_and_add_up_to_the_hours() throws Exception {
        var accounts = whole().accounts();
        assertThat(accounts.stream().mapToLong(GpuAccount::millis).sum())
                .isEqualTo(Duration.ofHours(6).toMillis());
        assertThat(accounts)
                .extracting(account -> account.state().word() + "|" + account.millis())
                .containsExactlyInAnyOrderElementsOf(
                        kept.rows("select state, millis from gpu_ledger.entry where hour < '2026-11-16T14:00:00Z'"));
        assertThat(accounts)
                .allMatch(account ->
                        account.owner().orElseThrow().pod().equals("train-0") || account.state() == State.UNOBSERVED);
    }

    @Test
    void the_times_that_are_shown_as_idle_are_as_long_as_what_is_booked_as_idle() {
        var course = whole();
        var shown =
                course.idle().stream().map(Idle::span).mapToLong(Span::millis).sum();
        var booked = course.accounts().stream()
                .filter(account -> account.state() == State.IDLE)
                .mapToLong(GpuAccount::millis)
                .sum();
        assertThat(shown).isEqualTo(booked).isGreaterThan(Duration.ofHours(3).toMillis());
    }

    @Test
    void a_holder_is_told_from_its_first_to_its_last_reading() {
        assertThat(whole().holders()).singleElement().satisfies(held -> {
            assertThat(held.pod()).isEqualTo("train-0");
            assertThat(held.since()).isEqualTo(BEGIN.toEpochMilli());
            assertThat(held.until()).isEqualTo(END.minusSeconds(30).toEpochMilli());
            assertThat(held.share()).isEmpty();
        });
    }

    @Test
    void a_node_says_what_its_gpus_said_last() {
        var nodes = new NodeTables(kept.database());
        assertThat(nodes.devices(new NodeName("here", "n2"), END.toEpochMilli()))
                .isEmpty();
        assertThat(nodes.devices(new NodeName("elsewhere", "n1"), END.toEpochMilli()))
                .isEmpty();
        assertThat(nodes.devices(new NodeName("here", "n1"), END.toEpochMilli()))
                .singleElement()
                .satisfies(device -> {
                    assertThat(device.gpu()).isEqualTo("GPU-a");
                    assertThat(device.at()).hasValue(END.toEpochMilli());
                    assertThat(device.activity().orElseThrow()).isCloseTo(0, within(1e-9));
                    assertThat(device.memoryUsed()).hasValue(10e9);
                    assertThat(device.powerLimit()).hasValue(700);
                    assertThat(device.instance()).isEmpty();
                    assertThat(device.eccUncorrected()).isEmpty();
                });
    }

    @Test
    void of_a_gpu_that_said_nothing_for_half_a_day_nothing_is_shown() {
        var later = END.plus(Duration.ofHours(13)).toEpochMilli();
        assertThat(new NodeTables(kept.database()).devices(new NodeName("here", "n1"), later))
                .singleElement()
                .satisfies(device -> {
                    assertThat(device.at()).isEmpty();
                    assertThat(device.activity()).isEmpty();
                });
    }

    @Test
    void an_xid_is_told_once_when_it_came() {
        var at = BEGIN.plusSeconds(XID_AT).toEpochMilli();
        assertThat(whole().xids()).containsExactly(new Xid(at, 43, 1));
        assertThat(course(XID_AT * 1000L + MINUTE, XID_AT * 1000L + 60 * MINUTE, MINUTE)
                        .xids())
                .isEmpty();
    }
}
