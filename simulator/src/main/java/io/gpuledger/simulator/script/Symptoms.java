package io.gpuledger.simulator.script;

import io.gpuledger.simulator.fleet.Gpu;
import io.gpuledger.simulator.script.Words.Problem;
import io.gpuledger.simulator.story.Span;
import io.gpuledger.simulator.story.Symptom;
import io.gpuledger.simulator.story.Symptom.Ecc;
import io.gpuledger.simulator.story.Symptom.Retired;
import io.gpuledger.simulator.story.Symptom.Sensor;
import io.gpuledger.simulator.story.Symptom.Throttle;

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
                var reason = words.next("reason to throttle", Throttle.values());
                yield new Symptom.Throttled(gpu, reason, clock, words.span(story));
            }
            case "slowed" -> new Symptom.Slowed(gpu(words), clock(words), words.span(story));
            default -> new MemorySymptoms(fleet, story).read(statement, words);
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
