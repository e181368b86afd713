package io.gpuledger.analyzer.diagnosis;

import io.gpuledger.analyzer.cluster.LabelName;
import io.gpuledger.analyzer.cluster.NodeState;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleSupplier;
import java.util.regex.Pattern;

/// Says how much of a GPU one of a resource is, where the GPU is advertised in parts:
///
/// - an instance of MIG is its compute slices of the seven that the GPU has, or of the four of an A30 or an RTX PRO
///   6000;
/// - where a GPU is advertised several times, each is one of so many.
final class GpuPart {
    /// A page asks for these of each node several times.
    private static final String PRODUCT = LabelName.normal("nvidia.com/gpu.product");

    private static final String REPLICAS = LabelName.normal("nvidia.com/gpu.replicas");
    private static final String MIG = "nvidia.com/mig-";
    private static final Pattern INSTANCE = Pattern.compile(Pattern.quote(MIG) + "(\\d)g\\..*");
    private static final double SLICES = 7;
    private static final double FEW_SLICES = 4;
    private static final List<String> OF_FEW_SLICES = List.of("A30", "RTX PRO 6000", "RTX-PRO-6000");

    private GpuPart() {}

    /// Returns the part of one of a resource on a node.
    static double of(String resource, NodeState node) {
        return instance(resource, () -> slices(node)).orElseGet(() -> 1.0 / replicas(resource, node));
    }

    private static double slices(NodeState node) {
        var isOfFew = label(node, PRODUCT)
                .filter(product -> OF_FEW_SLICES.stream().anyMatch(product::contains))
                .isPresent();
        return isOfFew ? FEW_SLICES : SLICES;
    }

    /// Returns the part of one of a resource that no node has: a GPU is taken to be whole.
    static double anywhere(String resource) {
        return instance(resource, () -> SLICES).orElse(1.0);
    }

    private static Optional<Double> instance(String resource, DoubleSupplier slices) {
        if (!resource.startsWith(MIG)) {
            return Optional.empty();
        }
        var instance = INSTANCE.matcher(resource);
        return instance.matches()
                ? Optional.of(Math.min(1, Integer.parseInt(instance.group(1)) / slices.getAsDouble()))
                : Optional.empty();
    }

    private static int replicas(String resource, NodeState node) {
        return resource.startsWith("nvidia.com/gpu")
                ? label(node, REPLICAS)
                        .filter(text -> text.matches("[1-9]\\d{0,3}"))
                        .map(Integer::parseInt)
                        .orElse(1)
                : 1;
    }

    private static Optional<String> label(NodeState node, String normalName) {
        return Optional.ofNullable(node.labels().get(normalName));
    }
}
