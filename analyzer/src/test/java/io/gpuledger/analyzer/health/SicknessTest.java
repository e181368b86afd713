package io.gpuledger.analyzer.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.health.Evidence.FatalXid;
import io.gpuledger.analyzer.telemetry.Field;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Unit;
import io.gpuledger.analyzer.telemetry.UnitId;
import io.gpuledger.analyzer.telemetry.Values;
import io.gpuledger.analyzer.telemetry.XidCount;
import io.gpuledger.analyzer.time.Mark;
import io.gpuledger.analyzer.time.Span;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// A GPU that is read each half minute, at 0, 30, 60 ... seconds, until 600.
class SicknessTest {
    private static final long UNTIL = 600;
    private static final Unit GPU = Unit.of(new UnitId("here", "GPU-1", Optional.empty()), "node");

    private final List<Row> rows = new ArrayList<>();
    private final List<Row> instance = new ArrayList<>();
    private final List<Long> boots = new ArrayList<>();
    private final Set<Evidence> standing = new HashSet<>();

    /// Says the same at each reading of a time, the last one excluded.
    private SicknessTest told(int from, int to, Map<Field, Double> values, XidCount... xids) {
        for (var second = from; second < to; second += 30) {
            var all = new EnumMap<Field, Double>(Field.class);
            all.putAll(values);
            var said = all.keySet().stream().mapToLong(Field::bit).reduce(0, (one, other) -> one | other);
            rows.add(new Row(
                    GPU,
                    second * 1000L,
                    Values.of(
                            said,
                            all.values().stream().mapToDouble(value -> value).toArray()),
                    List.of(),
                    List.of(xids)));
        }
        return this;
    }

    /// Tells what our exporter says that has observed the GPU for so many seconds in all.
    private SicknessTest seen(int from, int to, double observed, Field field, double value) {
        return told(from, to, Map.of(Field.OBSERVED_SECONDS, observed, field, value));
    }

    private SicknessTest counted(int from, int to, XidCount... xids) {
        for (var second = from; second < to; second += 30) {
            told(second, second + 30, Map.of(Field.OBSERVED_SECONDS, 1000.0 + second, Field.LOST, 0.0), xids);
        }
        return this;
    }

    /// Tells what our exporter says that has not observed the GPU for so many seconds in all.
    private SicknessTest read(int from, int to, int unseen, XidCount... xids) {
        for (var second = from; second < to; second += 30) {
            var values =
                    Map.of(Field.OBSERVED_SECONDS, 2000.0 + second - unseen, Field.LOST, 0.0, Field.POWER_WATTS, 70.0);
            told(second, second + 30, values, xids);
        }
        return this;
    }

    /// Tells what dcgm-exporter says, which shows the latest XID for as long as it runs.
    private SicknessTest latest(int from, int to, int xid) {
        return told(from, to, Map.of(Field.LATEST_XID, (double) xid, Field.POWER_WATTS, 70.0));
    }

    private List<Mark> marks() {
        return Sickness.of(new GpuHistory(rows, List.of(instance), boots, standing), UNTIL * 1000).stream()
                .map(Evidence.During::mark)
                .toList();
    }

    private static Mark mark(double from, double to, String evidence) {
        return new Mark(new Span(Math.round(from * 1000), Math.round(to * 1000)), evidence);
    }

    @Test
    void a_gpu_that_is_read_is_well() {
        assertThat(counted(0, 600).marks()).isEmpty();
        assertThat(new SicknessTest().latest(0, 600, 0).marks()).isEmpty();
    }

    @Test
    void it_is_lost_from_when_it_was_last_read_until_it_is_again() {
        seen(0, 30, 100, Field.LOST, 0).seen(30, 60, 110, Field.LOST, 1).seen(60, 90, 110, Field.LOST, 1);
        seen(90, 120, 115, Field.LOST, 0);
        assertThat(marks()).containsExactly(mark(10, 85, "gpu_lost"));
    }

