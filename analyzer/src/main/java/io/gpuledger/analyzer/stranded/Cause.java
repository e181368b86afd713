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
    ADMISSION(
            "The node says that it is ready, and rejects the pods that come to it for GPUs.",
            "Cordon the node, look at its kubelet and device plugin, and let it start anew."),
    MIG_RECONFIGURATION(
            "The node offers fewer MIG devices than it has: it is being cut anew, or that has failed.",
            "Look at the MIG manager on the node, and at its label nvidia.com/mig.config.state."),
    HOST_CPU(
            "The node has too few cores left for pods to use the GPU.",
            "Keep pods without GPUs off nodes with GPUs by a taint, and let no pod ask for more cores for a GPU than"
                    + " its node has for each."),
    HOST_MEMORY(
            "The node has too little memory left for pods to use the GPU.",
            "Keep pods without GPUs off nodes with GPUs by a taint, and let no pod ask for more memory for a GPU than"
                    + " its node has for each."),
    HOST_OTHER(
            "The node has too little left of something else: pods, disk, huge pages, network devices.",
            "Look at what pods on the node ask for beside GPUs, cores and memory, and at how many pods it takes."),
    MIG_REMAINDER(
            "The slices are in no MIG device, or in one of a profile that no pod asks for.",
            "Cut the GPUs into the profiles that pods ask for, or do not cut them."),
    FRAGMENTED(
            "Pods that come here want more GPUs of one node than it has left, or more of its cores and memory.",
            "Let the scheduler fill nodes one after the other (MostAllocated, weighed by GPUs), and keep a few nodes"
                    + " for large pods."),
    SKU_MISMATCH(
            "All pods want another kind of GPU or machine.",
            "Tell teams of these GPUs, let their pods select them, or give them back."),
    TAINT_MISMATCH(
            "No pod tolerates the taints of the node.",
            "Take the taint off, or tell those it is for that the node is free."),
    QUOTA_BLOCKED(
            "The pods that could have it may have no more GPUs: the quota of their namespace is used up.",
            "Raise the quota, or let namespaces borrow what others do not use."),
    TOPOLOGY(
            "All pods want to be on other nodes: by labels that say nothing of the GPU.",
            "Let pods select fewer labels, or give the node those that they select.");

    public static final List<Cause> ALL = List.of(values());

    private static final Map<String, Cause> BY_WORD =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(Cause::word, Function.identity()));

    private final String word = name().toLowerCase(Locale.ROOT);
    private final String meaning;
    private final String remedy;

    Cause(String meaning, String remedy) {
        this.meaning = meaning;
        this.remedy = remedy;
    }

    /// Returns its name in the books, in metrics and in answers.
    public String word() {
        return word;
    }

    /// Returns what it means, in a sentence.
    public String meaning() {
        return meaning;
    }

    /// Returns what to do about it, in a sentence.
    public String remedy() {
        return remedy;
    }

    public static Optional<Cause> ofWord(String word) {
        return Optional.ofNullable(BY_WORD.get(word));
    }
}
