package io.gpuledger.analyzer.health;

import static io.gpuledger.analyzer.health.FindingKind.Loss.ALL;
import static io.gpuledger.analyzer.health.FindingKind.Loss.NONE;
import static io.gpuledger.analyzer.health.FindingKind.Loss.PART;

import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// What can be found wrong. A sign opens a finding when it has stood for some time, which spares people what passes by
/// itself; a finding closes when the sign has been gone for some time, which spares them the same one again and again.
public enum FindingKind {
    GPU_LOST(
            2,
            0,
            ALL,
            "The GPU has fallen off the bus: the driver finds it no more.",
            "Drain the node and restart it. If the GPU is lost again, have the board and its seat checked."),
    GPU_STUCK(
            5,
            0,
            ALL,
            "The driver does not come back from a call for this GPU.",
            "Drain the node and restart it: a process that hangs in the driver cannot be ended."),
    FATAL_XID(
            0,
            0,
            ALL,
            "The driver reported an error after which the GPU is of no use until it is mended.",
            "Drain the node, and reset the GPU or restart the node."),
    XID(0, 60, NONE, "The driver reported an error of the GPU.", "See what the XID asks for."),
    XID_REPEATS(
            0,
            24 * 60,
            NONE,
            "An error that programs usually cause came to several pods on the same GPU: it may be the GPU's.",
            "Drain the GPU and run a long diagnosis (dcgmi diag -r 3) before others get it."),
    ECC_UNCORRECTED(
            0,
            60,
            NONE,
            "The GPU's memory had errors that it could not correct: what was computed meanwhile is not to be trusted.",
            "Start the pod again from a checkpoint before the error, and reset the GPU when it is idle."),
    ROW_REMAP_PENDING(
            10,
            0,
            NONE,
            "Bad memory waits to be replaced by spare rows, which the next reset does.",
            "Reset the GPU when its pods have ended."),
    ROW_REMAP_FAILED(
            2,
            0,
            ALL,
            "Bad memory could not be replaced, as there are no spare rows left.",
            "Drain the node and have the GPU replaced."),
    PAGES_RETIRED(
            10,
            0,
            NONE,
            "So many pages of memory are retired that the GPU has to be replaced soon.",
            "Reset the GPU where pages wait to be retired; from 60 retired pages on, have it replaced."),
    SRAM_WORN(
            2,
            0,
            NONE,
            "The GPU's on-chip memories had more errors than they bear.",
            "Drain the node and have the GPU replaced."),
    HOT(
            5,
            5,
            NONE,
            "The GPU is hotter than it should be for long.",
            "Look at the fans, the air flow and the inlet temperature of the node, and at its neighbours."),
    MEMORY_HOT(
            5,
            5,
            NONE,
            "The GPU's memory is hotter than it should be for long.",
            "Look at the fans, the air flow and the inlet temperature of the node, and at its neighbours."),
    THROTTLED_BY_HEAT(
            5,
            5,
            PART,
            "Heat holds the GPU's clocks down, so that it computes more slowly than it could.",
            "Look at the fans, the air flow and the inlet temperature of the node. Jobs of many GPUs are as slow as"
                    + " this one."),
    POWER_BRAKE(
            5,
            5,
            PART,
            "The node's power supply holds the GPU's clocks down.",
            "Look at the power supplies of the node and at the load of its rack."),
    PCIE_REPLAYS(
            5,
            10,
            NONE,
            "Many packets over PCIe have to be sent again.",
            "Have the board's seat, its riser and its cables checked when the node is drained."),
    PCIE_NARROW(
            5,
            0,
            NONE,
            "PCIe runs on fewer lanes than before, so that data comes to the GPU more slowly.",
            "Have the board's seat, its riser and its cables checked when the node is drained."),
    NVLINK_DOWN(
            2,
            0,
            NONE,
            "An NVLink of the GPU is down, so that jobs of several GPUs are slower or fail.",
            "Drain the node, reset its GPUs and the fabric manager; if the link stays down, have the board checked."),
    NVLINK_ERRORS(
            0,
            60,
            NONE,
            "NVLink has errors that had to be repaired, or more than a hundred a second.",
            "Drain the node and reset its GPUs; if they come again, have the board or the switch checked."),
    FABRIC(
            5,
            0,
            NONE,
            "The GPU is not part of its NVLink fabric, or that is not well, so that jobs of several GPUs fail or are"
                    + " slow.",
            "Look at the fabric manager's service and log on the node, and restart it; reset the GPUs when they are"
                    + " idle."),
    MEMORY_ORPHANED(
            15,
            0,
            NONE,
            "Memory of the GPU is in use though no pod holds it: a process is left over.",
            "End the process on the node (nvidia-smi shows it), or reset the GPU."),
    MEMORY_FULL(
            15,
            15,
            NONE,
            "Nearly all memory of the GPU is in use: the next allocation may fail.",
            "Look at the batch size or the cache of the pod, or give it a GPU with more memory."),
    MEMORY_GROWS(
            0,
            60,
            NONE,
            "The memory that is in use has grown hour by hour.",
            "Look for a leak in the program: at this pace it runs out of memory."),
    HUNG(
            15,
            2,
            ALL,
            "The GPU is said to be busy, but nothing in it works: a kernel spins, or waits for a peer for ever.",
            "Look at the job's log and at its peers; restart it from its last checkpoint."),
    LOW_USE(
            0,
            10,
            PART,
            "The pod has hardly used its GPU for half an hour.",
            "Ask its owner whether the GPU is needed; a smaller one, or one that is shared, may do."),
    SLOW(
            10,
            10,
            PART,
            "The GPU runs at a lower clock than the others of its pod, which wait for it.",
            "Restart the job without this GPU, and compare it with its neighbours by a long diagnosis (dcgmi diag -r"
                    + " 3)."),
    SLOWER(
            30,
            30,
            PART,
            "The GPU runs at a lower clock than on other days, though neither power nor heat holds it down.",
            "See whether somebody has limited its clocks (nvidia-smi -q -d CLOCK,PERFORMANCE). If not, restart the job"
                    + " without this GPU, and compare it with its neighbours by a long diagnosis (dcgmi diag -r 3)."),
    GPUS_MISSING(
            5,
            0,
            PART,
            "The node shows fewer GPUs than it should have.",
            "Look at the node's kernel log; restart the node, and have the board checked if the GPU stays away."),
    SILENT(
            5,
            0,
            NONE,
            "Nothing has been told of the node's GPUs: its exporter is away or cannot be reached.",
            "Look at the exporter's pod on the node, and at the analyzer's targets."),
    NODE_NOT_READY(
            2, 0, PART, "The node is not ready: nothing that it is asked is done.", "Look at the kubelet of the node."),
    STACK(
            5,
            0,
            NONE,
            "A part of the node's GPU software is not well.",
            "Look at the named part: its pod on the node, and the log of the GPU operator."),
    SKEW(
            60,
            10,
            NONE,
            "GPUs of the node differ from those that they should be like: in the driver, CUDA, the VBIOS, the ECC"
                    + " mode, the power limit or the highest clock.",
            "Give it what the others have, or mute it where it is meant to differ. /api/v1/variants says who has what,"
                    + " and how often each fails.");

