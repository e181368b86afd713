package io.gpuledger.analyzer.web.gate;

import io.gpuledger.service.auth.Token;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Gives browsers the cookie with the name of a session, and reads it. No script can read it, no page from elsewhere
/// has it sent along, and over TLS it goes over nothing else. https://www.rfc-editor.org/rfc/rfc6265
final class SessionCookie {
    private static final String NAME = "gpu-ledger-session";
    /// By this prefix a browser takes it from nobody but this very host, over TLS.
    private static final String OF_TLS = "__Host-" + NAME;

    private static final HeaderName FORWARDED = HeaderNames.create("X-Forwarded-Proto");
    private static final int LENGTH_MAX = 200;

    private SessionCookie() {}

    static Optional<Token> of(ServerRequest request) {
        var wanted = name(request) + "=";
        return request.headers().all(HeaderNames.COOKIE, List::of).stream()
                .flatMap(header -> Stream.of(header.split(";", -1)))
                .map(String::strip)
                .filter(pair -> pair.startsWith(wanted))
                .map(pair -> pair.substring(wanted.length()))
                .filter(value -> !value.isEmpty() && value.length() <= LENGTH_MAX)
                .map(Token::new)
                .findFirst();
    }

    static void give(ServerRequest request, ServerResponse response, Token session, Duration lifetime) {
        set(request, response, session.reveal(), lifetime);
    }

    static void take(ServerRequest request, ServerResponse response) {
        set(request, response, "", Duration.ZERO);
    }

    private static void set(ServerRequest request, ServerResponse response, String value, Duration lifetime) {
        response.header(
                HeaderNames.SET_COOKIE,
                "%s=%s; Path=/; Max-Age=%d; HttpOnly; SameSite=Strict%s"
                        .formatted(name(request), value, lifetime.toSeconds(), isOverTls(request) ? "; Secure" : ""));
    }

    private static String name(ServerRequest request) {
        return isOverTls(request) ? OF_TLS : NAME;
    }

    /// A proxy that says so may end the TLS; one that lies makes the cookie no less safe. Of several proxies the first
    /// one says what the browser speaks.
    private static boolean isOverTls(ServerRequest request) {
        return request.isSecure()
                || request.headers()
                        .first(FORWARDED)
                        .map(all -> all.split(",", -1)[0].strip())
                        .filter("https"::equalsIgnoreCase)
                        .isPresent();
    }
}
