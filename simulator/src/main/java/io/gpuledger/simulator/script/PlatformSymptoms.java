package io.gpuledger.simulator.script;

import io.gpuledger.simulator.script.Words.Problem;
import io.gpuledger.simulator.story.Span;
import io.gpuledger.simulator.story.Symptom;

/// Reads of GPUs that run on something else than others do, or are set otherwise.
final class PlatformSymptoms {
    private final ScriptFleet fleet;
    private final Span story;

    PlatformSymptoms(ScriptFleet fleet, Span story) {
        this.fleet = fleet;
        this.story = story;
    }

    /// Reads on from the statement.
    Symptom read(String statement, Words words) throws Problem {
        return switch (statement) {
            case "vbios" -> {
                var gpu = fleet.gpu(words).uuid();
                yield new Symptom.OtherVbios(gpu, words.next("version"), words.spanOrOnwards(story));
            }
            case "ecc-off" -> new Symptom.EccOff(fleet.gpu(words).uuid(), words.spanOrOnwards(story));
            case "power-limit" -> {
                var gpu = fleet.gpu(words);
                var watts = below(words, "limit", (int) gpu.model().power().maxWatts(), "W");
                yield new Symptom.PowerLimited(gpu.uuid(), watts, words.spanOrOnwards(story));
            }
            case "clock-max" -> {
                var gpu = fleet.gpu(words);
                var megahertz = below(words, "clock", gpu.model().clocks().maxMegahertz(), "MHz");
                yield new Symptom.ClockLimited(gpu.uuid(), megahertz, words.spanOrOnwards(story));
            }
            default -> throw new Problem("`" + statement + "` is no statement");
        };
    }

    private static int below(Words words, String what, int usual, String unit) throws Problem {
        return words.next(
                "%s below %d %s".formatted(what, usual, unit),
                word -> Words.whole(word).filter(number -> 0 < number && number < usual));
    }
}
