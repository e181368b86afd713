package io.gpuledger.analyzer.web.api;

/// Says what becomes of the world when somebody asks.
public enum Effect {
    /// It stays as it is, so it may be asked by GET; a question that has a body is asked by POST.
    NONE,
    /// Something is there that was not: it is asked by POST, and not by pages from elsewhere.
    ADDS,
    /// Something is no more: it is asked by DELETE, and not by pages from elsewhere.
    ENDS
}
