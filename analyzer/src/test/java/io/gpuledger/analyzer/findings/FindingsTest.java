package io.gpuledger.analyzer.findings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuledger.analyzer.booking.BookedEntry;
import io.gpuledger.analyzer.books.Present;
import io.gpuledger.analyzer.health.Xids;
import io.gpuledger.analyzer.health.watch.WatchedGpu;
import io.gpuledger.analyzer.ledger.Account;
import io.gpuledger.analyzer.ledger.Entry;
import io.gpuledger.analyzer.ledger.State;
import io.gpuledger.analyzer.store.findings.FindingTables;
import io.gpuledger.analyzer.store.findings.Mute;
import io.gpuledger.analyzer.store.findings.MuteTables;
import io.gpuledger.analyzer.store.objects.StatementWriter;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Days;
import io.gpuledger.analyzer.store.postgres.SchemaException;
import io.gpuledger.analyzer.store.postgres.TestDatabase;
import io.gpuledger.analyzer.store.samples.PortionWriter;
import io.gpuledger.analyzer.store.samples.RowCounts;
import io.gpuledger.analyzer.telemetry.Field;
import io.gpuledger.analyzer.telemetry.Kind;
import io.gpuledger.analyzer.telemetry.ObjectId;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Told;
import io.gpuledger.analyzer.telemetry.Unit;
import io.gpuledger.analyzer.telemetry.UnitId;
import io.gpuledger.analyzer.telemetry.Values;
import io.gpuledger.analyzer.telemetry.XidCount;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Findings in a real database. Readings begin at time 0, and times are in seconds.
class FindingsTest {
    private static final String STORED = """
        select kind || case when detail <> '' then '(' || detail || ')' else '' end,
            extract(epoch from opened)::bigint, extract(epoch from closed)::bigint, evidence
        from gpu_ledger.finding order by opened, kind, detail
        """;

    private static final RowCounts NOBODY_COUNTS = new RowCounts() {
        @Override
        public void joined(int count) {}

        @Override
        public void defects(int count) {}

        @Override
        public void written(String table, Path path, int count) {}
    };

    private static final Keeping KEEPING = new Keeping(() -> Instant.EPOCH, () -> Instant.EPOCH);

    private final TestDatabase test = TestDatabase.plain();
    private final Database database = test.migrated();
    private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
    private final WatchedGpu gpu = new WatchedGpu();
    private Present present = new Present(Instant.EPOCH, List.of());
    private Instant now = Instant.EPOCH;
    private Findings findings = findings(database);

    FindingsTest() throws DatabaseException, SchemaException {}

    private Findings findings(Database where) {
        return new Findings(where, Xids.BUILT_IN, () -> present, KEEPING, Duration.ofMinutes(1), () -> now, metrics);
    }

    @AfterEach
    void close() throws Exception {
        database.close();
        test.close();
    }

    private void minutes(int minutes) throws Exception {
        findings.written(gpu.rows(minutes), List.of());
    }

    private List<String> stored() throws Exception {
        return test.rows(STORED);
    }

    @Test
    void what_is_found_is_in_the_database_when_the_readings_are() throws Exception {
        gpu.says(Field.TEMPERATURE_CELSIUS, 90);
        minutes(20);
        assertThat(stored()).containsExactly("hot|30|null|90 C, and it does not say where it slows down");
        gpu.says(Field.TEMPERATURE_CELSIUS, 60);
        minutes(20);
        assertThat(stored()).containsExactly("hot|30|1230|90 C, and it does not say where it slows down");
    }

    @Test
    void a_restart_goes_on_with_what_is_open() throws Exception {
        gpu.says(Field.TEMPERATURE_CELSIUS, 90).counted(new XidCount(95, 0));
        minutes(10);
        gpu.counted(new XidCount(95, 1));
        minutes(10);
        findings = findings(database);
        minutes(10);
        gpu.says(Field.TEMPERATURE_CELSIUS, 60);
        minutes(10);
        assertThat(stored())
                .containsExactly(
                        "hot|30|1830|90 C, and it does not say where it slows down",
                        "fatal_xid(95)|615|null|XID 95, a memory error that was not contained");
    }

