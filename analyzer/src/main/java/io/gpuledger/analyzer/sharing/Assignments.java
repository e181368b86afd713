package io.gpuledger.analyzer.sharing;

import io.gpuledger.analyzer.cluster.Attribute;
import io.gpuledger.analyzer.telemetry.Holder;
import io.gpuledger.analyzer.telemetry.ObjectId;
import io.gpuledger.analyzer.time.Timeline;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;

/// What HAMi has assigned of the GPUs of a cluster over time. The part of a GPU that a container has is
///
///     cores / 100                                  where it was given a number of cores
///     its memory / the memory that there is        where the cores are not bounded
///
/// and where neither is known nothing bounds it. The memory that there is to be given is that of the GPU, or more
/// or less where HAMi is told to give it so.
final class Assignments {
    private static final double ALL_CORES = 100;

    private record Assigned(Holder holder, Timeline<SortedMap<String, String>> amounts) {}

    private final Map<String, List<Assigned>> byGpu = new HashMap<>();
    private final Map<String, Timeline<SortedMap<String, String>>> gpus = new HashMap<>();

    /// @param assigned the states of each assignment
    /// @param shared the states of each GPU that is shared
    Assignments(
            Map<ObjectId, Timeline<SortedMap<String, String>>> assigned,
            Map<ObjectId, Timeline<SortedMap<String, String>>> shared) {
        assigned.forEach(this::add);
        byGpu.values()
                .forEach(its -> its.sort(
                        Comparator.comparing((Assigned one) -> one.holder().namespace())
                                .thenComparing(one -> one.holder().pod())
                                .thenComparing(one -> one.holder().container())));
        shared.forEach((gpu, states) -> gpus.put(gpu.name(), states));
    }

    /// The names of pods, and the UUIDs of GPUs, have no slashes.
    private void add(ObjectId assignment, Timeline<SortedMap<String, String>> amounts) {
        var words = List.of(assignment.name().split("/", 3));
        if (words.size() == 3) {
            var holder = new Holder(assignment.namespace(), words.get(0), words.get(1), Optional.empty());
            byGpu.computeIfAbsent(words.get(2), _ -> new ArrayList<>()).add(new Assigned(holder, amounts));
        }
    }

    boolean areAny(String gpu) {
        return byGpu.containsKey(gpu);
    }

    /// Returns the parts of a GPU that were assigned at an instant.
    ///
    /// @param memory of the GPU in bytes, as far as it is known
    List<Part> at(String gpu, long millis, OptionalDouble memory) {
        var limit = gpus.getOrDefault(gpu, Timeline.empty())
                .at(millis)
                .map(states -> amount(states, Attribute.MEMORY))
                .filter(OptionalDouble::isPresent)
                .orElse(memory);
        return byGpu.getOrDefault(gpu, List.of()).stream()
                .flatMap(one ->
                        one.amounts().at(millis).stream().map(amounts -> new Part(one.holder(), size(amounts, limit))))
                .toList();
    }

    private static OptionalDouble size(SortedMap<String, String> amounts, OptionalDouble limit) {
        var cores = amount(amounts, Attribute.CORES);
        if (cores.isPresent()) {
            return OptionalDouble.of(cores.getAsDouble() / ALL_CORES);
        }
        var memory = amount(amounts, Attribute.MEMORY);
        return memory.isPresent() && limit.isPresent()
                ? OptionalDouble.of(memory.getAsDouble() / limit.getAsDouble())
                : OptionalDouble.empty();
    }

    /// None of either means that it is not bounded.
    private static OptionalDouble amount(SortedMap<String, String> amounts, String attribute) {
        try {
            var amount = Double.parseDouble(amounts.getOrDefault(attribute, "0"));
            return amount > 0 ? OptionalDouble.of(amount) : OptionalDouble.empty();
        } catch (NumberFormatException _) {
            return OptionalDouble.empty();
        }
    }
}
