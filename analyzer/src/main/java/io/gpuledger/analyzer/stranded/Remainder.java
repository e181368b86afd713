package io.gpuledger.analyzer.stranded;

import io.gpuledger.analyzer.cluster.Resource;
import java.util.Collections;
import java.util.List;

/// What a node has left.
///
/// @param model of its GPUs
/// @param gpuMillis what is left of each GPU, in thousandths
public record Remainder(String model, long cpuMillis, List<Integer> gpuMillis) {
    public Remainder {
        gpuMillis = List.copyOf(gpuMillis);
    }

    /// Returns what a node has left, of which the units are whole GPUs.
    public static Remainder of(SpareUnits units) {
        var place = units.place();
        return new Remainder(
                place.state().label(TypicalPods.PRODUCT).orElse(""),
                Math.max(0, place.free(Resource.CPU)),
                Collections.nCopies(units.count(), 1_000));
    }

    /// Returns how much of all GPUs together is left, in thousandths.
    public long idleMillis() {
        return gpuMillis.stream().mapToLong(Integer::longValue).sum();
    }

    /// Says what the node would be to such a pod.
    public Use use(PodShape pod) {
        var hasCores = cpuMillis >= pod.cpuMillis();
        if (!pod.needsGpus()) {
            return hasCores ? Use.CORES_ONLY : Use.CORES_ONLY_LACKING;
        }
        if (!pod.models().isEmpty() && !pod.models().contains(model)) {
            return Use.OTHER_MODEL;
        }
        if (hasGpus(pod)) {
            return hasCores ? Use.FITS : Use.LACKS_CORES;
        }
        return hasCores ? Use.LACKS_GPUS : Use.LACKS_BOTH;
    }

    /// This is asked of each node and each kind of pod.
    private boolean hasGpus(PodShape pod) {
        var enough = 0;
        for (var left : gpuMillis) {
            if (left >= pod.gpuMillis()) {
                enough++;
            }
        }
        return enough >= pod.gpus();
    }

    /// Returns what is left of those GPUs that have too little left for a pod, where that fits all the same.
    long tooLittleMillis(PodShape pod) {
        var sum = 0L;
        for (var left : gpuMillis) {
            if (left < pod.gpuMillis()) {
                sum += left;
            }
        }
        return sum;
    }
}
