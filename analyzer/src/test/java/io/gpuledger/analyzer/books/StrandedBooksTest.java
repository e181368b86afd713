package io.gpuledger.analyzer.books;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.cluster.Attribute;
import io.gpuledger.analyzer.cluster.Pairs;
import io.gpuledger.analyzer.telemetry.Kind;
import io.gpuledger.analyzer.telemetry.ObjectId;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Statement;
import io.gpuledger.analyzer.telemetry.Told;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// GPUs that nobody holds, and that are of no use to the pods that came in the days before.
class StrandedBooksTest {
    private static final Instant BEGIN = Instant.ofEpochSecond(Past.BEGIN);
    private static final Instant END = Past.hour(12);
    private static final String GPU = "nvidia.com/gpu";

    /// For how many minutes each GPU, in the order of their UUIDs, was in each state, hour by hour.
    private static final String UNHELD = """
        select dense_rank() over (order by g.uuid), e.state, e.cause,
            round(extract(epoch from min(e.hour) - ?) / 3600), round(sum(e.millis) / 60000.0)
        from gpu_ledger.entry e
        join gpu_ledger.gpu g on g.id = e.gpu_id
        where e.owner_id is null
        group by g.uuid, e.state, e.cause order by g.uuid, min(e.hour), e.state, e.cause
        """.replace("?", "'%s'::timestamptz".formatted(BEGIN));

    private static Statement node(String name, long gpus) {
        return Told.part(
                ObjectId.named("here", Kind.NODE, name),
                BEGIN.toEpochMilli(),
                Attribute.READY,
                "true",
                Attribute.CAPACITY + GPU,
                String.valueOf(gpus),
                Attribute.ALLOCATABLE + GPU,
                String.valueOf(gpus),
                Attribute.ALLOCATABLE + "cpu",
                "64",
                Attribute.ALLOCATABLE + "memory",
                "549755813888",
                Attribute.ALLOCATABLE + "pods",
                "110");
    }

    /// A pod of some days ago, of a GPU with eight cores: such are expected.
    private static List<Statement> past() {
        var pod = ObjectId.pod("here", "vision", "old", "uid-old");
        return List.of(
                Told.part(
                        pod,
                        BEGIN.minusSeconds(86_400 * 3).toEpochMilli(),
                        Attribute.NODE,
                        "n0",
                        Attribute.STARTED,
                        BEGIN.minusSeconds(86_400 * 3).toString(),
                        Attribute.REQUEST + "main." + GPU,
                        "1",
                        Attribute.REQUEST + "main.cpu",
                        "8"),
                new Statement.Gone(pod, BEGIN.minusSeconds(86_400 * 2).toEpochMilli()));
    }

    private static Statement others(double hour, long cores) {
        return Told.part(
                ObjectId.named("here", Kind.OTHER_PODS, "n1"),
                Past.hour(hour).toEpochMilli(),
                Attribute.REQUEST + "cpu",
                String.valueOf(cores),
                Attribute.REQUEST + "pods",
                "14");
    }

    @Test
    void gpus_are_stranded_while_the_quota_of_those_who_come_is_used_up() throws Exception {
        var quota = ObjectId.named("here", Kind.RESOURCE_QUOTA, "vision", "gpus");
        var statements = new ArrayList<>(past());
        statements.addAll(List.of(node("n1", 1), quota(quota, 0, 3), quota(quota, 2, 4), quota(quota, 5, 3)));

        assertThat(unheld(Past.told("node n1 h100 1", 12).rows(), statements))
                .containsExactly("1|free|null|0|539", "1|stranded|quota_blocked|2|180");
    }

    @Test
    void a_gpu_that_is_advertised_several_times_is_of_use_to_who_wants_some_of_its_replicas() throws Exception {
        var shared = Told.part(
                ObjectId.named("here", Kind.NODE, "n1"),
                BEGIN.toEpochMilli(),
                Attribute.LABELS,
                Pairs.text(Map.of("nvidia_com_gpu_replicas", "4", "nvidia_com_gpu_count", "1")));
        var wanted = new ArrayList<>(past());
        wanted.addAll(List.of(
                Told.part(
                        ObjectId.pod("here", "vision", "old", "uid-old"),
                        BEGIN.minusSeconds(86_400 * 3).toEpochMilli(),
                        Attribute.REQUEST + "main." + GPU,
                        "3"),
                node("n1", 4),
                shared));
        var tooMuch = new ArrayList<>(wanted);
        tooMuch.add(others(6, 60));

        // One of the four replicas is left over, which is not all of the GPU.
        assertThat(unheld(Past.told("node n1 h100 1", 12).rows(), wanted)).containsExactly("1|free|null|0|719");
        assertThat(unheld(Past.told("node n1 h100 1", 12).rows(), tooMuch))
                .containsExactly("1|free|null|0|360", "1|stranded|host_cpu|6|359");
    }

    private static Statement quota(ObjectId quota, double hour, int used) {
        return Told.part(
                quota,
                Past.hour(hour).toEpochMilli(),
                Attribute.SCOPES,
                "",
                Attribute.HARD + "requests." + GPU,
                "4",
                Attribute.USED + "requests." + GPU,
                String.valueOf(used));
    }

    private static List<String> unheld(List<Row> rows, List<Statement> statements) throws Exception {
        try (var kept = Kept.at(BEGIN, END)) {
            kept.tell(rows, statements);
            kept.passAt(END);
            return kept.rows(UNHELD);
        }
    }

    @Test
    void gpus_are_stranded_from_when_other_pods_take_the_cores_until_they_go() throws Exception {
        var statements = new ArrayList<>(past());
        statements.addAll(List.of(node("n1", 2), others(0, 8), others(4, 61), others(6, 52), others(8, 8)));

        // Three cores are left for two hours, which is too little for either, and twelve for the next two.
        assertThat(unheld(Past.told("node n1 h100 2", 12).rows(), statements))
                .containsExactly(
                        "1|free|null|0|479",
                        "1|stranded|host_cpu|4|240",
                        "2|free|null|0|599",
                        "2|stranded|host_cpu|4|120");
    }
}
