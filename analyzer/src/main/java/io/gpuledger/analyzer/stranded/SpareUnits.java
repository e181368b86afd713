package io.gpuledger.analyzer.stranded;

import io.gpuledger.analyzer.cluster.NodeState;
import io.gpuledger.analyzer.fit.Place;

/// Units of one kind of a node that nobody holds, at an instant.
///
/// @param place the node, with all that is taken of it
/// @param resource the name under which pods ask for such units
/// @param areInstances whether they are MIG devices
/// @param count how many there are; of a GPU that is advertised several times, each of these counts
/// @param notOffered how many of them the node does not offer although they are healthy, as it is being cut anew
/// @param isRejecting whether the node rejects the pods that come to it for GPUs
public record SpareUnits(
        Place place, String resource, boolean areInstances, int count, int notOffered, boolean isRejecting) {
    private static final String CONFIGURING = "nvidia.com/mig.config.state";

    /// Says whether a node's MIG manager cuts its GPUs anew, or has failed to.
    public static boolean isBeingCut(NodeState node) {
        return switch (node.label(CONFIGURING).orElse("")) {
            case "pending", "rebooting", "failed" -> true;
            default -> false;
        };
    }

    /// Returns the name of the node.
    public String node() {
        return place.name();
    }
}
