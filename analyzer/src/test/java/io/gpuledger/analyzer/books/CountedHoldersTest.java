package io.gpuledger.analyzer.books;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.cluster.Attribute;
import io.gpuledger.analyzer.cluster.Pairs;
import io.gpuledger.analyzer.telemetry.Kind;
import io.gpuledger.analyzer.telemetry.ObjectId;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// GPUs of which nobody is said to hold them, and pods that are not said to hold any.
class CountedHoldersTest {
    private static final Instant BEGIN = Instant.ofEpochSecond(Past.BEGIN);
    private static final Instant END = Past.hour(12);
    private static final String NODE = "n1";

    /// Selects for how many minutes each GPU was in each state, and which pod it was booked to. The GPUs are
    /// numbered in the order of their UUIDs.
    private static final String HELD = """
        select dense_rank() over (order by g.uuid), o.pod, e.state, e.cause, e.estimated,
            round(sum(e.millis) / 60000.0)
        from gpu_ledger.entry e
        join gpu_ledger.gpu g on g.id = e.gpu_id
        left join gpu_ledger.owner o on o.id = e.owner_id
        group by g.uuid, o.pod, e.state, e.cause, e.estimated order by g.uuid, o.pod, e.state, e.cause
        """;

    private static Statement node(int capacity, int allocatable) {
        return new Statement.Part(
                ObjectId.named("here", Kind.NODE, NODE),
                BEGIN.toEpochMilli(),
                new TreeMap<>(Map.of(
                        Attribute.READY,
                        "true",
                        Attribute.CAPACITY + "nvidia.com/gpu",
                        Integer.toString(capacity),
                        Attribute.ALLOCATABLE + "nvidia.com/gpu",
                        Integer.toString(allocatable))),
                new TreeSet<>());
    }

    private static List<Statement> pod(String name, double from, double to, int gpus) {
        var id = ObjectId.pod("here", "vision", name, "uid-" + name);
        return List.of(
                new Statement.Whole(
                        id,
                        Past.hour(from).toEpochMilli(),
                        new TreeMap<>(Map.of(
                                Attribute.STARTED,
                                Past.hour(from).toString(),
                                Attribute.NODE,
                                NODE,
                                Attribute.LABELS,
                                Pairs.text(Map.of("team", "vision")),
                                Attribute.PHASE,
                                "Running",
                                Attribute.REQUEST + "main.nvidia.com/gpu",
                                Integer.toString(gpus)))),
                new Statement.Gone(id, Past.hour(to).toEpochMilli()));
    }

    private static List<Row> rows(String script) {
        return Past.told(script, 12).rows();
    }

    /// Returns the rows as an exporter that knows of no pods would tell them.
    private static List<Row> nameless(List<Row> rows) {
        return rows.stream()
                .map(row -> new Row(row.unit(), row.millis(), row.values(), List.of(), row.xids()))
                .toList();
    }

    private static List<String> held(List<Row> rows, Statement node, List<Statement> pods) throws Exception {
        var statements = new ArrayList<>(List.of(node));
        statements.addAll(pods);
        try (var kept = Kept.at(BEGIN, END)) {
            kept.tell(rows, statements);
            kept.passAt(END);
            return kept.rows(HELD);
        }
    }

    private static List<Statement> both(List<Statement> one, List<Statement> other) {
        return Stream.concat(one.stream(), other.stream()).toList();
    }

    @Test
    void a_pod_that_nobody_names_holds_as_many_as_it_asked_for() throws Exception {
        assertThat(held(nameless(rows("node n1 h100 3")), node(3, 3), pod("train", 2, 6, 2)))
                .containsExactly(
                        "1|train|starting|null|t|10",
                        "1|train|idle|null|t|230",
                        "1|null|free|null|f|479",
                        "2|train|starting|null|t|10",
                        "2|train|idle|null|t|230",
                        "2|null|free|null|f|479",
                        "3|null|free|null|f|719");
    }

    @Test
    void the_oldest_pod_comes_first_and_nobody_holds_what_is_not_there() throws Exception {
        var held =
                held(nameless(rows("node n1 h100 2")), node(2, 2), both(pod("second", 4, 8, 2), pod("first", 2, 6, 1)));
        assertThat(held.stream().filter(row -> !row.contains("starting")))
                .containsExactly(
                        "1|first|idle|null|t|230",
                        "1|second|idle|null|t|120",
                        "1|null|free|null|f|359",
                        "2|second|idle|null|t|230",
                        "2|null|free|null|f|479");
    }

