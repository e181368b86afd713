package io.gpuledger.analyzer.mail;

import io.gpuledger.service.settings.Address;
import io.gpuledger.service.settings.Secret;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/// A mail relay, and how to speak with it.
///
/// @param authority the file of certificates that the relay's is verified with; those of Java where there is none
/// @param timeout for each of its answers
record RelaySettings(Address address, MailTls tls, Optional<Path> authority, Optional<Login> login, Duration timeout) {
    record Login(String user, Secret password) {}
}
