package io.gpuledger.analyzer.books;

import io.gpuledger.analyzer.cluster.Attribute;
import io.gpuledger.analyzer.cluster.Pairs;
import io.gpuledger.analyzer.ledger.Heard;
import io.gpuledger.analyzer.telemetry.Kind;
import io.gpuledger.analyzer.telemetry.ObjectId;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Statement;
import io.gpuledger.simulator.draw.Drawing;
import io.gpuledger.simulator.page.Exporter;
import io.gpuledger.simulator.page.FailingScrapes;
import io.gpuledger.simulator.script.Script;
import io.gpuledger.simulator.story.Hold;
import io.gpuledger.simulator.story.Pod;
import io.gpuledger.simulator.story.Span;
import io.gpuledger.simulator.story.Story;
import io.gpuledger.simulator.story.Trouble;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/// All that was told of a drawn fleet.
public record Past(Story story, List<Row> rows, List<Statement> statements) {
    static final long BEGIN = 1_790_035_200;

    static Past of(long seed, int nodes, int hours, long interval) {
        var story = Drawing.of(seed, nodes, new Span(BEGIN, BEGIN + hours * 3600L));
        var heard = new Heard(story, Exporter.GPU_EXPORTER, interval, new FailingScrapes(4));
        return new Past(story, heard.rows(), statements(story));
    }

    /// Returns all that was told of a fleet that a script describes, and that was scraped each minute.
    static Past told(String script, int hours) {
        return told(script, hours, 60);
    }

    static Past told(String script, int hours, long interval) {
        var story = Script.read(script, new Span(BEGIN, BEGIN + 3600L * hours));
        var rows = new Heard(story, Exporter.GPU_EXPORTER, interval, new FailingScrapes(0)).rows();
        return new Past(story, rows, statements(story));
    }

    /// So many hours after the begin.
    static Instant hour(double hour) {
        return Instant.ofEpochSecond(BEGIN + Math.round(3600 * hour));
    }

    Instant end() {
        return Instant.ofEpochSecond(story.span().to());
    }

    /// What a cluster says of it, as it happens.
    public static List<Statement> statements(Story story) {
        var statements = new ArrayList<Statement>();
        story.fleet().nodes().forEach(node -> {
            statements.add(node(node.name(), story.span().from(), "false", "true"));
            story.troubles().forEach(trouble -> trouble(node.name(), trouble, statements));
        });
        Map<Pod, Span> pods = new HashMap<>();
        story.holds()
                .forEach(hold -> pods.merge(
                        hold.pod(),
                        hold.span(),
                        (one, other) -> new Span(Math.min(one.from(), other.from()), Math.max(one.to(), other.to()))));
        story.holds().stream()
                .map(Hold::pod)
                .distinct()
                .forEach(pod -> pod(pod, pods.getOrDefault(pod, story.span()), statements));
        return statements;
    }

    private static void trouble(String node, Trouble trouble, List<Statement> statements) {
        if (trouble instanceof Trouble.Cordoned cordoned && cordoned.node().equals(node)) {
            statements.add(part(node, cordoned.span().from(), Attribute.CORDONED, "true"));
            statements.add(part(node, cordoned.span().to(), Attribute.CORDONED, "false"));
        } else if (trouble instanceof Trouble.NotReady notReady
                && notReady.node().equals(node)) {
            statements.add(part(node, notReady.span().from(), Attribute.READY, "false"));
            statements.add(part(node, notReady.span().to(), Attribute.READY, "true"));
        }
    }

    private static Statement node(String name, long second, String cordoned, String ready) {
        return new Statement.Part(
                ObjectId.named("here", Kind.NODE, name),
                second * 1000,
                new TreeMap<>(Map.of(Attribute.CORDONED, cordoned, Attribute.READY, ready)),
                new TreeSet<>());
    }

    private static Statement part(String node, long second, String attribute, String value) {
        return new Statement.Part(
                ObjectId.named("here", Kind.NODE, node),
                second * 1000,
                new TreeMap<>(Map.of(attribute, value)),
                new TreeSet<>());
    }

    private static void pod(Pod pod, Span span, List<Statement> statements) {
        var id = ObjectId.pod("here", pod.namespace(), pod.name(), pod.uid());
        statements.add(new Statement.Whole(
                id,
                span.from() * 1000,
                new TreeMap<>(Map.of(
                        Attribute.STARTED,
                        Instant.ofEpochSecond(span.from()).toString(),
                        Attribute.OWNER,
                        pod.workload().kind() + "/" + pod.workload().name(),
                        Attribute.LABELS,
                        Pairs.text(Map.of("team", pod.team())),
                        Attribute.ANNOTATIONS,
                        Pairs.text(Map.of(
                                "gpu_ledger_io_idle_after", pod.idleAfter().toSeconds() + "s")),
                        Attribute.PHASE,
                        "Running",
                        Attribute.REQUEST + "main.nvidia.com/gpu",
                        "1"))));
        statements.add(new Statement.Gone(id, span.to() * 1000));
    }
}