    @Test
    void where_nobody_counts_it_is_lost_from_between_two_readings() {
        told(0, 30, Map.of(Field.LOST, 0.0))
                .told(30, 60, Map.of(Field.LOST, 1.0))
                .told(60, 90, Map.of(Field.LOST, 0.0));
        assertThat(marks()).containsExactly(mark(0, 60, "gpu_lost"));
    }

    @Test
    void it_is_stuck_as_long_as_it_does_not_answer() {
        seen(0, 30, 100, Field.STUCK, 0).seen(30, 90, 120, Field.STUCK, 1).seen(90, 120, 150, Field.STUCK, 0);
        assertThat(marks()).containsExactly(mark(20, 60, "stuck"));
    }

    @Test
    void a_row_that_cannot_be_remapped_is_evidence_from_between_two_readings() {
        told(0, 60, Map.of(Field.ROW_REMAP_FAILED, 0.0)).told(60, 120, Map.of(Field.ROW_REMAP_FAILED, 1.0));
        told(120, 150, Map.of(Field.ROW_REMAP_FAILED, 0.0));
        assertThat(marks()).containsExactly(mark(45, 105, "row_remap_failed"));
    }

    @Test
    void what_was_told_last_stands_however_long_it_is_silent() {
        seen(0, 30, 100, Field.LOST, 1);
        assertThat(marks()).containsExactly(mark(0, 600, "gpu_lost"));
    }

    @Test
    void a_fatal_xid_that_is_counted_stands_until_the_end() {
        counted(0, 120).counted(120, 600, new XidCount(79, 1));
        assertThat(marks()).containsExactly(mark(105, 600, "xid_79"));
    }

    /// A counter stands for as long as its exporter runs, and a gauge for as long as nothing else happens.
    @Test
    void an_xid_that_was_counted_before_anything_else_is_known_is_evidence_only_if_it_stood_already() {
        assertThat(counted(0, 600, new XidCount(79, 1)).marks()).isEmpty();
        assertThat(new SicknessTest().latest(0, 600, 79).marks()).isEmpty();
        standing.add(new FatalXid(79));
        assertThat(marks()).containsExactly(mark(0, 600, "xid_79"));
    }

    @Test
    void an_xid_of_an_application_is_no_evidence() {
        counted(0, 120).counted(120, 600, new XidCount(13, 4), new XidCount(31, 1));
        assertThat(marks()).isEmpty();
    }

    @Test
    void the_same_xid_again_is_evidence_again() {
        counted(0, 60).counted(60, 120, new XidCount(119, 1)).counted(120, 300, new XidCount(119, 2));
        boots.add(100_000L);
        assertThat(marks()).containsExactly(mark(45, 100, "xid_119"), mark(105, 600, "xid_119"));
    }

    @Test
    void an_xid_that_a_restarted_exporter_counts_anew_is_evidence() {
        standing.add(new FatalXid(79));
        counted(0, 60, new XidCount(79, 1));
        boots.add(70_000L);
        told(90, 120, Map.of(Field.OBSERVED_SECONDS, 5.0));
        told(120, 150, Map.of(Field.OBSERVED_SECONDS, 35.0), new XidCount(79, 1));
        assertThat(marks()).containsExactly(mark(0, 70, "xid_79"), mark(105, 600, "xid_79"));
    }

    /// It counts as many as before, and has seen more: but since another start.
    @Test
    void an_xid_that_is_counted_anew_after_an_outage_that_hides_the_restart_is_evidence() {
        standing.add(new FatalXid(79));
        told(0, 60, Map.of(Field.OBSERVED_SECONDS, 5.0, Field.STARTED_SECONDS, 1000.0), new XidCount(79, 1));
        boots.add(70_000L);
        told(300, 330, Map.of(Field.OBSERVED_SECONDS, 200.0, Field.STARTED_SECONDS, 1100.0), new XidCount(79, 1));
        assertThat(marks()).containsExactly(mark(0, 70, "xid_79"), mark(165, 600, "xid_79"));
    }

