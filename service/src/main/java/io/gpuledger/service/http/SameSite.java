package io.gpuledger.service.http;

import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.ServerRequest;
import java.util.Optional;
import java.util.Set;

/// Keeps pages from elsewhere from doing something here through the browser of somebody who may. A browser says of
/// each request from where it comes: by `Sec-Fetch-Site` where it trusts the way here, which is HTTPS or this
/// machine, and else by the `Origin` of a form. A request that says neither is from no browser.
public final class SameSite {
    private static final HeaderName FROM = HeaderNames.create("Sec-Fetch-Site");
    /// What somebody typed, or follows from a bookmark, is from no page.
    private static final Set<String> OURS = Set.of("same-origin", "none");

    private SameSite() {}

    /// Refuses with 403 what a page from elsewhere asks.
    public static Handler only(Handler handler) {
        return (request, response) -> {
            if (isOurs(request)) {
                handler.handle(request, response);
            } else {
                Problem.of(Status.FORBIDDEN_403, "A page from elsewhere asks for that, which is refused.")
                        .send(request, response);
            }
        };
    }

    /// Says whether a browser asks this for a page of ours, and says so: one that says nothing may be an old one, which
    /// sends along what it was given at any time.
    public static boolean isSaid(ServerRequest request) {
        return (request.headers().contains(FROM) || request.headers().contains(HeaderNames.ORIGIN)) && isOurs(request);
    }

    private static boolean isOurs(ServerRequest request) {
        var from = request.headers().first(FROM);
        return from.map(OURS::contains)
                .orElseGet(() -> request.headers()
                        .first(HeaderNames.ORIGIN)
                        .map(origin -> isOurs(origin, request.headers().first(HeaderNames.HOST)))
                        .orElse(true));
    }

    /// A page that may not say its origin sends `null`.
    private static boolean isOurs(String origin, Optional<String> host) {
        var place = origin.replaceFirst("^[a-z]+://", "");
        return host.map(place::equalsIgnoreCase).orElse(false);
    }
}
