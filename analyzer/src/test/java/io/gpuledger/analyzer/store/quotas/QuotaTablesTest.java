package io.gpuledger.analyzer.store.quotas;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.quota.Demand;
import io.gpuledger.analyzer.quota.Quota;
import io.gpuledger.analyzer.store.objects.StatementWriter;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.TestDatabase;
import io.gpuledger.analyzer.telemetry.Kind;
import io.gpuledger.analyzer.telemetry.ObjectId;
import io.gpuledger.analyzer.telemetry.Statement;
import io.gpuledger.analyzer.telemetry.Statement.Gone;
import io.gpuledger.analyzer.telemetry.Statement.Part;
import io.gpuledger.analyzer.telemetry.Told;
import io.gpuledger.analyzer.time.Span;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class QuotaTablesTest {
    private static final long HOUR = 3_600_000;
    private static final long DAY = 24 * HOUR;
    private static final long TUESDAY = Instant.parse("2026-03-03T00:00:00Z").toEpochMilli();
    private static final String GPU = "nvidia.com/gpu";

    private TestDatabase test;
    private Database database;

    @BeforeEach
    void open() throws Exception {
        test = TestDatabase.plain();
        database = test.migrated();
    }

    @AfterEach
    void close() {
        database.close();
        test.close();
    }

    private void tell(Statement... statements) throws Exception {
        try (var session = test.session()) {
            new StatementWriter(session).write(List.of(statements));
        }
    }

    private static Part part(ObjectId object, long millis, String... namesAndValues) {
        return Told.part(object, millis, namesAndValues);
    }

    private static ObjectId queue(String name) {
        return ObjectId.named("c", Kind.CLUSTER_QUEUE, name);
    }

    private static ObjectId workload(String name) {
        return ObjectId.named("c", Kind.WORKLOAD, "vision", name);
    }

    private static Part queue(String name, long millis, String flavor, long nominal, long used) {
        return part(
                queue(name),
                millis,
                "hard." + flavor + "/" + GPU,
                String.valueOf(nominal),
                "reserved." + flavor + "/" + GPU,
                String.valueOf(used));
    }

    private static Part ofCohort(String name, long millis) {
        return part(queue(name), millis, "cohort", "all");
    }

    private static Part cohort(String name, long millis, String... namesAndValues) {
        return part(ObjectId.named("c", Kind.COHORT, name), millis, namesAndValues);
    }

    private static Part quota(String name, long millis, String... namesAndValues) {
        return part(ObjectId.named("c", Kind.RESOURCE_QUOTA, "vision", name), millis, namesAndValues);
    }

    private static Part localQueue(long millis, String leadsTo) {
        return part(ObjectId.named("c", Kind.LOCAL_QUEUE, "vision", "gpus"), millis, "queue", leadsTo);
    }

    /// Returns a workload of two pods that ask for four GPUs each.
    private static Part asked(String name, long millis, String... more) {
        var all = new ArrayList<>(List.of("queue", "gpus", "pods.main", "2", "request.main." + GPU, "4"));
        all.addAll(List.of(more));
        return part(workload(name), millis, all.toArray(String[]::new));
    }

    private static Part reserved(String name, boolean isReserved, long millis) {
        return part(workload(name), millis, "condition.QuotaReserved", String.valueOf(isReserved));
    }

    private List<QuotaRow> at(long millis) {
        return new QuotaTables(database).at(millis, Optional.empty());
    }

    /// Each quota as `name/flavor hard used borrowed lent-but-unused cohort's-unused available`, with `-` for what is
    /// not known.
    private static List<String> told(List<QuotaRow> rows) {
        return rows.stream().map(row -> told(row.quota())).toList();
    }

    private static String told(Quota quota) {
        return quota.id().name()
                + quota.id().flavor().map(flavor -> "/" + flavor).orElse("")
                + List.of(
                                Optional.of(quota.allowance().nominal()),
                                quota.allowance().used(),
                                quota.borrowed(),
                                quota.lentUnused(),
                                quota.cohortUnused(),
                                quota.available())
                        .stream()
                        .map(number -> number.map(String::valueOf).orElse("-"))
                        .collect(Collectors.joining(" ", " ", ""));
    }

    @Test
    void who_is_in_no_cohort_borrows_nothing_and_lends_nothing() throws Exception {
        tell(queue("a", TUESDAY, "h100", 8, 5), part(queue("a"), TUESDAY, "hard.h100/cpu", "64"));

        assertThat(told(at(TUESDAY))).containsExactly("a/h100 8 5 0 - - 3");
    }

    @Test
    void a_queue_borrows_within_its_limit() throws Exception {
        tell(
                queue("a", TUESDAY, "h100", 8, 10),
                part(queue("a"), TUESDAY, "borrowing_limit.h100/" + GPU, "4"),
                ofCohort("a", TUESDAY),
                queue("b", TUESDAY, "h100", 8, 1),
                ofCohort("b", TUESDAY));

        assertThat(told(at(TUESDAY))).containsExactly("a/h100 8 10 2 0 5 2", "b/h100 8 1 0 5 5 5");
    }

    @Test
    void a_queue_lends_no_more_than_its_limit() throws Exception {
        tell(
                queue("a", TUESDAY, "h100", 8, 0),
                part(queue("a"), TUESDAY, "lending_limit.h100/" + GPU, "2"),
                ofCohort("a", TUESDAY),
                queue("b", TUESDAY, "h100", 4, 4),
                ofCohort("b", TUESDAY));

        assertThat(told(at(TUESDAY))).containsExactly("a/h100 8 0 0 2 2 8", "b/h100 4 4 0 0 2 2");
    }

    @Test
    void a_queue_has_of_what_its_cohort_and_that_of_its_cohort_have() throws Exception {
        tell(
                queue("a", TUESDAY, "h100", 0, 3),
                ofCohort("a", TUESDAY),
                cohort(
                        "all",
                        TUESDAY,
                        "hard.h100/" + GPU,
                        "4",
                        "borrowing_limit.h100/" + GPU,
                        "2",
                        "parent",
                        "company"),
                cohort("company", TUESDAY, "hard.h100/" + GPU, "16"));
        tell(cohort("company", TUESDAY + HOUR, "hard.h100/" + GPU, "1"));

        assertThat(told(at(TUESDAY))).containsExactly("a/h100 0 3 3 0 3 3");
        assertThat(told(at(TUESDAY + HOUR))).containsExactly("a/h100 0 3 3 0 2 2");
    }

    @Test
    void of_cohorts_that_are_in_each_other_nobody_knows_what_is_left() throws Exception {
        tell(
                queue("a", TUESDAY, "h100", 8, 3),
                ofCohort("a", TUESDAY),
                cohort("all", TUESDAY, "parent", "company"),
                cohort("company", TUESDAY, "parent", "all"));

        assertThat(told(at(TUESDAY))).containsExactly("a/h100 8 3 0 - - -");
    }

    @Test
    void of_three_that_lend_to_each_other_one_is_idle() throws Exception {
        tell(
                queue("busy", TUESDAY, "h100", 8, 8),
                ofCohort("busy", TUESDAY),
                queue("idle", TUESDAY, "h100", 8, 0),
                ofCohort("idle", TUESDAY),
                queue("more", TUESDAY, "h100", 8, 11),
                ofCohort("more", TUESDAY),
                queue("apart", TUESDAY, "h100", 8, 0));

        assertThat(told(at(TUESDAY)))
                .containsExactly(
                        "apart/h100 8 0 0 - - 8",
                        "busy/h100 8 8 0 0 5 5",
                        "idle/h100 8 0 0 5 5 5",
                        "more/h100 8 11 3 0 5 5");
    }

    @Test
    void a_quota_that_was_lowered_below_its_use_has_none_left() throws Exception {
        tell(
                queue("a", TUESDAY, "h100", 8, 8),
                quota("q", TUESDAY, "hard.requests." + GPU, "16", "used.requests." + GPU, "12"));
        tell(
                part(queue("a"), TUESDAY + HOUR, "hard.h100/" + GPU, "4"),
                quota("q", TUESDAY + HOUR, "hard.requests." + GPU, "8"));

        assertThat(told(at(TUESDAY))).containsExactly("q 16 12 0 - - 4", "a/h100 8 8 0 - - 0");
        assertThat(told(at(TUESDAY + HOUR))).containsExactly("q 8 12 0 - - 0", "a/h100 4 8 0 - - 0");
    }

    @Test
    void flavors_are_lent_apart() throws Exception {
        tell(
                queue("a", TUESDAY, "a100", 8, 0),
                queue("a", TUESDAY, "h100", 8, 12),
                ofCohort("a", TUESDAY),
                queue("b", TUESDAY, "h100", 8, 2),
                ofCohort("b", TUESDAY));

        assertThat(told(at(TUESDAY)))
                .containsExactly("a/a100 8 0 0 8 8 8", "a/h100 8 12 4 0 2 2", "b/h100 8 2 0 2 2 2");
    }

    @Test
    void last_tuesday_stands_as_it_was_known_then() throws Exception {
        var later = TUESDAY + 7 * DAY;
        tell(
                queue("a", TUESDAY, "h100", 8, 5),
                quota("q", TUESDAY, "hard.requests." + GPU, "16", "used.requests." + GPU, "0"));
        tell(
                queue("a", TUESDAY + DAY, "h100", 32, 30),
                new Gone(ObjectId.named("c", Kind.RESOURCE_QUOTA, "vision", "q"), TUESDAY + 2 * DAY),
                queue("b", TUESDAY + 3 * DAY, "h100", 1, 0));
        tell(part(queue("a"), later));

        assertThat(at(TUESDAY - 1)).isEmpty();
        assertThat(told(at(TUESDAY + 12 * HOUR))).containsExactly("q 16 0 0 - - 16", "a/h100 8 5 0 - - 3");
        assertThat(at(TUESDAY + 12 * HOUR)).extracting(QuotaRow::told).containsOnly(TUESDAY + 12 * HOUR);
        assertThat(told(at(later + DAY))).containsExactly("a/h100 32 30 0 - - 2", "b/h100 1 0 0 - - 1");
        assertThat(at(later + DAY)).extracting(QuotaRow::told).containsOnly(later);
    }

    @Test
    void what_nobody_tells_is_not_known() throws Exception {
        tell(
                part(queue("a"), TUESDAY, "hard.h100/" + GPU, "8", "cohort", "all"),
                queue("b", TUESDAY, "h100", 8, 2),
                ofCohort("b", TUESDAY),
                quota("q", TUESDAY, "hard.requests." + GPU, "16"),
                quota("silent", TUESDAY, "used.requests." + GPU, "16"));

        assertThat(told(at(TUESDAY))).containsExactly("q 16 - 0 - - -", "a/h100 8 - - - - -", "b/h100 8 2 0 - - -");
        assertThat(at(TUESDAY)).extracting(QuotaRow::waiting).containsOnly(Optional.empty());
    }

    @Test
    void before_a_queue_promises_nothing_what_is_admitted_is_its_use() throws Exception {
        tell(part(queue("a"), TUESDAY, "hard.h100/" + GPU, "8", "used.h100/" + GPU, "3"));

        assertThat(told(at(TUESDAY))).containsExactly("a/h100 8 3 0 - - 5");
    }

    @Test
    void scopes_are_told_in_words_where_they_are_told() throws Exception {
        var hard = "hard.requests." + GPU;
        tell(
                quota("all", TUESDAY, hard, "1", "scopes", ""),
                quota("some", TUESDAY, hard, "1", "scopes", "NotTerminating; PriorityClass In high,low"),
                quota("unknown", TUESDAY, hard, "1"));

        assertThat(at(TUESDAY))
                .extracting(row -> row.quota().scopes())
                .containsExactly(
                        Optional.of(List.of()),
                        Optional.of(List.of("pods without a deadline", "pods of priority class high or low")),
                        Optional.empty());
    }

    private void tellOfWork() throws Exception {
        tell(
                queue("a", TUESDAY, "a100", 8, 8),
                queue("a", TUESDAY, "h100", 8, 8),
                queue("b", TUESDAY, "h100", 8, 8),
                localQueue(TUESDAY, "a"),
                asked("waits", TUESDAY + HOUR, "condition.QuotaReserved", "false"),
                asked("given", TUESDAY + HOUR),
                reserved("given", true, TUESDAY + 3 * HOUR),
                asked("evicted", TUESDAY),
                reserved("evicted", true, TUESDAY),
                reserved("evicted", false, TUESDAY + 5 * HOUR),
                part(workload("evicted"), TUESDAY + 6 * HOUR, "condition.Finished", "true"),
                asked("stopped", TUESDAY, "active", "false"),
                part(workload("lost"), TUESDAY, "queue", "nowhere", "pods.main", "1", "request.main." + GPU, "1"),
                part(workload("cpu"), TUESDAY, "queue", "gpus", "pods.main", "1"));
    }

    @Test
    void work_waits_in_the_queue_that_its_own_leads_to_until_quota_is_reserved() throws Exception {
        tellOfWork();

        assertThat(at(TUESDAY)).extracting(QuotaRow::waiting).containsOnly(Optional.of(Demand.NONE));
        assertThat(at(TUESDAY + 2 * HOUR))
                .extracting(QuotaRow::waiting)
                .as("for either flavor of a, and not for b")
                .containsExactly(
                        Optional.of(new Demand(4, 16)), Optional.of(new Demand(4, 16)), Optional.of(Demand.NONE));
        assertThat(at(TUESDAY + 4 * HOUR).getFirst().waiting()).contains(new Demand(2, 8));
        assertThat(at(TUESDAY + 5 * HOUR).getFirst().waiting()).contains(new Demand(4, 16));
        assertThat(at(TUESDAY + 6 * HOUR).getFirst().waiting()).contains(new Demand(2, 8));
        assertThat(at(TUESDAY).getFirst().quota().namespaces()).containsExactly("vision");
    }

    @Test
    void gpus_are_blocked_for_as_long_as_work_waits() throws Exception {
        tellOfWork();
        tell(localQueue(TUESDAY + 8 * HOUR, "b"), part(workload("waits"), TUESDAY + 10 * HOUR));

        var rows =
                new QuotaTables(database).at(TUESDAY + DAY, Optional.of(new Span(TUESDAY + 2 * HOUR, TUESDAY + DAY)));

        // In a: one waits from 2 to 8, one from 2 to 3, one from 5 to 6, with 8 GPUs each. In b: one from 8 to 10, when
        // the last word came.
        assertThat(rows)
                .extracting(row -> row.blocked().map(millis -> millis / HOUR))
                .containsExactly(Optional.of(64L), Optional.of(64L), Optional.of(16L));
    }
}
