package io.gpuledger.simulator.script;

import io.gpuledger.simulator.fleet.Gpu;
import io.gpuledger.simulator.script.Words.Problem;
import io.gpuledger.simulator.story.Span;
import io.gpuledger.simulator.story.Symptom;

/// Reads of memory of GPUs that is in use and should not be.
final class MemorySymptoms {
    private final ScriptFleet fleet;
    private final Span story;

    MemorySymptoms(ScriptFleet fleet, Span story) {
        this.fleet = fleet;
        this.story = story;
    }

    /// Reads on from the statement.
    Symptom read(String statement, Words words) throws Problem {
        return switch (statement) {
            case "orphan-memory" -> {
                var gpu = fleet.gpu(words);
                var gibibytes = words.number("number of GiB", 1);
                requireRoom(gpu, gibibytes);
                words.require("GiB");
                yield new Symptom.OrphanMemory(gpu.uuid(), gibibytes, words.span(story));
            }
            case "filled" -> {
                var gpu = fleet.gpu(words).uuid();
                words.require("to");
                yield new Symptom.Filled(gpu, words.part("part of its memory"), words.span(story));
            }
            case "creeping" -> {
                var gpu = fleet.gpu(words).uuid();
                words.require("by");
                var part = words.part("part of its memory");
                words.require("an-hour");
                yield new Symptom.Creeping(gpu, part, words.span(story));
            }
            default -> new LinkSymptoms(fleet, story).read(statement, words);
        };
    }

    private static void requireRoom(Gpu gpu, int gibibytes) throws Problem {
        var memory = gpu.model().memory();
        if (!gpu.layout().isEmpty()) {
            throw new Problem("a GPU that is cut has no memory of its own");
        }
        if (1024L * gibibytes > memory.totalMebibytes() - memory.reservedMebibytes()) {
            throw new Problem("%s has no %d GiB of memory".formatted(gpu.sku(), gibibytes));
        }
    }
}
