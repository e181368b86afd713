package io.gpuledger.analyzer.scrape.http;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;

/// Says how peers are known, and how they know us.
///
/// @param authorities who signs their certificates, in PEM; those that the JDK trusts where there is no file
/// @param certificate ours, in PEM, with its private key in `key`: both or neither
/// @param serverName the name that their certificates must have, where it is not that of their URL
/// @param insecure whether anybody is trusted
public record TlsFiles(
        Optional<Path> authorities,
        Optional<Path> certificate,
        Optional<Path> key,
        Optional<String> serverName,
        boolean insecure) {
    public static final TlsFiles NONE =
            new TlsFiles(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), false);

    public static TlsFiles trusting(Optional<Path> authorities) {
        return new TlsFiles(authorities, Optional.empty(), Optional.empty(), Optional.empty(), false);
    }

    /// Notes what does not go together.
    ///
    /// @param prefix what the names of the settings begin with that name the files, as `scrape`
    public void check(String prefix, List<String> problems) {
        if (certificate.isPresent() != key.isPresent()) {
            problems.add("--%1$s-cert-file and --%1$s-key-file need each other".formatted(prefix));
        }
    }

    /// Those that are to be watched.
    public List<Path> all() {
        return Stream.of(authorities, certificate, key)
                .flatMap(Optional::stream)
                .toList();
    }

    /// Returns what speaks TLS so, for clients that look at the name in a certificate themselves. Throws
    /// [IOException] with the file and what is wrong with it.
    public SSLContext context() throws IOException {
        return Tls.of(this).context();
    }
}