    @Test
    void who_is_named_holds_what_it_is_said_to_hold() throws Exception {
        var rows = rows("""
            node n1 h100 2
            pod train vision on n1/1 from 2h to 6h doing 60%
            """);
        var statements = pod("train", 2, 6, 1);
        assertThat(held(rows, node(2, 2), statements))
                .noneMatch(row -> row.contains("|t|"))
                .anyMatch(row -> row.endsWith("|null|free|null|f|719"));
    }

    @Test
    void what_a_node_has_and_does_not_give_is_withheld() throws Exception {
        assertThat(held(nameless(rows("node n1 h100 3")), node(3, 2), pod("train", 0, 12, 1)).stream()
                        .filter(row -> !row.startsWith("1")))
                .containsExactly("2|null|withheld|not_allocatable|f|719", "3|null|free|null|f|719");
    }

    /// Returns the statement that Kueue has admitted the workload of a job, with so many GPUs, from an hour on.
    ///
    /// @param more further attributes, each followed by its value
    private static Statement admitted(double hour, int gpus, String... more) {
        var attributes = new TreeMap<>(Map.of(
                Attribute.OWNER,
                "Job/train",
                Attribute.CONDITION + "Admitted",
                "true",
                Attribute.USED + "main/h100/nvidia.com/gpu",
                Integer.toString(gpus)));
        for (var i = 0; i < more.length; i += 2) {
            attributes.put(more[i], more[i + 1]);
        }
        return new Statement.Whole(
                ObjectId.named("here", Kind.WORKLOAD, "vision", "job-train"),
                Past.hour(hour).toEpochMilli(),
                attributes);
    }

    private static Statement made(String pod, double hour, int gpus) {
        return new Statement.Whole(
                ObjectId.pod("here", "vision", pod, "uid-" + pod),
                Past.hour(hour).toEpochMilli(),
                new TreeMap<>(Map.of(
                        Attribute.CREATED,
                        Past.hour(hour).toString(),
                        Attribute.OWNER,
                        "Job/train",
                        Attribute.PHASE,
                        "Pending",
                        Attribute.REQUEST + "main.nvidia.com/gpu",
                        Integer.toString(gpus))));
    }

    @Test
    void what_a_workload_was_admitted_with_is_withheld_until_its_pods_are_made() throws Exception {
        var statements = List.of(admitted(2, 3), made("train-0", 4, 2), made("train-1", 7, 1));
        assertThat(held(nameless(rows("node n1 h100 4")), node(4, 4), statements))
                .containsExactly(
                        "1|null|withheld|admitted|f|300",
                        "1|null|free|null|f|419",
                        "2|null|withheld|admitted|f|120",
                        "2|null|free|null|f|599",
                        "3|null|withheld|admitted|f|120",
                        "3|null|free|null|f|599",
                        "4|null|free|null|f|719");
    }

    @Test
    void a_workload_that_is_over_waits_for_nothing_nor_does_one_whose_pods_were_there_first() throws Exception {
        var rows = nameless(rows("node n1 h100 1"));
        var over = admitted(5, 1, Attribute.CONDITION + "Finished", "true");
        assertThat(held(rows, node(1, 1), List.of(admitted(2, 1), over)))
                .containsExactly("1|null|withheld|admitted|f|180", "1|null|free|null|f|539");
        assertThat(held(rows, node(1, 1), List.of(admitted(2, 1), made("train-0", 2.005, 1))))
                .containsExactly("1|null|free|null|f|719");
        assertThat(held(rows, node(1, 1), List.of(admitted(2, 1, Attribute.OWNER, "Pod/train"))))
                .containsExactly("1|null|free|null|f|719");
    }

    /// When the analyzer first starts beside a cluster that is already at work, it hears of a workload's GPUs
    /// long after the workload was admitted.
    @Test
    void a_workload_is_admitted_since_it_says_so_whenever_its_GPUs_are_told() throws Exception {
        var rows = nameless(rows("node n1 h100 1"));
        var since = new Statement.Part(
                ObjectId.named("here", Kind.WORKLOAD, "vision", "job-train"),
                Past.hour(2).toEpochMilli(),
                new TreeMap<>(Map.of(Attribute.CONDITION + "Admitted", "true")),
                new TreeSet<>());
        assertThat(held(rows, node(1, 1), List.of(since, made("train-0", 2.2, 1), admitted(8, 1))))
                .containsExactly("1|null|withheld|admitted|f|12", "1|null|free|null|f|707");
        assertThat(held(rows, node(1, 1), List.of(since, admitted(8, 1, Attribute.OWNER, "RayJob/train"))))
                .as("nobody tells whose its pods are")
                .containsExactly("1|null|free|null|f|719");
    }

