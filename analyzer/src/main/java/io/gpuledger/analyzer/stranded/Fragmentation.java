package io.gpuledger.analyzer.stranded;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/// How much of the GPUs that are idle the next pod that comes could not have, as is to be expected: after Weng et al.,
/// "Beware of Fragmentation: Scheduling GPU-Sharing Workloads with Fragmentation Gradient Descent", USENIX ATC 2023.
///
///     R(n, g)  = what is left of GPU g of node n, in thousandths
///     F(n, m)  = sum over g of R(n, g)                                   where a pod m does not fit on n
///     F(n, m)  = sum over g of R(n, g), where R(n, g) < what m needs     where it fits
///     F(n)     = sum over the typical pods m of (their part * F(n, m))
///     F        = sum over n of F(n)
///
/// To a pod that wants no GPUs, all that is idle is a fragment, whether it fits or not. So of an idle cluster as much
/// is a fragment as pods of that kind are typical: where that is not meant, they are to be left out of the typical
/// pods.
///
/// @param millis by what the nodes would be to the pods, in thousandths of GPUs; of those that fit, what they could
/// have
public record Fragmentation(Map<Use, Double> millis) {
    public static final Fragmentation NONE = new Fragmentation(Map.of());

    public Fragmentation {
        var copy = new EnumMap<Use, Double>(Use.class);
        copy.putAll(millis);
        millis = Collections.unmodifiableMap(copy);
    }

    /// Returns that of a node.
    public static Fragmentation of(Remainder node, TypicalPods pods) {
        var millis = new EnumMap<Use, Double>(Use.class);
        var idle = node.idleMillis();
        for (var typical : pods.shapes()) {
            var use = node.use(typical.shape());
            if (use == Use.FITS) {
                var tooLittle = node.tooLittleMillis(typical.shape());
                millis.merge(Use.LACKS_GPUS, typical.part() * tooLittle, Double::sum);
                millis.merge(Use.FITS, typical.part() * (idle - tooLittle), Double::sum);
            } else {
                millis.merge(use, typical.part() * idle, Double::sum);
            }
        }
        return new Fragmentation(millis);
    }

    /// Returns that of both together.
    public Fragmentation plus(Fragmentation other) {
        var sum = new EnumMap<Use, Double>(Use.class);
        sum.putAll(millis);
        other.millis.forEach((use, amount) -> sum.merge(use, amount, Double::sum));
        return new Fragmentation(sum);
    }

    /// Returns how much is a fragment, in thousandths of GPUs.
    public double fragmentMillis() {
        return millis.entrySet().stream()
                .filter(one -> one.getKey() != Use.FITS)
                .mapToDouble(Map.Entry::getValue)
                .sum();
    }
}
