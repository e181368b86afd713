package io.gpuledger.analyzer.books;

import io.gpuledger.analyzer.cluster.Attribute;
import io.gpuledger.analyzer.telemetry.Kind;
import io.gpuledger.analyzer.telemetry.ObjectId;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Statement;
import io.gpuledger.analyzer.telemetry.Told;
import io.gpuledger.analyzer.telemetry.Unit;
import io.gpuledger.analyzer.telemetry.UnitId;
import io.gpuledger.simulator.fleet.Node;
import io.gpuledger.simulator.story.Hold;
import io.gpuledger.simulator.story.Story;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// All that is told of a drawn fleet in a cluster of its own. Beside what the simulator draws, nodes have cores of
/// which pods without GPUs take more or less, are tainted, and reject pods; quotas fill; and other pods are known from
/// the days before. So GPUs are stranded for causes that come and go.
///
/// Of an object no two things are said of the same instant: which of them is true could only hang on which comes last.
final class DrawnNews {
    static final long MINUTE = 60_000;
    private static final long DAY = 24 * 60 * MINUTE;
    private static final String GPU = "nvidia.com/gpu";
    private static final List<Long> INTERVALS = List.of(90L, 120L, 180L, 300L);
    private static final List<Integer> NODES = List.of(1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3, 3, 3, 9);
    private static final List<String> NAMESPACES = List.of("vision", "search", "speech");

    private final String cluster;
    private final SplittableRandom random;
    private final long begin;
    private final long end;
    private final List<Row> rows;
    private final List<Statement.About> statements = new ArrayList<>();
    private final Map<ObjectId, Set<Long>> instants = new HashMap<>();

    DrawnNews(long seed, int hours) {
        cluster = "seed-" + seed;
        random = new SplittableRandom(seed);
        var past = Past.of(seed, any(NODES), hours, any(INTERVALS));
        begin = Past.hour(0).toEpochMilli();
        end = past.end().toEpochMilli();
        rows = past.rows().stream().map(this::here).toList();
        past.statements().forEach(this::tell);
        past.story().fleet().nodes().forEach(this::node);
        onNodes(past.story());
        daysBefore();
        NAMESPACES.forEach(this::quota);
        statements.sort(Comparator.comparingLong(Statement::millis));
    }

    List<Row> rows() {
        return rows;
    }

    List<Statement.About> statements() {
        return statements;
    }

    private void tell(Statement statement) {
        if (!(statement instanceof Statement.About about)) {
            throw new IllegalArgumentException("of no object: " + statement);
        }
        var told = instants.computeIfAbsent(here(about.object()), _ -> new HashSet<>());
        var millis = about.millis();
        while (!told.add(millis)) {
            millis++;
        }
        statements.add(here(about, millis));
    }

    private <T> T any(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }

    private long anyTime() {
        return random.nextLong(begin, end);
    }

    private Row here(Row row) {
        var unit = row.unit();
        return new Row(
                new Unit(
                        new UnitId(cluster, unit.id().gpu(), unit.id().instance()),
                        unit.node(),
                        unit.index(),
                        unit.model(),
                        unit.profile(),
                        unit.instanceUuid(),
                        unit.computeSlices(),
                        unit.memorySlices()),
                row.millis(),
                row.values(),
                row.holdings(),
                row.xids());
    }

    private Statement.About here(Statement.About about, long millis) {
        return switch (about) {
            case Statement.Part part ->
                new Statement.Part(here(part.object()), millis, part.attributes(), part.ended());
            case Statement.Whole whole -> new Statement.Whole(here(whole.object()), millis, whole.attributes());
            case Statement.Gone gone -> new Statement.Gone(here(gone.object()), millis);
            case Statement.Unsaid unsaid -> new Statement.Unsaid(here(unsaid.object()), millis);
        };
    }

    private ObjectId here(ObjectId object) {
        return new ObjectId(cluster, object.kind(), object.namespace(), object.name(), object.uid());
    }

