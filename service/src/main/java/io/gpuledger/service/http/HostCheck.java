package io.gpuledger.service.http;

import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.Filter;
import io.helidon.webserver.http.FilterChain;
import io.helidon.webserver.http.RoutingRequest;
import io.helidon.webserver.http.RoutingResponse;
import java.net.InetAddress;
import java.util.Locale;
import java.util.Set;

/// A program that listens on loopback only is asked by this machine's programs, a browser among them. A page from
/// elsewhere whose name is made to mean 127.0.0.1 could ask through it and read the answers (DNS rebinding): but it
/// asks by that name.
final class HostCheck implements Filter {
    private static final Status MISDIRECTED = Status.create(421, "Misdirected Request");
    private static final String LOCALHOST = "localhost";

    private final Set<String> names;

    /// @param names by which it may be asked besides localhost and the addresses of loopback
    HostCheck(Set<String> names) {
        this.names = names;
    }

    @Override
    public void filter(FilterChain chain, RoutingRequest request, RoutingResponse response) {
        var host = request.headers().first(HeaderNames.HOST).map(HostCheck::name);
        // No browser leaves it out.
        if (host.isEmpty() || isOurs(host.get())) {
            chain.proceed();
            return;
        }
        Problem.of(
                        MISDIRECTED,
                        "This listens on loopback, and is not asked as %s: ask localhost, or give the name to --web-host-names."
                                .formatted(host.get()))
                .send(request, response);
    }

    private boolean isOurs(String host) {
        return host.equals(LOCALHOST) || names.contains(host) || isLoopback(host);
    }

    /// Judges an address that is written out: no name is looked up.
    static boolean isLoopback(String literal) {
        try {
            return InetAddress.ofLiteral(literal).isLoopbackAddress();
        } catch (IllegalArgumentException _) {
            return false;
        }
    }

    /// Returns the name without port and brackets, in lower case.
    private static String name(String host) {
        var end = host.startsWith("[") ? host.indexOf(']') : host.indexOf(':');
        var name = end < 0 ? host : host.substring(0, end);
        return name.replaceFirst("^\\[", "").replaceFirst("\\.$", "").toLowerCase(Locale.ROOT);
    }
}