    @Test
    void an_xid_is_not_over_when_an_outage_hides_that_the_exporter_started_again() {
        var first = Map.of(Field.OBSERVED_SECONDS, 60.0, Field.STARTED_SECONDS, 1000.0, Field.POWER_WATTS, 70.0);
        var second = Map.of(Field.OBSERVED_SECONDS, 70.0, Field.STARTED_SECONDS, 1100.0, Field.POWER_WATTS, 70.0);
        told(0, 30, first);
        told(60, 90, first, new XidCount(95, 1));
        told(300, 330, second, new XidCount(95, 1));
        assertThat(marks()).containsExactly(mark(30, 600, "xid_95"));
    }

    @Test
    void a_reading_that_lacks_the_counts_says_nothing_of_them() {
        standing.add(new FatalXid(79));
        counted(0, 60, new XidCount(79, 1));
        boots.add(70_000L);
        counted(90, 120).counted(120, 180, new XidCount(79, 1));
        assertThat(marks()).containsExactly(mark(0, 70, "xid_79"));
    }

    @Test
    void an_xid_is_over_when_the_lost_gpu_is_back() {
        seen(0, 60, 100, Field.LOST, 0);
        told(60, 120, Map.of(Field.OBSERVED_SECONDS, 100.0, Field.LOST, 1.0), new XidCount(79, 1));
        told(120, 180, Map.of(Field.OBSERVED_SECONDS, 110.0, Field.LOST, 0.0), new XidCount(79, 1));
        assertThat(marks()).containsExactlyInAnyOrder(mark(30, 110, "gpu_lost"), mark(45, 110, "xid_79"));
    }

    /// All scrapes in which it was lost have failed.
    @Test
    void an_xid_is_over_when_the_gpu_was_not_seen_for_as_long_as_a_reset_takes() {
        read(0, 60, 0).read(60, 120, 0, new XidCount(95, 1)).read(270, 600, 90, new XidCount(95, 1));
        // It was not seen for 90 s of the 180 s before 270.
        assertThat(marks()).containsExactly(mark(45, 225, "xid_95"));
    }

    /// Of a GPU in MIG mode nothing but its instances is observed.
    @Test
    void an_xid_is_over_when_the_instances_were_not_seen_for_as_long_as_a_reset_takes() {
        told(0, 60, Map.of(Field.LOST, 0.0, Field.POWER_WATTS, 70.0));
        told(60, 600, Map.of(Field.LOST, 0.0, Field.POWER_WATTS, 70.0), new XidCount(95, 1));
        rows.removeIf(row -> row.millis() % 120_000 != 0);
        rows.forEach(row -> instance.add(observed(row.millis(), 2000.0 + row.millis() / 1000.0)));
        assertThat(marks()).containsExactly(mark(60, 600, "xid_95"));
        instance.replaceAll(
                row -> row.millis() < 360_000 ? row : observed(row.millis(), 1910.0 + row.millis() / 1000.0));
        assertThat(marks()).containsExactly(mark(60, 345, "xid_95"));
    }

    private static Row observed(long millis, double seconds) {
        var id = new UnitId("here", "GPU-1", Optional.of("7"));
        return new Row(
                Unit.of(id, "node"),
                millis,
                Values.of(Field.OBSERVED_SECONDS.bit(), new double[] {seconds}),
                List.of(),
                List.of());
    }

    /// dcgm-exporter names the GPU meanwhile, and nothing of it.
    @Test
    void it_is_over_too_where_the_gpu_was_named_all_the_while_and_not_read() {
        latest(0, 60, 0).latest(60, 120, 95).told(120, 270, Map.of()).latest(270, 600, 95);
        assertThat(marks()).containsExactly(mark(45, 255, "xid_95"));
    }

    @Test
    void an_xid_is_not_over_when_scrapes_fail_or_the_exporter_starts_again() {
        read(0, 60, 0).read(60, 120, 0, new XidCount(95, 1)).read(270, 360, 30, new XidCount(95, 1));
        read(450, 600, 2440, new XidCount(95, 1));
        assertThat(marks()).containsExactly(mark(45, 600, "xid_95"));
    }