    private void node(Node node) {
        var id = ObjectId.named(cluster, Kind.NODE, node.name());
        var gpus = String.valueOf(node.gpus().size());
        tell(Told.part(
                id,
                begin,
                Attribute.CAPACITY + GPU,
                gpus,
                Attribute.ALLOCATABLE + GPU,
                gpus,
                Attribute.ALLOCATABLE + "cpu",
                String.valueOf(node.cpus()),
                Attribute.ALLOCATABLE + "memory",
                String.valueOf(node.memoryBytes()),
                Attribute.ALLOCATABLE + "pods",
                "110"));
        for (var change = random.nextInt(6); change > 0; change--) {
            tell(Told.part(
                    ObjectId.named(cluster, Kind.OTHER_PODS, node.name()),
                    anyTime(),
                    Attribute.REQUEST + "cpu",
                    String.valueOf(random.nextInt(node.cpus() + 1)),
                    Attribute.REQUEST + "pods",
                    "9"));
        }
        if (random.nextInt(3) == 0) {
            tainted(id);
        }
        if (random.nextInt(3) == 0) {
            rejecting(node.name());
        }
    }

    private void tainted(ObjectId node) {
        var from = anyTime();
        var taint = Attribute.TAINT + "dedicated:NoSchedule";
        tell(Told.part(node, from, taint, "others"));
        tell(new Statement.Part(
                node, random.nextLong(from, end), Told.part(node, from).attributes(), new TreeSet<>(List.of(taint))));
    }

    private void rejecting(String node) {
        var from = anyTime();
        for (var i = 0; i < 3; i++) {
            var at = from + i * random.nextLong(12 * MINUTE);
            tell(Told.part(
                    ObjectId.pod(cluster, any(NAMESPACES), "rejected-" + i, node + "-rejected-" + i),
                    at,
                    Attribute.NODE,
                    node,
                    Attribute.PHASE,
                    "Failed",
                    Attribute.EVICTION,
                    Attribute.REJECTED,
                    Attribute.STARTED,
                    Instant.ofEpochMilli(at).toString(),
                    Attribute.FINISHED,
                    Instant.ofEpochMilli(at).toString(),
                    Attribute.REQUEST + "main." + GPU,
                    "1"));
        }
    }

    /// What the cluster says of the pods that hold GPUs: where they are, and what they ask for.
    private void onNodes(Story story) {
        var nodes = story.fleet().nodes().stream()
                .flatMap(node -> node.gpus().stream().map(gpu -> List.of(gpu.uuid(), node.name())))
                .collect(Collectors.toMap(List::getFirst, List::getLast));
        story.holds().stream()
                .collect(Collectors.groupingBy(hold -> hold.pod().uid()))
                .values()
                .forEach(holds -> {
                    var hold = holds.getFirst();
                    var pod = hold.pod();
                    var units = holds.stream().map(Hold::unit).distinct().count();
                    tell(Told.part(
                            ObjectId.pod(cluster, pod.namespace(), pod.name(), pod.uid()),
                            hold.startedAt() * 1000,
                            Attribute.NODE,
                            nodes.getOrDefault(hold.unit().gpu().uuid(), ""),
                            Attribute.REQUEST + "main." + GPU,
                            String.valueOf(units),
                            Attribute.REQUEST + "main.cpu",
                            String.valueOf(units * random.nextInt(1, 20))));
                });
    }

    private void daysBefore() {
        for (var kind = random.nextInt(4); kind >= 0; kind--) {
            var from = begin - random.nextLong(DAY, 12 * DAY);
            var pod = ObjectId.pod(cluster, any(NAMESPACES), "before-" + kind, "before-" + kind);
            tell(Told.part(
                    pod,
                    from,
                    Attribute.NODE,
                    "gone",
                    Attribute.STARTED,
                    Instant.ofEpochMilli(from).toString(),
                    Attribute.REQUEST + "main." + GPU,
                    String.valueOf(1 << random.nextInt(4)),
                    Attribute.REQUEST + "main.cpu",
                    String.valueOf(random.nextInt(1, 33))));
            tell(new Statement.Gone(pod, from + random.nextLong(MINUTE, DAY)));
        }
    }

    private void quota(String namespace) {
        var quota = ObjectId.named(cluster, Kind.RESOURCE_QUOTA, namespace, "gpus");
        for (var change = random.nextInt(3); change > 0; change--) {
            tell(Told.part(
                    quota,
                    change == 1 ? begin : anyTime(),
                    Attribute.SCOPES,
                    "",
                    Attribute.HARD + "requests." + GPU,
                    "8",
                    Attribute.USED + "requests." + GPU,
                    String.valueOf(random.nextInt(9))));
        }
    }
}