    @Test
    void what_is_waited_for_is_not_on_a_node_that_is_out() throws Exception {
        var out = new Statement.Part(
                ObjectId.named("here", Kind.NODE, NODE),
                Past.hour(1).toEpochMilli(),
                new TreeMap<>(Map.of(Attribute.TAINT + "gpu-ledger.io/maintenance:NoSchedule", "")),
                new TreeSet<>());
        var other = new Statement.Part(
                ObjectId.named("here", Kind.NODE, "n2"),
                BEGIN.toEpochMilli(),
                new TreeMap<>(Map.of(Attribute.READY, "true", Attribute.CAPACITY + "nvidia.com/gpu", "1")),
                new TreeSet<>());
        var held = held(nameless(rows("""
            node n1 h100 1
            node n2 h100 1
            """)), node(1, 1), List.of(out, other, admitted(4, 1), made("train-0", 6, 1)));
        assertThat(held).anyMatch(row -> row.contains("|maintenance|f|659"));
        assertThat(held).anyMatch(row -> row.contains("|admitted|f|120"));
    }

    @Test
    void a_workload_waits_for_GPUs_that_no_pod_has_and_for_half_a_day_at_the_most() throws Exception {
        var rows = nameless(rows("node n1 h100 2"));
        var statements = both(List.of(admitted(-6, 2)), pod("other", 3, 12, 1));
        assertThat(held(rows, node(2, 2), statements).stream().filter(row -> !row.contains("|other|")))
                .containsExactly(
                        "1|null|withheld|admitted|f|180", "2|null|withheld|admitted|f|360", "2|null|free|null|f|359");
    }

    @Test
    void nothing_is_reckoned_where_a_GPU_is_advertised_several_times() throws Exception {
        assertThat(held(nameless(rows("node n1 h100 2")), node(8, 8), pod("train", 2, 6, 2)))
                .containsExactly("1|null|free|null|f|719", "2|null|free|null|f|719");
    }

    /// The exporter is missing: who is waited for keeps its owner.
    @Test
    void a_GPU_that_nobody_tells_of_is_unobserved_and_somebody_s() throws Exception {
        assertThat(held(List.of(), node(2, 2), pod("train", 2, 6, 1)))
                .containsExactly(
                        "1|train|unobserved|silent|t|240",
                        "1|null|unobserved|silent|f|480",
                        "2|null|unobserved|silent|f|720");
    }

    @Test
    void books_that_are_kept_hour_by_hour_are_those_of_somebody_who_was_told_all_at_once() throws Exception {
        var rows = nameless(rows("node n1 h100 3"));
        var statements = new ArrayList<>(List.of(node(3, 2), admitted(9.65, 1), made("train-0", 10.2, 1)));
        statements.addAll(both(pod("train", 2, 6.4, 1), pod("other", 2.7, 9.6, 2)));
        try (var atOnce = Kept.at(BEGIN, END);
                var inSteps = Kept.at(BEGIN, END)) {
            atOnce.tell(rows, statements);
            atOnce.passAt(END);
            for (var step = 0; step < 12; step++) {
                var from = Past.hour(step).toEpochMilli();
                var to = Past.hour(step + 1).toEpochMilli();
                inSteps.tell(
                        rows.stream()
                                .filter(row -> from <= row.millis() && row.millis() < to)
                                .toList(),
                        statements.stream()
                                .filter(one -> from <= one.millis() && one.millis() < to)
                                .toList());
                inSteps.passAt(Past.hour(step + 1));
            }
            assertThat(inSteps.settled()).isEqualTo(atOnce.settled());
            assertThat(atOnce.settled()).anyMatch(row -> row.contains("|idle|"));
            assertThat(atOnce.settled()).anyMatch(row -> row.contains("|admitted|"));
        }
    }

    /// Who is named late takes what others were thought to hold.
    @Test
    void whatever_comes_late_the_books_are_the_same() throws Exception {
        var rows = rows("""
            node n1 h100 3
            pod train vision on n1/0 from 2h to 6h doing 60%
            """);
        var statements = new ArrayList<>(List.of(node(3, 3)));
        statements.addAll(both(pod("train", 2, 6, 1), pod("other", 3, 7, 1)));
        try (var atOnce = Kept.at(BEGIN, END);
                var late = Kept.at(BEGIN, END)) {
            atOnce.tell(rows, statements);
            atOnce.passAt(END);
            assertThat(atOnce.rows(HELD)).anyMatch(row -> row.contains("|other|idle|null|t|230"));

            late.tell(
                    rows.stream()
                            .filter(row -> !row.unit().index().equals(Optional.of("0")))
                            .toList(),
                    statements);
            late.passAt(END);
            late.tell(rows, List.of());
            for (var i = 1; i < 4; i++) {
                late.passAt(END.plusSeconds(60L * i));
            }
            assertThat(late.settled()).isEqualTo(atOnce.settled());
            assertThat(late.sumsThatAreOff()).isEmpty();
        }
    }
}