    @Test
    void an_xid_is_over_when_the_driver_wants_nothing_done_any_more() {
        told(0, 60, Map.of(Field.RECOVERY_ACTION, 0.0));
        told(60, 120, Map.of(Field.RECOVERY_ACTION, 2.0), new XidCount(95, 1));
        told(120, 180, Map.of(Field.RECOVERY_ACTION, 0.0), new XidCount(95, 1));
        assertThat(marks()).containsExactly(mark(45, 120, "xid_95"));
    }

    @Test
    void it_is_over_too_where_a_reading_between_lacks_what_the_driver_wants() {
        told(0, 60, Map.of(Field.RECOVERY_ACTION, 0.0));
        told(60, 120, Map.of(Field.RECOVERY_ACTION, 2.0), new XidCount(95, 1));
        told(120, 150, Map.of(Field.POWER_WATTS, 70.0), new XidCount(95, 1));
        told(150, 180, Map.of(Field.RECOVERY_ACTION, 0.0), new XidCount(95, 1));
        assertThat(marks()).containsExactly(mark(45, 150, "xid_95"));
    }

    @Test
    void an_xid_is_over_when_the_node_has_booted() {
        counted(0, 60).counted(60, 120, new XidCount(79, 1)).counted(300, 360);
        boots.add(250_000L);
        assertThat(marks()).containsExactly(mark(45, 250, "xid_79"));
    }

    @Test
    void a_boot_ends_neither_that_a_gpu_is_lost_nor_that_it_is_stuck() {
        seen(0, 60, 100, Field.LOST, 1).seen(60, 120, 100, Field.LOST, 1);
        boots.add(70_000L);
        assertThat(marks()).containsExactly(mark(0, 600, "gpu_lost"));
    }

    @Test
    void the_latest_xid_counts_when_it_is_another() {
        latest(0, 60, 0).latest(60, 120, 13).latest(120, 300, 79);
        assertThat(marks()).containsExactly(mark(105, 600, "xid_79"));
    }

    @Test
    void the_latest_xid_is_over_when_none_is_shown() {
        latest(0, 60, 0).latest(60, 120, 79).latest(120, 300, 0);
        assertThat(marks()).containsExactly(mark(45, 105, "xid_79"));
    }

    /// Beside its counter an exporter of ours shows the latest XID as dcgm-exporter does, but not for ever.
    @Test
    void what_is_counted_stands_when_the_latest_is_not_shown_any_more() {
        counted(0, 60).told(60, 120, shown(95), new XidCount(95, 1)).told(120, 600, shown(0), new XidCount(95, 1));
        assertThat(marks()).containsExactly(mark(45, 600, "xid_95"));
    }

    private static Map<Field, Double> shown(int latest) {
        return Map.of(Field.LOST, 0.0, Field.LATEST_XID, (double) latest);
    }

    /// dcgm-exporter#500: the gauge stands after recovery.
    @Test
    void a_latest_xid_that_is_still_shown_after_the_gpu_is_back_is_over() {
        latest(0, 60, 0).latest(60, 120, 79).latest(360, 600, 79);
        assertThat(marks()).containsExactly(mark(45, 345, "xid_79"));
    }

    @Test
    void it_stays_over_where_a_reading_lacks_it() {
        latest(0, 60, 0).latest(60, 120, 79).latest(360, 420, 79);
        told(420, 450, Map.of(Field.POWER_WATTS, 70.0)).latest(450, 600, 79);
        assertThat(marks()).containsExactly(mark(45, 345, "xid_79"));
    }

    @Test
    void a_lost_scrape_does_not_end_it() {
        latest(0, 60, 0).latest(60, 120, 79).latest(150, 600, 79);
        assertThat(marks()).containsExactly(mark(45, 600, "xid_79"));
    }

    @Test
    void evidence_of_different_kinds_stands_side_by_side() {
        standing.add(new FatalXid(79));
        told(0, 30, Map.of(Field.LOST, 1.0, Field.ROW_REMAP_FAILED, 1.0), new XidCount(79, 1));
        assertThat(marks())
                .containsExactlyInAnyOrder(
                        mark(0, 600, "gpu_lost"), mark(0, 600, "row_remap_failed"), mark(0, 600, "xid_79"));
    }
}
