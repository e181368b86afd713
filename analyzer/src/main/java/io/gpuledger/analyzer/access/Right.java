package io.gpuledger.analyzer.access;

/// What somebody may do.
public enum Right {
    /// Ask whatever changes nothing, of the whole fleet or of some teams.
    READ,
    /// Ask for what changes something.
    CHANGE,
    /// See who changed what.
    SEE_CHANGES,
    /// Send telemetry by remote write.
    WRITE,
    /// Read what the analyzer says of its own work.
    SCRAPE
}
