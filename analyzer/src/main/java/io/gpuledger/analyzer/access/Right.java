package io.gpuledger.analyzer.access;

/// Each of these is something that somebody may do or not.
public enum Right {
    /// He may ask whatever changes nothing, of the whole fleet or of some teams.
    READ,
    /// He may ask for what changes something.
    CHANGE,
    /// He may see who changed what.
    SEE_CHANGES,
    /// He may send telemetry by remote write.
    WRITE,
    /// He may read what the analyzer says of its own work.
    SCRAPE
}
