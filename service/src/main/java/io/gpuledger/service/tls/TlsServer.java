package io.gpuledger.service.tls;

import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Set;

/// How a server speaks TLS.
///
/// @param authorities who certifies clients; the JDK's own authorities where there is none
/// @param allowedNames of which a client's certificate must have one; any will do where there is none
/// @param cipherSuites in the order of preference
/// @param namedGroups in the order of preference; the JDK's own where there is none
/// @param ownOrder whether the server's order of cipher suites counts, or the client's
public record TlsServer(
        Identity identity,
        ClientAuth clientAuth,
        List<X509Certificate> authorities,
        Set<String> allowedNames,
        List<String> protocols,
        List<String> cipherSuites,
        List<String> namedGroups,
        boolean ownOrder) {
    /// Whether a client has to have a certificate of somebody who is trusted.
    public boolean knowsClients() {
        return clientAuth.requires() && clientAuth.verifies();
    }

    public TlsServer {
        authorities = List.copyOf(authorities);
        allowedNames = Set.copyOf(allowedNames);
        protocols = List.copyOf(protocols);
        cipherSuites = List.copyOf(cipherSuites);
        namedGroups = List.copyOf(namedGroups);
    }
}
