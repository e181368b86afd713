package io.gpuledger.analyzer.web.gate;

import io.helidon.webserver.http.ServerRequest;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/// Says where a browser was going before it was sent to sign in. Paths are relative, so that they hold behind a proxy;
/// and whatever a link says that leads to the page, it leads no further than to this site.
record Next(String path) {
    private static final int LENGTH_MAX = 2_000;
    /// What a path and a query are made of (https://www.rfc-editor.org/rfc/rfc3986), without `//` where another host
    /// could begin.
    private static final Pattern OURS = Pattern.compile("/(?!/)[\\w.~!$&'()*+,;=:@%/?-]*");

    static final Next HOME = new Next("/");

    /// Returns the start page where it is no path of this site.
    static Next of(String said) {
        return said.length() <= LENGTH_MAX && OURS.matcher(said).matches() ? new Next(said) : HOME;
    }

    static Next of(ServerRequest request) {
        var query = request.query().rawValue();
        var path = request.path().rawPath();
        var whole = of(path + (query.isEmpty() ? "" : "?" + query));
        return whole.equals(HOME) ? of(path) : whole;
    }

    /// Returns where the page to sign in is, as seen from here.
    String toSignIn() {
        var up = path.replaceFirst("\\?.*", "")
                        .chars()
                        .filter(letter -> letter == '/')
                        .count()
                - 1;
        return (up == 0 ? "./" : "../".repeat((int) up))
                + "sign-in"
                + (equals(HOME) ? "" : "?next=" + URLEncoder.encode(path, StandardCharsets.UTF_8));
    }

    /// Returns where that is, as seen from the page to sign in.
    String fromSignIn() {
        return "." + path;
    }
}
