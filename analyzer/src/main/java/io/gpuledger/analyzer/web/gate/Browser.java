package io.gpuledger.analyzer.web.gate;

import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.Method;
import io.helidon.webserver.http.ServerRequest;
import java.net.InetSocketAddress;
import java.util.Set;

/// Reads what a request says of the browser that sent it.
final class Browser {
    private static final HeaderName MODE = HeaderNames.create("Sec-Fetch-Mode");
    private static final Set<Method> READING = Set.of(Method.GET, Method.HEAD);

    private Browser() {}

    static boolean isReading(ServerRequest request) {
        return READING.contains(request.prologue().method());
    }

    /// Says whether somebody looks at a page: programs ask for other things, or at other paths.
    static boolean isAtPage(ServerRequest request) {
        return isReading(request)
                && !request.path().path().startsWith("/api/")
                && request.headers().contains(HeaderNames.ACCEPT)
                && request.headers().get(HeaderNames.ACCEPT).values().contains("text/html");
    }

    /// Says whether a script on a page asks.
    static boolean isScript(ServerRequest request) {
        return request.headers()
                .first(MODE)
                .filter(mode -> !mode.equals("navigate"))
                .isPresent();
    }

    /// Returns what is asked for, without the query, which may hold a secret word.
    static String what(ServerRequest request) {
        return request.prologue().method().text() + " " + request.path().path();
    }

    static String from(ServerRequest request) {
        return request.remotePeer().address() instanceof InetSocketAddress peer
                ? peer.getAddress().getHostAddress()
                : "";
    }
}
