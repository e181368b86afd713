package io.gpuledger.service.tls;

import java.net.InetAddress;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// The subject alternative names of which a client's certificate must have one; with none named, any will do.
final class AllowedNames {
    /// X.509 counts its kinds of names; these are mail, DNS, URI and IP address.
    private static final Set<Integer> COMPARED = Set.of(1, 2, 6, 7);

    private static final int IP_ADDRESS = 7;

    private final Set<String> allowed;

    AllowedNames(Set<String> allowed) {
        this.allowed = allowed.stream().map(AllowedNames::canonical).collect(Collectors.toUnmodifiableSet());
    }

    void check(X509Certificate certificate) throws CertificateException {
        if (!allowed.isEmpty() && names(certificate).stream().noneMatch(this::allows)) {
            throw new CertificateException(
                    "no name of the client's certificate is allowed: " + certificate.getSubjectX500Principal());
        }
    }

    private boolean allows(List<?> name) {
        return COMPARED.contains(name.getFirst())
                && allowed.contains(
                        name.getFirst().equals(IP_ADDRESS)
                                ? canonical(String.valueOf(name.getLast()))
                                : String.valueOf(name.getLast()));
    }

    private static Collection<List<?>> names(X509Certificate certificate) throws CertificateException {
        return Optional.ofNullable(certificate.getSubjectAlternativeNames()).orElse(List.of());
    }

    /// Returns one spelling for an IPv6 address, which has many.
    private static String canonical(String name) {
        try {
            return InetAddress.ofLiteral(name).getHostAddress();
        } catch (IllegalArgumentException _) {
            return name;
        }
    }
}
