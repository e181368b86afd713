package io.gpuledger.analyzer.web.gate;

import io.gpuledger.service.http.PlainPage;
import io.helidon.http.Header;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.webserver.http.Filter;
import io.helidon.webserver.http.FilterChain;
import io.helidon.webserver.http.RoutingRequest;
import io.helidon.webserver.http.RoutingResponse;
import java.util.List;
import java.util.regex.Pattern;

/// Tells browsers with every answer what a page of ours does: it loads what is ours and nothing else, is shown within
/// no other page, and runs no script that stands in it. So a text that slipped through as HTML could do nothing.
final class SecurityHeaders implements Filter {
    private static final String CSP = "Content-Security-Policy";
    private static final String NOWHERE = "; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
    private static final Header OF_PAGES = header(
            CSP,
            "default-src 'none'; style-src 'self' " + PlainPage.styleSource()
                    + "; img-src 'self' data:; script-src 'self'; connect-src 'self'" + NOWHERE);
    /// A letter has its style in itself, as mail programs want it: it may have that, and may do nothing else. Its
    /// pictures are ours, for which the browser has to show its session.
    private static final Header OF_LETTERS = header(
            CSP,
            "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data:" + NOWHERE
                    + "; sandbox allow-same-origin allow-popups allow-forms allow-downloads");

    private static final Pattern LETTER = Pattern.compile("/reports/[^/]+/[^/]+/?");

    private static final List<Header> OTHERS = List.of(
            header("X-Content-Type-Options", "nosniff"),
            header("X-Frame-Options", "DENY"),
            // Not `no-referrer`: a form would then be sent as if it came from nowhere, and be refused.
            header("Referrer-Policy", "same-origin"),
            header("Cross-Origin-Opener-Policy", "same-origin"),
            header("Cross-Origin-Resource-Policy", "same-origin"),
            header("Vary", "Authorization, Cookie"));

    private static Header header(String name, String value) {
        return HeaderValues.createCached(HeaderNames.create(name), value);
    }

    @Override
    public void filter(FilterChain chain, RoutingRequest request, RoutingResponse response) {
        OTHERS.forEach(response::header);
        response.header(LETTER.matcher(request.path().path()).matches() ? OF_LETTERS : OF_PAGES);
        chain.proceed();
    }
}
