package io.gpuledger.analyzer.moves;

import java.util.List;
import java.util.Locale;

/// Why a pod stays where it is. Several may hold of one; the first is told.
public enum Stay {
    UNREAD("what it needs of a node is not known"),
    DAEMON("a DaemonSet has it on this node, or the node itself does"),
    UNOWNED("nobody would make it again"),
    ANNOTATED("an annotation says that it must not be evicted"),
    GANG("it is one of a gang, which would stop with it"),
    VOLUME("it has a volume, of which it is not known which nodes can have it"),
    DEVICES("it has devices by a claim"),
    PORT("it has a port of its node"),
    COMPANY("it minds which other pods are near"),
    BUDGET("a PodDisruptionBudget lets none of its pods go, or more than one covers it, or it is not known whom it"
            + " covers"),
    PRIORITY("its priority is higher");

    public static final List<Stay> ALL = List.of(values());

    private final String words;

    Stay(String words) {
        this.words = words;
    }

    /// Returns its word in metrics and answers.
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// Returns the same as a clause.
    public String words() {
        return words;
    }
}
