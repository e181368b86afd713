package io.gpuledger.analyzer.ledger;

import io.gpuledger.analyzer.telemetry.Batch;
import io.gpuledger.analyzer.telemetry.Holder;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.UnitId;
import io.gpuledger.analyzer.time.Mark;
import io.gpuledger.analyzer.time.Span;
import io.gpuledger.analyzer.time.Timeline;
import io.gpuledger.simulator.fleet.Gpu;
import io.gpuledger.simulator.page.Exporter;
import io.gpuledger.simulator.page.FailingScrapes;
import io.gpuledger.simulator.page.Pages;
import io.gpuledger.simulator.story.Chapter;
import io.gpuledger.simulator.story.Pod;
import io.gpuledger.simulator.story.Story;
import io.gpuledger.simulator.story.Trouble;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// What an analyzer hears of a story: the pages of its exporters, scrape by scrape, and what the cluster says.
public final class Heard {
    private final Story story;
    private final Exporter exporter;
    private final long interval;
    private final long phase;
    private final FailingScrapes failing;

    public Heard(Story story, Exporter exporter, long interval, FailingScrapes failing) {
        this(story, exporter, interval, 0, failing);
    }

    /// @param phase how many seconds of the interval have passed at its first scrape
    public Heard(Story story, Exporter exporter, long interval, long phase, FailingScrapes failing) {
        this.story = story;
        this.exporter = exporter;
        this.interval = interval;
        this.phase = phase;
        this.failing = failing;
    }

    /// What is to be booked of each GPU.
    public List<GpuFacts> facts() {
        var pages = pages();
        var facts = new ArrayList<GpuFacts>();
        var node = 0;
        for (var chapter : story.chapters()) {
            var rows = rows(pages, node++);
            var tenants = tenants(chapter);
            chapter.node().gpus().forEach(gpu -> facts.add(facts(chapter, gpu, rows, tenants)));
        }
        return facts;
    }

    /// All that is told by all scrapes of its nodes' exporters, that of each scrape by itself, in their order.
    public List<Batch> batches() {
        var pages = pages();
        var batches = new TreeMap<Long, List<Batch>>();
        for (var node = 0; node < pages.size(); node++) {
            var reader = new PageRows();
            for (var at = firstScrape(node); at < story.span().to(); at += interval) {
                var millis = at * 1_000;
                if (!failing.hits(node, at)) {
                    pages.at(node, at)
                            .ifPresent(page -> batches.computeIfAbsent(millis, _ -> new ArrayList<>())
                                    .add(reader.batch(page, millis)));
                }
            }
        }
        return batches.values().stream().flatMap(List::stream).toList();
    }

    private long firstScrape(int node) {
        return story.span().from() + 1 + (phase + node) % interval;
    }

    /// All rows of all scrapes.
    public List<Row> rows() {
        var pages = pages();
        return IntStream.range(0, pages.size())
                .boxed()
                .flatMap(node -> rows(pages, node).values().stream())
                .flatMap(List::stream)
                .toList();
    }

    private Pages pages() {
        return new Pages(story, story.span().from(), exporter, exporter.showsLedger() ? 1 : interval);
    }

    private Map<UnitId, List<Row>> rows(Pages pages, int node) {
        var reader = new PageRows();
        var rows = new HashMap<UnitId, List<Row>>();
        for (var at = firstScrape(node); at < story.span().to(); at += interval) {
            if (!failing.hits(node, at)) {
                var millis = at * 1000;
                pages.at(node, at)
                        .map(page -> reader.rows(page, millis))
                        .orElse(List.of())
                        .forEach(row -> rows.computeIfAbsent(row.unit().id(), _ -> new ArrayList<>())
                                .add(row));
            }
        }
        return rows;
    }

    private GpuFacts facts(Chapter chapter, Gpu gpu, Map<UnitId, List<Row>> rows, Tenants tenants) {
        var device = new UnitId("here", gpu.uuid(), Optional.empty());
        var its = new HashMap<UnitId, List<Row>>();
        rows.forEach((unit, told) -> {
            if (unit.gpu().equals(gpu.uuid())) {
                its.put(unit, told);
            }
        });
        var until = story.span().to() * 1000;
        var unhealthy = Stream.concat(
                        Sick.of(device, its, until).stream(),
                        marks(chapter, gpu, "node_not_ready", Trouble.NotReady.class))
                .toList();
        return new GpuFacts(
                device,
                Timeline.always(gpu.model().product()),
                its,
                List.of(new Span(story.span().from() * 1000, until)),
                unhealthy,
                Stream.concat(
                                marks(chapter, gpu, "cordoned", Trouble.Cordoned.class),
                                marks(chapter, gpu, "maintenance", Trouble.Maintained.class))
                        .toList(),
                tenants,
                until);
    }

    private static Stream<Mark> marks(Chapter chapter, Gpu gpu, String cause, Class<? extends Trouble> kind) {
        return chapter.of(gpu).stream()
                .filter(kind::isInstance)
                .map(trouble -> new Mark(
                        new Span(trouble.span().from() * 1000, trouble.span().to() * 1000), cause));
    }

    private static Tenants tenants(Chapter chapter) {
        var pods = new HashMap<String, Tenant>();
        var ends = new HashMap<String, Long>();
        chapter.holds().values().stream()
                .flatMap(List::stream)
                .forEach(hold -> ends.merge(hold.pod().uid(), hold.span().to(), Math::max));
        chapter.holds().values().stream()
                .flatMap(List::stream)
                .forEach(hold -> pods.put(
                        name(hold.pod().namespace(), hold.pod().name()),
                        tenant(
                                hold.pod(),
                                hold.startedAt(),
                                ends.getOrDefault(hold.pod().uid(), 0L))));
        return (Holder holder, long _) -> Optional.ofNullable(pods.get(name(holder.namespace(), holder.pod())))
                .orElseThrow();
    }

    private static String name(String namespace, String pod) {
        return namespace + "/" + pod;
    }

    /// Its end is known by when it was no longer there: here each 30 s.
    private static Tenant tenant(Pod pod, long startedAt, long endedAt) {
        var ended = endedAt / 30 * 30 + 15;
        return new Tenant(
                new Owner(pod.namespace(), pod.name(), Optional.of(pod.uid())),
                OptionalLong.of(startedAt * 1000),
                OptionalLong.of(ended * 1000),
                Timeline.always(pod.idleAfter()),
                false);
    }
}