    @Test
    void what_could_not_be_written_is_written_later() throws Exception {
        findings.written(List.of(), List.of());
        test.execute("alter table gpu_ledger.finding rename to away");
        gpu.says(Field.TEMPERATURE_CELSIUS, 90);
        assertThatThrownBy(() -> minutes(20)).isInstanceOf(DatabaseException.class);
        test.execute("alter table gpu_ledger.away rename to finding");
        findings.written(List.of(), List.of());
        assertThat(stored()).hasSize(1);
    }

    @Test
    void one_that_the_database_will_never_take_holds_up_nothing() throws Exception {
        gpu.says(Field.TEMPERATURE_CELSIUS, 90).heldBy("bad\0name");
        var rows = new ArrayList<>(gpu.rows(20));
        gpu.says(Field.TEMPERATURE_CELSIUS, 60);
        rows.addAll(gpu.rows(20));
        gpu.heldBy("good").says(Field.TEMPERATURE_CELSIUS, 90);
        rows.addAll(gpu.rows(20));
        findings.written(rows, List.of());
        assertThat(stored()).hasSize(1).allMatch(row -> row.startsWith("hot|2430|"));
    }

    @Test
    void the_same_readings_twice_and_two_analyzers_find_one_thing() throws Exception {
        var other = findings(database);
        gpu.says(Field.TEMPERATURE_CELSIUS, 90);
        var rows = new ArrayList<>(gpu.rows(20));
        gpu.says(Field.TEMPERATURE_CELSIUS, 60);
        rows.addAll(gpu.rows(20));
        findings.written(rows, List.of());
        findings.written(rows, List.of());
        other.written(rows.subList(2, rows.size()), List.of());
        assertThat(stored()).containsExactly("hot|30|1230|90 C, and it does not say where it slows down");
    }

    /// The target of a GPU is another analyzer's by now, with which it is shared.
    @Test
    void what_is_open_goes_over_to_the_analyzer_that_reads_the_gpu_now() throws Exception {
        var other = findings(database);
        gpu.says(Field.TEMPERATURE_CELSIUS, 90);
        minutes(20);
        pass(findings, 20);
        pass(other, 20);
        for (var minute = 30; minute <= 180; minute += 10) {
            other.written(gpu.rows(10), List.of());
            pass(other, minute);
            pass(findings, minute);
        }
        assertThat(stored()).containsExactly("hot|30|null|90 C, and it does not say where it slows down");

        gpu.says(Field.TEMPERATURE_CELSIUS, 60);
        other.written(gpu.rows(10), List.of());
        pass(findings, 190);
        assertThat(stored()).containsExactly("hot|30|10830|90 C, and it does not say where it slows down");
    }

    private void pass(Findings some, int minute) throws DatabaseException {
        now = Instant.ofEpochSecond(minute * 60L);
        some.pass();
    }

    @Test
    void one_kind_may_begin_and_end_many_times_within_one_portion() throws Exception {
        var rows = new ArrayList<>(gpu.rows(1));
        for (var time = 0; time < 3; time++) {
            gpu.says(Field.TEMPERATURE_CELSIUS, 90);
            rows.addAll(gpu.rows(10));
            gpu.says(Field.TEMPERATURE_CELSIUS, 60);
            rows.addAll(gpu.rows(10));
        }
        findings.written(rows, List.of());
        assertThat(stored()).hasSize(3).allMatch(row -> row.matches("hot\\|\\d+\\|\\d+\\|.*"));
    }

    @Test
    void metrics_have_what_is_open_and_whether_it_is_muted() throws Exception {
        gpu.says(Field.TEMPERATURE_CELSIUS, 90);
        minutes(20);
        now = Instant.ofEpochSecond(1200);
        findings.pass();
        assertThat(gauge("false")).as("another keeps the books, and tells").isZero();
        present = new Present(now, List.of());
        findings.pass();
        assertThat(gauge("false")).isEqualTo(1);
        try (var session = database.session()) {
            new MuteTables(session)
                    .add(new Mute(
                            0,
                            Optional.empty(),
                            Optional.of("node"),
                            Optional.empty(),
                            Optional.of("hot"),
                            now,
                            now.plusSeconds(3600),
                            "ann",
                            "the fan comes tomorrow"));
            session.commit();
        }
        findings.pass();
        assertThat(gauge("true")).isEqualTo(1);
        assertThat(gauge("false")).isZero();
        gpu.says(Field.TEMPERATURE_CELSIUS, 60);
        minutes(20);
        findings.pass();
        assertThat(gauge("true") + gauge("false")).isZero();
    }

