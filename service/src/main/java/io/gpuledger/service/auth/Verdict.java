package io.gpuledger.service.auth;

/// What comes of a user and a password.
public enum Verdict {
    WELCOME,
    WRONG,
    /// Too many passwords wait for their comparison.
    BUSY
}
