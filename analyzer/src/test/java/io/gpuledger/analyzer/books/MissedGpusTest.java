package io.gpuledger.analyzer.books;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.booking.Prices;
import io.gpuledger.analyzer.cluster.Attribute;
import io.gpuledger.analyzer.cluster.Pairs;
import io.gpuledger.analyzer.telemetry.Kind;
import io.gpuledger.analyzer.telemetry.ObjectId;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// GPUs that a node should have, and that nobody tells of.
class MissedGpusTest {
    private static final Instant BEGIN = Instant.ofEpochSecond(Past.BEGIN);
    private static final Instant END = Past.hour(12);
    /// After so long whatever came late is filled.
    private static final Duration FILLED = Duration.ofHours(2);

    private static final Prices PRICES =
            PriceFile.parse("prices", "h100 19.20 USD node-hour gpu-part=50%").prices();
    private static final Map<String, String> EIGHT =
            Map.of("nvidia_com_gpu_count", "8", "nvidia_com_gpu_product", "NVIDIA-H100-80GB-HBM3-SHARED");

    private static final String MISSED = """
        select g.uuid, s.name, e.state, e.cause, sum(e.millis), sum(e.cost_micros), min(e.hour), max(e.hour)
        from gpu_ledger.entry e
        join gpu_ledger.gpu g on g.id = e.gpu_id
        join gpu_ledger.sku s on s.id = e.sku_id
        where g.ordinal is not null
        group by g.uuid, s.name, e.state, e.cause order by g.uuid, s.name, e.state
        """;

    private static Statement node(String name, Instant when, Map<String, String> labels, Map<String, String> more) {
        SortedMap<String, String> attributes = new TreeMap<>(more);
        attributes.put(Attribute.READY, "true");
        attributes.put(Attribute.LABELS, Pairs.text(labels));
        return new Statement.Part(
                ObjectId.named("here", Kind.NODE, name), when.toEpochMilli(), attributes, new TreeSet<>());
    }

    private static Statement gone(String name, Instant when) {
        return new Statement.Gone(ObjectId.named("here", Kind.NODE, name), when.toEpochMilli());
    }

    private static List<Row> rows(String script, Instant since) {
        return Past.told(script, 12).rows().stream()
                .filter(row -> row.millis() >= since.toEpochMilli())
                .toList();
    }

    private static Kept books() throws Exception {
        return new Kept(BEGIN, END, PRICES);
    }

    private static List<String> missed(List<Row> rows, Statement... statements) throws Exception {
        try (var kept = books()) {
            kept.tell(rows, List.of(statements));
            kept.passAt(END);
            return kept.rows(MISSED);
        }
    }

    @Test
    void a_node_whose_exporter_is_missing_is_unobserved_and_costs_what_it_costs() throws Exception {
        var missed = missed(List.of(), node("n1", BEGIN, EIGHT, Map.of()));
        assertThat(missed).hasSize(8);
        assertThat(missed.getFirst()).startsWith("n1#1|NVIDIA H100 80GB HBM3|unobserved|silent|43200000|14400000|");
        assertThat(missed.getLast()).startsWith("n1#8|NVIDIA H100 80GB HBM3|unobserved|silent|43200000|14400000|");
    }

    @Test
    void who_is_told_of_claims_a_slot_and_its_past_is_not_booked_again() throws Exception {
        var rows = rows("node n1 h100 2", Past.hour(4));
        var missed = missed(rows, node("n1", BEGIN, Map.of("nvidia_com_gpu_count", "3"), Map.of()));
        assertThat(missed).hasSize(3);
        assertThat(missed.get(0)).startsWith("n1#1||unobserved|silent|14401000|");
        assertThat(missed.get(1)).startsWith("n1#2||unobserved|silent|14401000|");
        assertThat(missed.get(2)).startsWith("n1#3||unobserved|silent|43200000|");
    }