    private long gauge(String muted) {
        return metrics.find("gpu.finding")
                .tags("kind", "hot", "muted", muted)
                .gauges()
                .size();
    }

    @Test
    void a_node_whose_gpus_say_nothing_is_silent_and_one_that_shows_some_lacks_the_others() throws Exception {
        for (var minute = 0; minute < 10; minute++) {
            look(
                    minute,
                    entry("a", "GPU-1", true),
                    entry("a", "GPU-2", true),
                    entry("b", "GPU-3", false),
                    entry("b", "GPU-4", true));
        }
        look(
                10,
                entry("a", "GPU-1", false),
                entry("a", "GPU-2", false),
                entry("b", "GPU-3", false),
                entry("b", "GPU-4", false));
        assertThat(stored())
                .containsExactly(
                        "gpus_missing|60|660|it tells of 1 of its 2 GPUs",
                        "silent|60|660|nothing is told of any of its 2 GPUs");
        assertThat(test.rows("select lost_ms from gpu_ledger.finding where kind = 'gpus_missing'"))
                .containsExactly("600000");
    }

    @Test
    void of_a_node_it_is_said_how_it_is_now() throws Exception {
        for (var minute = 0; minute < 10; minute++) {
            var more = minute >= 8;
            look(minute, entry("b", "GPU-1", false), entry("b", "GPU-2", true), entry("b", "GPU-3", more));
            if (minute == 7) {
                assertThat(stored()).containsExactly("gpus_missing|60|null|it tells of 2 of its 3 GPUs");
            }
        }
        assertThat(stored()).containsExactly("gpus_missing|60|null|it tells of 1 of its 3 GPUs");
    }

    @Test
    void whoever_begins_to_keep_the_books_closes_what_the_one_before_had_opened() throws Exception {
        var next = findings(database);
        next.pass();
        for (var minute = 0; minute < 10; minute++) {
            look(minute, entry("a", "GPU-1", true));
        }
        assertThat(stored()).containsExactly("silent|60|null|nothing is told of any of its 1 GPUs");
        now = Instant.ofEpochSecond(1200);
        present = new Present(now, List.of(entry("a", "GPU-1", false)));
        next.pass();
        assertThat(stored()).containsExactly("silent|60|1200|nothing is told of any of its 1 GPUs");
    }

    @Test
    void what_is_wrong_with_a_node_costs_more_the_longer_it_is() throws Exception {
        for (var minute = 0; minute < 30; minute++) {
            look(minute, entry("a", "GPU-1", true), entry("a", "GPU-2", false));
        }
        assertThat(test.rows("select lost_ms, closed from gpu_ledger.finding")).containsExactly("1740000|null");
    }

    @Test
    void a_part_of_the_gpu_software_that_is_not_well_is_named() throws Exception {
        tell(ObjectId.named("here", Kind.NODE, "a"), "capacity.nvidia.com/gpu", "8", "allocatable.nvidia.com/gpu", "7");
        tell(
                ObjectId.gpuSoftware(ObjectId.pod("here", "gpu-operator", "toolkit-x", "uid-1")),
                "node",
                "a",
                "owner",
                "DaemonSet/nvidia-container-toolkit-daemonset",
                "condition.ContainersReady",
                "false",
                "message.ContainersReady",
                "containers with unready status: [toolkit]");
        for (var minute = 0; minute < 10; minute++) {
            look(minute, entry("a", "GPU-1", false));
        }
        assertThat(stored())
                .containsExactly(
                        "stack(container toolkit)|60|null|container toolkit: its pod toolkit-x is not ready,"
                                + " containers with unready status: [toolkit]",
                        "stack(device plugin)|60|null|device plugin: the kubelet offers 7 of 8 nvidia.com/gpu");
    }

