package io.gpuledger.simulator.script;

import io.gpuledger.simulator.fleet.Gpu;
import io.gpuledger.simulator.script.Words.Problem;
import io.gpuledger.simulator.story.Span;
import io.gpuledger.simulator.story.Symptom;
import io.gpuledger.simulator.story.Symptom.Ecc;
import io.gpuledger.simulator.story.Symptom.NvlinkError;
import io.gpuledger.simulator.story.Symptom.Retired;
import io.gpuledger.simulator.story.Symptom.Sensor;
import io.gpuledger.simulator.story.Symptom.Throttle;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// Reads of what is wrong with GPUs that still work.
final class Symptoms {
    private final ScriptFleet fleet;
    private final Span story;

    Symptoms(ScriptFleet fleet, Span story) {
        this.fleet = fleet;
        this.story = story;
    }

    /// Reads on from the statement.
    Symptom read(String statement, Words words) throws Problem {
        return switch (statement) {
            case "counts" -> counted(words.next("thing that is counted"), words);
            case "sram-exceeded" -> new Symptom.SramExceeded(remapping(words), words.span(story));
            case "remap-pending" -> new Symptom.RemapPending(remapping(words), words.span(story));
            case "retirement-pending" -> new Symptom.RetirementPending(retiring(words), words.span(story));
            case "hot" -> new Symptom.Hot(gpu(words), Sensor.GPU, celsius(words), words.span(story));
            case "memory-hot" -> new Symptom.Hot(measured(words), Sensor.MEMORY, celsius(words), words.span(story));
            case "throttled" -> {
                var gpu = gpu(words);
                var clock = clock(words);
                words.require("by");
                var reason = words.next("reason to throttle", word -> named(word, Throttle.values()));
                yield new Symptom.Throttled(gpu, reason, clock, words.span(story));
            }
            case "pcie-replays" -> {
                var gpu = gpu(words);
                yield new Symptom.PcieReplays(gpu, rate(words, "minute"), words.span(story));
            }
            case "pcie-lanes", "pcie-generation" -> pcie(statement, fleet.gpu(words), words);
            case "nvlink-down" -> {
                var gpu = linked(words);
                var links = gpu.model().lanes().links();
                var link = words.next("NVLink", word -> Words.whole(word).filter(number -> number < links));
                yield new Symptom.NvlinkDown(gpu.uuid(), link, words.span(story));
            }
            case "nvlink-errors" -> {
                var gpu = linked(words).uuid();
                var kind = words.next("error of NVLink", word -> named(word, NvlinkError.values()));
                yield new Symptom.NvlinkErrors(gpu, kind, rate(words, "second"), words.span(story));
            }
            case "unjoined" -> {
                var gpu = fleet.gpu(words);
                if (!gpu.hasFabric()) {
                    throw new Problem(gpu.sku() + " has no fabric to join");
                }
                yield new Symptom.Unjoined(gpu.uuid(), words.span(story));
            }
            case "slowed" -> new Symptom.Slowed(gpu(words), clock(words), words.span(story));
            default -> throw new Problem("`" + statement + "` is no statement");
        };
    }

    private Symptom counted(String what, Words words) throws Problem {
        return switch (what) {
            case "xid" -> {
                var number = words.number("XID", 1);
                yield new Symptom.CountedXid(gpu(words), number, times(words), words.second(story));
            }
            case "corrected" -> new Symptom.EccErrors(gpu(words), Ecc.CORRECTED, times(words), words.second(story));
            case "uncorrected" -> new Symptom.EccErrors(gpu(words), Ecc.UNCORRECTED, times(words), words.second(story));
            case "single-bit" ->
                new Symptom.RetiredPages(retiring(words), Retired.SINGLE_BIT, times(words), words.second(story));
            case "double-bit" ->
                new Symptom.RetiredPages(retiring(words), Retired.DOUBLE_BIT, times(words), words.second(story));
            default -> throw new Problem("`" + what + "` is nothing that is counted");
        };
    }

    private static int times(Words words) throws Problem {
        var times = words.number("number of times", 1);
        words.require("times");
        return times;
    }

    private static int celsius(Words words) throws Problem {
        words.require("at");
        return words.number("temperature", 1);
    }

    private static int clock(Words words) throws Problem {
        words.require("to");
        return words.part("part of its clock");
    }

    /// What is told apart has the names that it has on pages.
    private static <E extends Enum<E>> Optional<E> named(String word, E[] kinds) {
        return Arrays.stream(kinds)
                .filter(kind -> kind.name().toLowerCase(Locale.ROOT).equals(word))
                .findFirst();
    }

    private Symptom pcie(String statement, Gpu gpu, Words words) throws Problem {
        if (statement.equals("pcie-lanes")) {
            var lanes = words.next("narrower link", word -> Words.whole(word).filter(Symptoms::isNarrow));
            return new Symptom.NarrowLink(gpu.uuid(), lanes, words.span(story));
        }
        var generation = words.next(
                "generation before %d".formatted(gpu.pcieGeneration()),
                word -> Words.whole(word).filter(number -> 0 < number && number < gpu.pcieGeneration()));
        return new Symptom.SlowLink(gpu.uuid(), generation, words.span(story));
    }

    /// A link has a power of two of lanes.
    private static boolean isNarrow(int lanes) {
        return Integer.bitCount(lanes) == 1 && lanes < Gpu.PCIE_LANES;
    }

    private static int rate(Words words, String unit) throws Problem {
        var rate = words.number("number of times", 1);
        words.require("a-" + unit);
        return rate;
    }

    private Gpu linked(Words words) throws Problem {
        var gpu = fleet.gpu(words);
        if (gpu.model().lanes().links() == 0) {
            throw new Problem(gpu.sku() + " has no NVLink");
        }
        return gpu;
    }

    private String gpu(Words words) throws Problem {
        return fleet.gpu(words).uuid();
    }

    /// Reads a GPU that remaps rows of its memory, and has an eye on that of its chip.
    private String remapping(Words words) throws Problem {
        return able(fleet.gpu(words), true, "remap rows");
    }

    /// Reads a GPU that retires pages of its memory.
    private String retiring(Words words) throws Problem {
        return able(fleet.gpu(words), false, "retire pages");
    }

    private String measured(Words words) throws Problem {
        var gpu = fleet.gpu(words);
        if (!gpu.model().memory().sensor()) {
            throw new Problem(gpu.sku() + " has no sensor at its memory");
        }
        return gpu.uuid();
    }

    private static String able(Gpu gpu, boolean profiled, String what) throws Problem {
        if (gpu.isProfiled() != profiled) {
            throw new Problem("%s does not %s".formatted(gpu.sku(), what));
        }
        return gpu.uuid();
    }
}
