package io.gpuledger.analyzer.books;

import io.gpuledger.analyzer.booking.Carried;
import io.gpuledger.analyzer.booking.GpuSheet;
import io.gpuledger.analyzer.books.Agenda.Item;
import io.gpuledger.analyzer.fleet.KnownGpu;
import io.gpuledger.analyzer.fleet.NodeGpus;
import io.gpuledger.analyzer.time.Hour;
import io.gpuledger.analyzer.time.Span;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// What is carried forward from pass to pass of the current hour of each GPU, so that a pass reads what was told since
/// some minutes ago, and not all of the hour and of the time before it in which a quiet run may have begun.
///
/// It lies in memory only: after a start the first pass reads all. What is carried of a GPU takes some three kilobytes,
/// so that it is not done of more than a part of a very large fleet.
final class CarriedHours {
    private static final int GPUS_MAX = 50_000;

    private final Map<Integer, Carried> carried = new HashMap<>();

    /// Forgets what is not to be carried any further.
    ///
    /// @param since from when on something may be new by now
    /// @param settled until when hours are settled: these are booked as a whole
    void begin(long since, long settled) {
        carried.values().removeIf(one -> one.until() > since || one.until() < settled);
    }

    /// Returns the same items, in which GPUs of which something is carried have an item from there on. Those of a node
    /// stay together. Of each item, what goes on from the oldest instant comes first.
    List<Item> following(List<Item> items, NodeGpus nodeGpus) {
        var following = new ArrayList<Item>();
        for (var item : items) {
            var byInstant = new TreeMap<Long, List<KnownGpu>>();
            var whole = new ArrayList<KnownGpu>();
            var byNodes = new HashMap<Set<String>, Optional<Long>>();
            for (var gpu : item.gpus()) {
                byNodes.computeIfAbsent(gpu.allNodes(), _ -> instant(gpu, item.window(), nodeGpus))
                        .map(instant -> byInstant.computeIfAbsent(instant, _ -> new ArrayList<>()))
                        .orElse(whole)
                        .add(gpu);
            }
            byInstant.forEach((instant, gpus) -> following.add(
                    new Item(item.cluster(), new Span(instant, item.window().to()), gpus, Map.copyOf(of(gpus)))));
            if (!whole.isEmpty()) {
                following.add(item.of(whole));
            }
        }
        return following;
    }

    private Optional<Long> instant(KnownGpu gpu, Span window, NodeGpus nodeGpus) {
        return Optional.ofNullable(carried.get(gpu.id()))
                .map(Carried::until)
                .filter(until -> Hour.of(until) <= window.from() && until < window.to())
                .filter(until -> nodeGpus.and(List.of(gpu)).stream()
                        .filter(other -> !other.hasLeft(window.from()))
                        .map(other -> Optional.ofNullable(carried.get(other.id())))
                        .allMatch(other -> other.map(Carried::until).equals(Optional.of(until))));
    }

    private Map<Integer, Carried> of(List<KnownGpu> gpus) {
        var its = new HashMap<Integer, Carried>();
        gpus.forEach(gpu -> Optional.ofNullable(carried.get(gpu.id())).ifPresent(one -> its.put(gpu.id(), one)));
        return its;
    }

    /// Notes what may be carried forward of a GPU that has been booked.
    void booked(GpuSheet sheet) {
        sheet.carried()
                .filter(_ -> carried.size() < GPUS_MAX
                        || carried.containsKey(sheet.hours().gpu().id()))
                .ifPresentOrElse(
                        one -> carried.put(sheet.hours().gpu().id(), one),
                        () -> carried.remove(sheet.hours().gpu().id()));
    }
}