    @Test
    void those_of_a_node_that_is_not_ready_are_unhealthy() throws Exception {
        var missed = missed(
                List.of(),
                node("n1", BEGIN, Map.of("nvidia_com_gpu_count", "1"), Map.of()),
                new Statement.Part(
                        ObjectId.named("here", Kind.NODE, "n1"),
                        Past.hour(6).toEpochMilli(),
                        new TreeMap<>(Map.of(Attribute.READY, "unknown")),
                        new TreeSet<>()));
        assertThat(missed).hasSize(2);
        assertThat(missed.get(0)).startsWith("n1#1||unhealthy|node_not_ready|21600000|");
        assertThat(missed.get(1)).startsWith("n1#1||unobserved|silent|21600000|");
    }

    @Test
    void they_leave_an_hour_after_their_node() throws Exception {
        var missed = missed(
                List.of(), node("n1", BEGIN, Map.of("nvidia_com_gpu_count", "1"), Map.of()), gone("n1", Past.hour(2)));
        assertThat(missed).hasSize(1);
        assertThat(missed.getFirst()).startsWith("n1#1||unobserved|silent|10800000|");
    }

    @Test
    void what_is_advertised_four_times_is_one_and_counts_until_somebody_knows_better() throws Exception {
        var shared = Map.of(Attribute.CAPACITY + "nvidia.com/gpu", "8");
        assertThat(missed(List.of(), node("n1", BEGIN, Map.of("nvidia_com_gpu_replicas", "4"), shared)))
                .hasSize(2);
        assertThat(missed(List.of(), node("n1", BEGIN, Map.of(), shared))).hasSize(8);
        assertThat(missed(rows("node n1 h100 2", BEGIN), node("n1", BEGIN, Map.of(), shared)))
                .isEmpty();
    }

    @Test
    void nobody_is_missed_where_exporters_call_nodes_by_other_names() throws Exception {
        assertThat(missed(rows("node n1.example.com h100 2", BEGIN), node("n1", BEGIN, EIGHT, Map.of())))
                .isEmpty();
    }

    /// The node, or its GPUs, are told of when hours were settled without them.
    @Test
    void whatever_comes_late_the_books_are_the_same() throws Exception {
        var node = node("n1", Past.hour(1), Map.of("nvidia_com_gpu_count", "3"), Map.of());
        var rows = rows("node n1 h100 2", Past.hour(3));
        try (var atOnce = books();
                var lateNode = books();
                var lateGpus = books();
                var lateEnd = books()) {
            atOnce.tell(rows, List.of(node, gone("n1", Past.hour(9))));
            atOnce.passAt(END);
            booksAgain(atOnce);
            assertThat(atOnce.settled())
                    .anyMatch(row -> row.startsWith("n1#2|"))
                    .anyMatch(row -> row.contains("|free|"));

            lateNode.tell(rows, List.of());
            lateNode.passAt(END);
            lateNode.tell(List.of(), List.of(node, gone("n1", Past.hour(9))));
            booksAgain(lateNode);
            assertThat(lateNode.settled()).isEqualTo(atOnce.settled());

            lateGpus.tell(List.of(), List.of(node, gone("n1", Past.hour(9))));
            lateGpus.passAt(END);
            lateGpus.restart();
            lateGpus.tell(rows, List.of());
            booksAgain(lateGpus);
            assertThat(lateGpus.settled()).isEqualTo(atOnce.settled());

            lateEnd.tell(rows, List.of(node));
            lateEnd.passAt(END);
            lateEnd.tell(List.of(), List.of(gone("n1", Past.hour(9))));
            booksAgain(lateEnd);
            assertThat(lateEnd.settled()).isEqualTo(atOnce.settled());
        }
    }

    /// Who has just been told something late waits for more.
    private static void booksAgain(Kept kept) throws Exception {
        kept.passAt(END.plusSeconds(60));
        kept.passAt(END.plusSeconds(120));
        kept.passAt(END.plus(FILLED).minusSeconds(60));
        kept.passAt(END.plus(FILLED));
        assertThat(kept.rows("select * from gpu_ledger.unbooked")).isEmpty();
        assertThat(kept.sumsThatAreOff()).isEmpty();
    }
}
