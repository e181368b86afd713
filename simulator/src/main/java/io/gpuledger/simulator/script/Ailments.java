package io.gpuledger.simulator.script;

import io.gpuledger.simulator.script.Words.Problem;
import io.gpuledger.simulator.story.Ailment;
import io.gpuledger.simulator.story.Span;
import io.gpuledger.simulator.story.Trouble;
import java.util.Optional;

/// Reads of what Kubernetes tells to be wrong with the GPU software of nodes.
final class Ailments {
    /// Kubernetes takes such words for names of objects.
    private static final String NAME = "[a-z0-9]([a-z0-9.-]{0,50}[a-z0-9])?";

    private final ScriptFleet fleet;
    private final Span story;

    Ailments(ScriptFleet fleet, Span story) {
        this.fleet = fleet;
        this.story = story;
    }

    /// Reads on from the statement.
    Trouble read(String statement, Words words) throws Problem {
        return switch (statement) {
            case "unready" -> {
                var node = fleet.node(words);
                var set = words.next("DaemonSet", word -> Optional.of(word).filter(name -> name.matches(NAME)));
                yield new Ailment.Unready(node, set, words.span(story));
            }
            case "labelled" -> {
                var node = fleet.node(words);
                var label = words.next("label", Ailments::label);
                yield new Ailment.Labelled(node, label.key(), label.value(), words.span(story));
            }
            case "condition" -> {
                var node = fleet.node(words);
                yield new Ailment.Conditioned(node, words.next("type"), words.span(story));
            }
            case "unoffered" -> new Ailment.Unoffered(fleet.gpu(words).uuid(), words.span(story));
            default -> new Symptoms(fleet, story).read(statement, words);
        };
    }

    private record Label(String key, String value) {}

    private static Optional<Label> label(String word) {
        var equals = word.indexOf('=');
        return equals > 0
                ? Optional.of(new Label(word.substring(0, equals), word.substring(equals + 1)))
                : Optional.empty();
    }
}
