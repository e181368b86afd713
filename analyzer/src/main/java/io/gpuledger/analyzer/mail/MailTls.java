package io.gpuledger.analyzer.mail;

/// How a connection to the relay is kept from others' eyes.
enum MailTls {
    /// By STARTTLS: a relay that does not offer it gets nothing.
    STARTTLS,
    /// From the first byte on.
    IMPLICIT,
    /// By STARTTLS where the relay offers it, and not at all where it does not.
    OPPORTUNISTIC,
    NONE
}
