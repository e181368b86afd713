package io.gpuledger.simulator.script;

import io.gpuledger.simulator.fleet.Gpu;
import io.gpuledger.simulator.script.Words.Problem;
import io.gpuledger.simulator.story.Span;
import io.gpuledger.simulator.story.Symptom;
import io.gpuledger.simulator.story.Symptom.NvlinkError;

/// Reads of what is wrong with the links of GPUs.
final class LinkSymptoms {
    private final ScriptFleet fleet;
    private final Span story;

    LinkSymptoms(ScriptFleet fleet, Span story) {
        this.fleet = fleet;
        this.story = story;
    }

    /// Reads on from the statement.
    Symptom read(String statement, Words words) throws Problem {
        return switch (statement) {
            case "pcie-replays" -> {
                var gpu = fleet.gpu(words).uuid();
                yield new Symptom.PcieReplays(gpu, rate(words, "a-minute"), words.span(story));
            }
            case "pcie-lanes" -> {
                var gpu = fleet.gpu(words).uuid();
                var lanes =
                        words.next("narrower link", word -> Words.whole(word).filter(LinkSymptoms::isNarrow));
                yield new Symptom.NarrowLink(gpu, lanes, words.span(story));
            }
            case "pcie-generation" -> {
                var gpu = fleet.gpu(words);
                var usual = gpu.pcieGeneration();
                var generation = words.next(
                        "generation before " + usual,
                        word -> Words.whole(word).filter(number -> 0 < number && number < usual));
                yield new Symptom.SlowLink(gpu.uuid(), generation, words.span(story));
            }
            case "nvlink-down" -> {
                var gpu = linked(words);
                var links = gpu.model().lanes().links();
                var link = words.next("NVLink", word -> Words.whole(word).filter(number -> number < links));
                yield new Symptom.NvlinkDown(gpu.uuid(), link, words.span(story));
            }
            case "nvlink-errors" -> {
                var gpu = linked(words).uuid();
                var kind = words.next("error of NVLink", NvlinkError.values());
                yield new Symptom.NvlinkErrors(gpu, kind, rate(words, "a-second"), words.span(story));
            }
            case "unjoined" -> {
                var gpu = fleet.gpu(words);
                if (!gpu.hasFabric()) {
                    throw new Problem(gpu.sku() + " has no fabric to join");
                }
                yield new Symptom.Unjoined(gpu.uuid(), words.span(story));
            }
            default -> new PlatformSymptoms(fleet, story).read(statement, words);
        };
    }

    /// A link has a power of two of lanes.
    private static boolean isNarrow(int lanes) {
        return Integer.bitCount(lanes) == 1 && lanes < Gpu.PCIE_LANES;
    }

    private static int rate(Words words, String unit) throws Problem {
        var rate = words.number("number of times", 1);
        words.require(unit);
        return rate;
    }

    private Gpu linked(Words words) throws Problem {
        var gpu = fleet.gpu(words);
        if (gpu.model().lanes().links() == 0) {
            throw new Problem(gpu.sku() + " has no NVLink");
        }
        return gpu;
    }
}
