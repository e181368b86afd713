package io.gpuledger.simulator.script;

import io.gpuledger.simulator.script.Words.Problem;
import io.gpuledger.simulator.story.Span;
import io.gpuledger.simulator.story.Trouble;

/// Reads of what goes wrong.
final class Troubles {
    private final ScriptFleet fleet;
    private final Span story;

    Troubles(ScriptFleet fleet, Span story) {
        this.fleet = fleet;
        this.story = story;
    }

    /// Reads on from the statement.
    Trouble read(String statement, Words words) throws Problem {
        return switch (statement) {
            case "lost" -> new Trouble.Lost(gpu(words), words.span(story));
            case "stuck" -> new Trouble.Stuck(gpu(words), words.span(story));
            case "remap-failed" -> {
                var gpu = fleet.gpu(words);
                if (!gpu.isProfiled()) {
                    throw new Problem(gpu.sku() + " does not remap rows");
                }
                yield new Trouble.RemapFailed(gpu.uuid(), words.span(story));
            }
            case "xid" -> {
                var number = words.number("XID", 1);
                yield new Trouble.FatalXid(gpu(words), number, words.span(story));
            }
            case "missing" -> new Trouble.Missing(gpu(words), words.span(story));
            case "dark" -> new Trouble.Dark(fleet.node(words), words.span(story));
            case "not-ready" -> new Trouble.NotReady(fleet.node(words), words.span(story));
            case "cordoned" -> new Trouble.Cordoned(fleet.node(words), words.span(story));
            case "maintained" -> new Trouble.Maintained(fleet.node(words), words.span(story));
            case "skewed" -> {
                var node = fleet.node(words);
                words.require("by");
                var fast = words.duration().toSeconds();
                yield new Trouble.Skewed(node, fast, words.span(story));
            }
            case "driver" -> {
                var node = fleet.node(words);
                yield new Trouble.OtherDriver(node, words.next("version"), words.spanOrOnwards(story));
            }
            default -> new Ailments(fleet, story).read(statement, words);
        };
    }

    private String gpu(Words words) throws Problem {
        return fleet.gpu(words).uuid();
    }
}