    /// How much of the GPU's time is lost while a finding is open.
    public enum Loss {
        ALL,
        /// The finding says itself how much: it is measured.
        PART,
        NONE
    }

    private static final Map<String, FindingKind> BY_WORD =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(FindingKind::word, Function.identity()));

    private final String word = name().toLowerCase(Locale.ROOT);
    private final Duration opensAfter;
    private final Duration closesAfter;
    private final Loss loss;
    private final String meaning;
    private final String action;

    FindingKind(int opensAfterMinutes, int closesAfterMinutes, Loss loss, String meaning, String action) {
        this.opensAfter = Duration.ofMinutes(opensAfterMinutes);
        this.closesAfter = Duration.ofMinutes(closesAfterMinutes);
        this.loss = loss;
        this.meaning = meaning;
        this.action = action;
    }

    /// Returns the kind that is called so, if any is.
    public static Optional<FindingKind> ofWord(String word) {
        return Optional.ofNullable(BY_WORD.get(word));
    }

    /// Returns its name in the database, in answers and in metrics.
    public String word() {
        return word;
    }

    /// Returns how long a sign has to stand before it is a finding.
    public Duration opensAfter() {
        return opensAfter;
    }

    /// Returns how long the sign has to be gone before the finding is over.
    public Duration closesAfter() {
        return closesAfter;
    }

    public Loss loss() {
        return loss;
    }

    /// Returns what it means, as a sentence.
    public String meaning() {
        return meaning;
    }

    /// Returns what is to be done about it, as a sentence.
    public String action() {
        return action;
    }
}
