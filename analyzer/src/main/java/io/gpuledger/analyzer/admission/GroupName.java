package io.gpuledger.analyzer.admission;

import io.gpuledger.analyzer.cluster.Attribute;
import io.gpuledger.analyzer.telemetry.Kind;
import java.util.Optional;

/// Names a group of pods that start together.
///
/// @param owner whose group it is, by [Attribute#GROUP]
public record GroupName(String namespace, String owner, String name) {
    /// Reads what a pod says of its group.
    public static Optional<GroupName> of(String namespace, String text) {
        var slash = text.indexOf('/');
        return slash < 0
                ? Optional.empty()
                : Optional.of(new GroupName(namespace, text.substring(0, slash), text.substring(slash + 1)));
    }

    /// Returns the kind of the objects that say what such a group has to have; nothing where pods say it themselves.
    Optional<Kind> kind() {
        return switch (owner) {
            case Attribute.VOLCANO -> Optional.of(Kind.VOLCANO_GROUP);
            case Attribute.COSCHEDULING -> Optional.of(Kind.COSCHEDULING_GROUP);
            case Attribute.KAI -> Optional.of(Kind.KAI_GROUP);
            default -> Optional.empty();
        };
    }

    /// Returns the kind of the queues in which such groups wait.
    Optional<Kind> queues() {
        return switch (owner) {
            case Attribute.VOLCANO -> Optional.of(Kind.VOLCANO_QUEUE);
            case Attribute.KAI -> Optional.of(Kind.KAI_QUEUE);
            default -> Optional.empty();
        };
    }

    /// Returns who goes by it, as people call it.
    public String scheduler() {
        return switch (owner) {
            case Attribute.VOLCANO -> "Volcano";
            case Attribute.COSCHEDULING -> "the coscheduling plugin";
            case Attribute.KAI -> "KAI";
            case Attribute.KUEUE -> "Kueue";
            default -> owner;
        };
    }

    /// Returns it as pods have it.
    String text() {
        return owner + "/" + name;
    }
}
