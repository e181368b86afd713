package io.gpuledger.service.webconfig;

import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;

/// What this JDK can do in TLS, as its security settings leave it, in Go's words.
final class Jdk {
    /// The versions go from the oldest to the newest.
    private static final List<String> VERSIONS = List.of("TLS10", "TLS11", "TLS12", "TLS13");

    private static final Map<String, String> PROTOCOLS =
            Map.of("TLS10", "TLSv1", "TLS11", "TLSv1.1", "TLS12", "TLSv1.2", "TLS13", "TLSv1.3");

    private final SSLParameters can;

    Jdk() {
        try {
            var context = SSLContext.getInstance("TLS");
            // The default one would read the certificates of all authorities of the world for this.
            context.init(new KeyManager[0], new TrustManager[0], null);
            this.can = context.getDefaultSSLParameters();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has TLS", e);
        }
    }

    static String version(String word) {
        Vocabulary.one("TLS version", word, PROTOCOLS);
        return word;
    }

    /// The protocols from one version to another. The older ones are switched off in a JDK of today: asking for them
    /// beside newer ones is in vain and harmless, asking for them alone is an error.
    List<String> protocols(String from, String to) {
        var wanted =
                VERSIONS
                        .subList(VERSIONS.indexOf(from), Math.max(VERSIONS.indexOf(from), VERSIONS.indexOf(to) + 1))
                        .stream()
                        .map(PROTOCOLS::get)
                        .filter(List.of(can.getProtocols())::contains)
                        .toList();
        if (wanted.isEmpty()) {
            throw new IllegalArgumentException(
                    "from " + from + " to " + to + " there is no version that this JDK speaks");
        }
        return wanted;
    }

    String cipherSuite(String name) {
        var suites = List.of(can.getCipherSuites());
        if (!suites.contains(name)) {
            throw new IllegalArgumentException("'" + name + "' is no cipher suite that this JDK can do; it can do "
                    + String.join(
                            ", ",
                            suites.stream().filter(suite -> !isOfTls13(suite)).toList()));
        }
        return name;
    }

    /// Go lets nobody choose among the suites of TLS 1.3, so that a list says something about the older ones only.
    List<String> cipherSuites(List<String> listed) {
        var suites = new ArrayList<>(
                Stream.of(can.getCipherSuites()).filter(Jdk::isOfTls13).toList());
        (listed.isEmpty() ? List.of(can.getCipherSuites()) : listed)
                .stream().filter(suite -> !isOfTls13(suite)).distinct().forEach(suites::add);
        return suites;
    }

    private static boolean isOfTls13(String suite) {
        return suite.startsWith("TLS_") && !suite.contains("_WITH_") && !suite.endsWith("_SCSV");
    }
}
