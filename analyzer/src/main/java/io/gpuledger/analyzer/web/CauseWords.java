package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.ledger.State;
import io.gpuledger.analyzer.stranded.Cause;

/// Says what the cause of a state means, in a sentence.
final class CauseWords {
    private static final String XID = "xid_";

    private CauseWords() {}

    /// Returns the empty text for a cause that is not known here, as one of books that a later version kept.
    static String meaning(State state, String cause) {
        return state == State.STRANDED ? Cause.ofWord(cause).map(Cause::meaning).orElse("") : ofOthers(cause);
    }

    private static String ofOthers(String cause) {
        return switch (cause) {
            case "gpu_lost" -> "The GPU fell off the bus, or its driver did not find it any more.";
            case "stuck" -> "The driver did not answer for the GPU.";
            case "row_remap_failed" -> "Bad memory of the GPU could not be replaced.";
            case "node_not_ready" -> "Kubernetes said that the node was not ready.";
            case "silent" -> "No exporter told of the GPU.";
            case "no_activity" -> "It was told that the GPU was there, and not how active it was.";
            case "cordoned" -> "The node was cordoned.";
            case "maintenance" -> "The node had a taint that stands for maintenance.";
            case "placeholder" -> "Only pods that keep GPUs for others held it.";
            case "not_allocatable" -> "The node offered fewer GPUs than it has.";
            case "admitted" -> "A queue had given it to a workload that had no pods yet.";
            default ->
                cause.startsWith(XID)
                        ? "The driver reported XID %s, after which a GPU is of no use until it is reset or mended."
                                .formatted(cause.substring(XID.length()))
                        : "";
        };
    }
}
