package io.gpuledger.analyzer.cluster.statemetrics;

import io.gpuledger.analyzer.cluster.Attribute;
import io.gpuledger.analyzer.cluster.statemetrics.SeriesMeaning.AttributeMeaning;
import io.gpuledger.analyzer.cluster.statemetrics.SeriesMeaning.ValueForm;
import io.gpuledger.analyzer.telemetry.Kind;
import io.gpuledger.analyzer.telemetry.ObjectId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/// The metrics by which HAMi's scheduler tells which part of which GPU it has assigned to which container, by their
/// names of all versions since 2.4 (https://github.com/Project-HAMi/HAMi/blob/master/cmd/scheduler/metrics.go). It
/// may tell the same by several of them at once.
final class HamiFamilies {
    private static final Map<String, Function<StateSeries, Optional<SeriesMeaning>>> ALL = new HashMap<>();

    /// How a version calls the labels of what is assigned.
    private record Words(String namespace, String pod, String container, String gpu) {
        Optional<ObjectId> assignment(StateSeries series) {
            var name = Stream.of(pod, container, gpu)
                    .map(label -> series.text(label))
                    .toList();
            return name.contains("")
                    ? Optional.empty()
                    : series.find(namespace)
                            .map(in -> ObjectId.named(series.cluster(), Kind.ASSIGNMENT, in, String.join("/", name)));
        }
    }

    private static final Words WORDS = new Words("namespace", "pod", "container_index", "device_uuid");
    private static final Words FORMER = new Words("podnamespace", "podname", "containeridx", "deviceuuid");

    static {
        assigned("hami_vgpu_core_allocated_ratio", WORDS, amount(Attribute.CORES));
        assigned("hami_vgpu_memory_allocated_bytes", WORDS, amount(Attribute.MEMORY));
        assigned("vGPUCoreAllocated", FORMER, amount(Attribute.CORES));
        assigned("vGPUMemoryAllocated", FORMER, amount(Attribute.MEMORY));
        ALL.put("vGPUPodsDeviceAllocated", HamiFamilies::memoryAndCores);
        gpu("hami_gpu_memory_limit_bytes", "device_uuid");
        gpu("GPUDeviceMemoryLimit", "deviceuuid");
    }

    private HamiFamilies() {}

    /// Returns what a series of this metric says, if it has the labels.
    static Optional<SeriesMeaning> meaning(String metric, StateSeries series) {
        return Optional.ofNullable(ALL.get(metric)).flatMap(family -> family.apply(series));
    }

    static boolean has(String metric) {
        return ALL.containsKey(metric);
    }

    /// Returns the metrics that say something.
    static Set<String> metrics() {
        return Set.copyOf(ALL.keySet());
    }

    private static void assigned(String metric, Words words, AttributeMeaning said) {
        ALL.put(metric, series -> words.assignment(series).map(id -> new SeriesMeaning(id, List.of(said))));
    }

    /// Versions before 2.8 tell the cores by a label of the series that tells the memory.
    private static Optional<SeriesMeaning> memoryAndCores(StateSeries series) {
        var cores = series.find("deviceusedcore")
                .map(text -> new AttributeMeaning(Attribute.CORES, new ValueForm.Constant(text)));
        var said = Stream.concat(Stream.of(amount(Attribute.MEMORY)), cores.stream())
                .toList();
        return FORMER.assignment(series).map(id -> new SeriesMeaning(id, said));
    }

    private static void gpu(String metric, String label) {
        ALL.put(
                metric,
                series -> series.find(label)
                        .map(uuid -> new SeriesMeaning(
                                ObjectId.named(series.cluster(), Kind.SHARED_GPU, uuid),
                                List.of(amount(Attribute.MEMORY)))));
    }

    private static AttributeMeaning amount(String attribute) {
        return new AttributeMeaning(attribute, new ValueForm.Amount());
    }
}