    /// GPUs on five nodes, of which one has another driver and one a GPU with another limit, are looked at each minute.
    ///
    /// @param interval how many minutes lie between two readings
    private void skewed(int interval) throws Exception {
        for (var number = 0; number < 10; number++) {
            tell(ObjectId.gpu(unit(number).id()), "driver", number < 2 ? "570.1" : "580.2");
        }
        for (var node = 0; node < 5; node++) {
            tell(ObjectId.named("here", Kind.NODE, "n" + node), "labels", "{\"gpu_ledger_io_pool\":\"big\"}");
        }
        for (var minute = 0; minute < 75; minute++) {
            if (minute % interval == 0) {
                write(limits(1_000 + 60_000 * minute));
            }
            look(minute, entries(false));
        }
    }

    private static BookedEntry[] entries(boolean isSilent) {
        return IntStream.range(0, 10)
                .mapToObj(number -> entry("n" + number / 2, "GPU-" + number, isSilent))
                .toArray(BookedEntry[]::new);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5, 15})
    void a_node_whose_gpus_differ_is_skewed_and_one_that_differs_from_its_pool_is_for_whoever_looks(int interval)
            throws Exception {
        skewed(interval);
        assertThat(test.rows("select node, kind, detail, severity, evidence from gpu_ledger.finding order by node"))
                .containsExactly(
                        "n0|skew|driver|info|the driver is 570.1, and 580.2 on 4 of the 5 nodes of big with H100",
                        "n1|skew|power_limit|warning|1 of its 2 GPUs differ from the others in the power limit, which"
                                + " is 700 W there: GPU-3 has 500 W");
    }

    @Test
    void while_nothing_is_told_of_a_node_it_stays_as_skewed_as_it_was() throws Exception {
        skewed(1);
        for (var minute = 75; minute < 150; minute++) {
            look(minute, entries(true));
        }
        assertThat(test.rows("select node, closed from gpu_ledger.finding where kind = 'skew' order by node"))
                .containsExactly("n0|null", "n1|null");
    }

    private static List<Row> limits(long millis) {
        return IntStream.range(0, 10)
                .mapToObj(number -> {
                    var watts = number == 3 ? 500.2 : 700;
                    var values = Values.of(Field.POWER_LIMIT_WATTS.bit(), new double[] {watts});
                    return new Row(unit(number), millis, values, List.of(), List.of());
                })
                .toList();
    }

    private void write(List<Row> rows) throws Exception {
        try (var session = database.session()) {
            PortionWriter.over(session, Days.of(database.migrate()), NOBODY_COUNTS)
                    .write(rows);
            session.commit();
        }
    }

    private static Unit unit(int number) {
        return new Unit(
                new UnitId("here", "GPU-" + number, Optional.empty()),
                "n" + number / 2,
                Optional.empty(),
                Optional.of("H100"),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    @Test
    void a_node_that_booted_has_no_xid_any_more() throws Exception {
        var node = ObjectId.named("here", Kind.NODE, "node");
        gpu.counted(new XidCount(95, 0));
        minutes(10);
        gpu.counted(new XidCount(95, 1));
        minutes(10);
        tell(node, "boot_id", "one");
        tell(node, 1_500_000, "boot_id", "two");
        now = Instant.ofEpochSecond(1600);
        findings.pass();
        assertThat(stored()).containsExactly("fatal_xid(95)|615|1500|XID 95, a memory error that was not contained");
    }

    @Test
    void what_nobody_had_to_act_on_is_dropped_first_and_what_is_open_never() throws Exception {
        gpu.says(Field.TEMPERATURE_CELSIUS, 90).counted(new XidCount(31, 0), new XidCount(95, 0));
        minutes(10);
        gpu.counted(new XidCount(31, 1), new XidCount(95, 1)).says(Field.TEMPERATURE_CELSIUS, 60);
        minutes(90);
        assertThat(stored()).hasSize(3);
        try (var session = database.session()) {
            var tables = new FindingTables(session);
            assertThat(tables.drop(Instant.ofEpochSecond(1_000), Instant.ofEpochSecond(100)))
                    .isEqualTo(1);
            assertThat(tables.drop(Instant.ofEpochSecond(1_000), Instant.ofEpochSecond(1_000)))
                    .isEqualTo(1);
            session.commit();
        }
        assertThat(stored()).containsExactly("fatal_xid(95)|615|null|XID 95, a memory error that was not contained");
    }

    @Test
    void the_past_that_comes_in_closes_nothing_however_long_it_takes() throws Exception {
        gpu.says(Field.TEMPERATURE_CELSIUS, 90);
        for (var hour = 0; hour < 3; hour++) {
            now = Instant.ofEpochSecond(1_790_000_000 + 3_600L * hour);
            minutes(20);
            findings.pass();
        }
        assertThat(stored()).hasSize(1).allMatch(row -> row.startsWith("hot|30|null"));
        now = now.plusSeconds(3_600);
        findings.pass();
        now = now.plusSeconds(3_600);
        findings.pass();
        assertThat(stored()).hasSize(1).allMatch(row -> row.startsWith("hot|30|3600"));
    }

    @Test
    void what_was_open_of_a_gpu_that_never_comes_back_is_over_after_a_week() throws Exception {
        gpu.says(Field.LOST, 1);
        minutes(20);
        findings = findings(database);
        now = Instant.ofEpochSecond(2_000);
        findings.pass();
        now = now.plus(Duration.ofDays(6));
        findings.pass();
        assertThat(stored()).allMatch(row -> row.contains("|null|"));
        now = now.plus(Duration.ofDays(1));
        findings.pass();
        assertThat(stored()).hasSize(1).noneMatch(row -> row.contains("|null|"));
    }

    @Test
    void a_node_that_is_not_ready_is_that_and_says_nothing_of_its_gpu_software() throws Exception {
        var node = ObjectId.named("here", Kind.NODE, "a");
        tell(node, "capacity.nvidia.com/gpu", "8", "allocatable.nvidia.com/gpu", "7");
        for (var minute = 0; minute < 20; minute++) {
            look(minute, away("a", "GPU-1"));
        }
        assertThat(stored()).containsExactly("node_not_ready|60|null|the node with its 1 GPUs is not ready");
        for (var minute = 20; minute < 30; minute++) {
            look(minute, entry("a", "GPU-1", false));
        }
        assertThat(stored())
                .containsExactly(
                        "node_not_ready|60|1260|the node with its 1 GPUs is not ready",
                        "stack(device plugin)|1260|null|device plugin: the kubelet offers 7 of 8 nvidia.com/gpu");
    }

    private void tell(ObjectId object, String... namesAndValues) throws Exception {
        tell(object, 1000, namesAndValues);
    }

    private void tell(ObjectId object, long millis, String... namesAndValues) throws Exception {
        try (var session = database.session()) {
            new StatementWriter(session).write(List.of(Told.part(object, millis, namesAndValues)));
            session.commit();
        }
    }

    private void look(int minute, BookedEntry... entries) throws Exception {
        now = Instant.ofEpochSecond(60L * (minute + 1));
        present = new Present(now, List.of(entries));
        findings.pass();
    }

    private static BookedEntry entry(String node, String uuid, boolean isSilent) {
        return isSilent
                ? entry(node, uuid, State.UNOBSERVED, Optional.of("silent"))
                : entry(node, uuid, State.FREE, Optional.empty());
    }

    private static BookedEntry away(String node, String uuid) {
        return entry(node, uuid, State.UNHEALTHY, Optional.of("node_not_ready"));
    }

    private static BookedEntry entry(String node, String uuid, State state, Optional<String> cause) {
        var account = new Account(state, cause, Optional.empty(), Optional.empty(), false);
        return new BookedEntry(
                new Entry(new UnitId("here", uuid, Optional.empty()), 0, account, 60_000),
                false,
                Optional.of(node),
                "H100",
                Optional.empty(),
                Optional.empty());
    }
}
