package io.gpuledger.service.webconfig;

import io.gpuledger.service.settings.Section;
import io.gpuledger.service.tls.Certificates;
import io.gpuledger.service.tls.ClientAuth;
import io.gpuledger.service.tls.Identity;
import io.gpuledger.service.tls.PrivateKeys;
import io.gpuledger.service.tls.TlsServer;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// This reads `tls_server_config`.
final class TlsSection {
    private static final Set<String> KEYS = Set.of(
            "cert",
            "key",
            "client_ca",
            "cert_file",
            "key_file",
            "client_ca_file",
            "client_auth_type",
            "client_allowed_sans",
            "min_version",
            "max_version",
            "cipher_suites",
            "curve_preferences",
            "prefer_server_cipher_suites");

    /// Any of them asks for TLS; the others only say how, should it be spoken.
    private static final List<String> ASKING =
            List.of("cert", "key", "client_ca", "cert_file", "key_file", "client_ca_file", "client_auth_type");

    private final Section section;
    private final NamedFiles sources;
    private final Jdk jdk = new Jdk();

    private TlsSection(Section section, NamedFiles sources) {
        this.section = section.allowing(KEYS);
        this.sources = sources;
    }

    /// Returns nothing where the section asks for no TLS, or for one that is not to be had, which is a problem then.
    static Optional<TlsServer> read(Section section, NamedFiles sources) {
        // The JDK's TLS costs megabytes: who does not speak it should not pay for it.
        return section.keys().isEmpty() ? Optional.empty() : new TlsSection(section, sources).read();
    }

    private Optional<TlsServer> read() {
        var clientAuth =
                section.read("client_auth_type", Vocabulary::clientAuth).orElse(ClientAuth.NO_CLIENT_CERT);
        var authorities =
                sources.read(section, "client_ca", Certificates::parse).orElse(List.of());
        var allowedNames = section.list("client_allowed_sans", name -> name);
        var protocols = protocols();
        var suites = jdk.cipherSuites(section.list("cipher_suites", jdk::cipherSuite));
        var groups = section.list("curve_preferences", Vocabulary::curve);
        var ownOrder = section.flag("prefer_server_cipher_suites", true);
        refuseVainClientSettings(clientAuth, allowedNames);
        if (ASKING.stream().noneMatch(section::has)) {
            return Optional.empty();
        }
        return identity()
                .map(identity -> new TlsServer(
                        identity,
                        clientAuth,
                        authorities,
                        Set.copyOf(allowedNames),
                        protocols,
                        suites,
                        groups,
                        ownOrder));
    }

    private List<String> protocols() {
        var from = section.read("min_version", Jdk::version).orElse("TLS12");
        var to = section.read("max_version", Jdk::version).orElse("TLS13");
        return section.attempt(
                        section.has("max_version") ? "max_version" : "min_version", () -> jdk.protocols(from, to))
                .orElse(List.of());
    }

    /// Somebody believes that clients are checked, and they are not even asked.
    private void refuseVainClientSettings(ClientAuth clientAuth, List<String> allowedNames) {
        if (clientAuth.asks()) {
            return;
        }
        Stream.of("client_ca", "client_ca_file")
                .filter(section::has)
                .forEach(key -> section.complain(key, "is in vain without a client_auth_type that asks clients"));
        if (!allowedNames.isEmpty()) {
            section.complain("client_allowed_sans", "is in vain without a client_auth_type that asks clients");
        }
    }

    private Optional<Identity> identity() {
        require("cert");
        require("key");
        Optional<List<X509Certificate>> chain = sources.read(section, "cert", Certificates::parse);
        Optional<PrivateKey> key = sources.read(section, "key", PrivateKeys::parse);
        return chain.flatMap(certificates -> key.flatMap(own ->
                section.attempt(section.has("key") ? "key" : "key_file", () -> new Identity(certificates, own))));
    }

    private void require(String key) {
        if (!section.has(key) && !section.has(key + "_file")) {
            section.complain("tls_server_config", "needs " + key + "_file or " + key);
        }
    }
}
