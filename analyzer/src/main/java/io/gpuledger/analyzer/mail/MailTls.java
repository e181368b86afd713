package io.gpuledger.analyzer.mail;

/// The ways in which a connection to the relay may be encrypted.
enum MailTls {
    /// The connection is encrypted by STARTTLS, and a relay that does not offer that gets nothing.
    STARTTLS,
    /// The connection is encrypted from its first byte on.
    IMPLICIT,
    /// The connection is encrypted by STARTTLS where the relay offers that, and not at all where it does not.
    OPPORTUNISTIC,
    NONE
}
