package io.gpuledger.analyzer.quota;

import io.gpuledger.analyzer.cluster.Attribute;
import io.gpuledger.analyzer.cluster.Resource;
import io.gpuledger.analyzer.time.Span;
import io.gpuledger.analyzer.time.Timeline;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/// What waits for the queues of one cluster: workloads that have no quota reserved. How many pods they have and what
/// each asks for, they say themselves, so that those count whose pods are not made before they are admitted.
public final class WaitingWork {
    private static final String TRUE = "true";
    private static final String RESERVED = Attribute.CONDITION + "QuotaReserved";
    private static final String ADMITTED = Attribute.CONDITION + "Admitted";
    private static final String FINISHED = Attribute.CONDITION + "Finished";

    /// A ClusterQueue, and what is waited for in it.
    public record Place(String queue, String resource) {}

    /// A LocalQueue.
    private record Door(String namespace, String name) {}

    private record Work(String namespace, Timeline<SortedMap<String, String>> told) {}

    private final Map<Door, Timeline<String>> queues = new HashMap<>();
    private final Map<String, Work> works = new HashMap<>();

    /// Adds a LocalQueue, which leads from a namespace into a ClusterQueue.
    public void localQueue(String namespace, String name, Timeline<SortedMap<String, String>> told) {
        queues.put(
                new Door(namespace, name),
                told.mapEach(maybe -> maybe.flatMap(known -> Optional.ofNullable(known.get(Attribute.QUEUE)))));
    }

    public void workload(String namespace, String name, Timeline<SortedMap<String, String>> told) {
        works.put(namespace + "/" + name, new Work(namespace, told));
    }

    /// Returns what waits at an instant. A workload whose LocalQueue nobody told of waits nowhere.
    public Map<Place, Demand> at(long millis) {
        var waiting = new HashMap<Place, Demand>();
        works.values()
                .forEach(work -> work.told()
                        .at(millis)
                        .filter(WaitingWork::waits)
                        .ifPresent(told -> door(work, told)
                                .at(millis)
                                .ifPresent(queue -> demands(told)
                                        .forEach((resource, demand) ->
                                                waiting.merge(new Place(queue, resource), demand, Demand::plus)))));
        return waiting;
    }

    /// Returns for how long what waited, as GPUs times milliseconds.
    public Map<Place, Long> gpuMillis(Span window) {
        var blocked = new HashMap<Place, Long>();
        works.values()
                .forEach(work -> work.told().each((from, to, told) -> {
                    var waits = new Span(from, to).within(window);
                    if (!waits.isEmpty() && waits(told)) {
                        var demands = demands(told);
                        door(work, told).each((since, until, queue) -> {
                            var millis = new Span(since, until).within(waits).millis();
                            demands.forEach((resource, demand) ->
                                    blocked.merge(new Place(queue, resource), millis * demand.gpus(), Long::sum));
                        });
                    }
                }));
        return blocked;
    }

    /// Who is evicted waits again, as nothing is reserved any more.
    private static boolean waits(SortedMap<String, String> told) {
        return !TRUE.equals(told.get(RESERVED))
                && !TRUE.equals(told.get(ADMITTED))
                && !TRUE.equals(told.get(FINISHED))
                && !"false".equals(told.get(Attribute.ACTIVE));
    }

    private Timeline<String> door(Work work, SortedMap<String, String> told) {
        return queues.getOrDefault(
                new Door(work.namespace(), told.getOrDefault(Attribute.QUEUE, "")), Timeline.empty());
    }

    /// Returns what the pods of all sets ask for, by resource. A pod that asks for GPUs of two kinds waits for both.
    public static Map<String, Demand> demands(SortedMap<String, String> told) {
        var demands = new HashMap<String, Demand>();
        told.tailMap(Attribute.REQUEST).entrySet().stream()
                .takeWhile(entry -> entry.getKey().startsWith(Attribute.REQUEST))
                .forEach(entry -> {
                    var point = entry.getKey().indexOf('.', Attribute.REQUEST.length());
                    var set = entry.getKey().substring(Attribute.REQUEST.length(), point);
                    var resource = entry.getKey().substring(point + 1);
                    var pods = Resource.amount(Attribute.PODS, told.getOrDefault(Attribute.PODS + set, "1"));
                    var each = Resource.amount(resource, entry.getValue());
                    if (pods.isPresent() && each.isPresent()) {
                        demands.merge(
                                resource,
                                new Demand(pods.getAsLong(), pods.getAsLong() * each.getAsLong()),
                                Demand::plus);
                    }
                });
        return demands;
    }
}
