package io.gpuledger.analyzer.stranded;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Why a unit that nobody holds is of no use to any pod that is expected. Where several hold, the first of them counts.
public enum Cause {
    ADMISSION("The node says that it is ready, and rejects the pods that come to it for GPUs."),
    MIG_RECONFIGURATION("The node offers fewer MIG devices than it has: it is being cut anew, or that has failed."),
    HOST_CPU("The node has too few cores left for pods to use the GPU."),
    HOST_MEMORY("The node has too little memory left for pods to use the GPU."),
    HOST_OTHER("The node has too little left of something else: pods, disk, huge pages, network devices."),
    MIG_REMAINDER("The slices are in no MIG device, or in one of a profile that no pod asks for."),
    FRAGMENTED("Pods that come here want more GPUs of one node than it has left, or more of its cores and memory."),
    SKU_MISMATCH("All pods want another kind of GPU or machine."),
    TAINT_MISMATCH("No pod tolerates the taints of the node."),
    QUOTA_BLOCKED("The pods that could have it may have no more GPUs: the quota of their namespace is used up."),
    TOPOLOGY("All pods want to be on other nodes: by labels that say nothing of the GPU.");

    public static final List<Cause> ALL = List.of(values());

    private static final Map<String, Cause> BY_WORD =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(Cause::word, Function.identity()));

    private final String word = name().toLowerCase(Locale.ROOT);
    private final String meaning;

    Cause(String meaning) {
        this.meaning = meaning;
    }

    /// Returns its name in the books, in metrics and in answers.
    public String word() {
        return word;
    }

    /// Returns what it means, in a sentence.
    public String meaning() {
        return meaning;
    }

    public static Optional<Cause> ofWord(String word) {
        return Optional.ofNullable(BY_WORD.get(word));
    }
}
