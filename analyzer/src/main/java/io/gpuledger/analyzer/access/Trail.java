package io.gpuledger.analyzer.access;

/// Where it is noted who changed what, and who was refused.
@FunctionalInterface
public interface Trail {
    Trail NONE = _ -> {};

    /// Returns at once, whatever becomes of the note.
    void note(Deed deed);
}
