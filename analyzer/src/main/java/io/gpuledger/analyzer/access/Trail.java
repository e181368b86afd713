package io.gpuledger.analyzer.access;

/// Takes notes of who changed what, and who was refused.
@FunctionalInterface
public interface Trail {
    Trail NONE = _ -> {};

    /// Returns at once, whatever becomes of the note.
    void note(Deed deed);
}
