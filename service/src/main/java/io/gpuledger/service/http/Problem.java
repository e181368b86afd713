package io.gpuledger.service.http;

import io.helidon.http.Header;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.Method;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// What is said to who is refused something, or asks for what fails. Programs are told in JSON
/// (https://www.rfc-editor.org/rfc/rfc9457), and people who look at a page by another one.
///
/// @param type names the kind of problem where the status alone does not
/// @param detail explains this one, and what would mend it
/// @param faults each of several things that are wrong with the request
/// @param retryAfter when it is worth asking again
public record Problem(
        Status status, String type, String title, String detail, List<Fault> faults, Optional<Duration> retryAfter) {
    public static final String MEDIA_TYPE = "application/problem+json";

    /// Says nothing more than the status does.
    private static final String PLAIN = "about:blank";

    private static final String HTML = "text/html; charset=utf-8";
    private static final String API = "/api/";
    private static final Header VARY = HeaderValues.createCached(HeaderNames.VARY, "Accept");

    public Problem {
        faults = List.copyOf(faults);
    }

    public static Problem of(Status status, String detail) {
        return new Problem(status, PLAIN, status.reasonPhrase(), detail, List.of(), Optional.empty());
    }

    /// All that is wrong with a request is said at once.
    public static Problem of(Status status, List<Fault> faults) {
        var all = faults.stream().map(Fault::toString).collect(Collectors.joining("; "));
        return new Problem(status, PLAIN, status.reasonPhrase(), all, faults, Optional.empty());
    }

    /// Names its kind, by a URI that programs may compare and nobody need open.
    public Problem as(String otherType, String otherTitle) {
        return new Problem(status, otherType, otherTitle, detail, faults, retryAfter);
    }

    public Problem retry(Duration after) {
        return new Problem(status, type, title, detail, faults, Optional.of(after));
    }

    /// Answers with it. To HEAD it goes without its body.
    public void send(ServerRequest request, ServerResponse response) {
        var isForPeople = isForPeople(request);
        var body =
                isForPeople ? ProblemPage.of(this, request.prologue().uriPath().rawPath()) : ProblemJson.of(this);
        response.status(status)
                .header(HeaderNames.CONTENT_TYPE, isForPeople ? HTML : MEDIA_TYPE)
                .header(HeaderValues.CACHE_NO_CACHE)
                .headers()
                .add(VARY);
        retryAfter.ifPresent(time -> response.header(HeaderNames.RETRY_AFTER, String.valueOf(seconds(time))));
        var bytes = body.getBytes(StandardCharsets.UTF_8);
        if (request.prologue().method().equals(Method.HEAD)) {
            response.contentLength(bytes.length);
            response.send();
        } else {
            response.send(bytes);
        }
    }

    /// Whole seconds, and no sooner than it is worth it.
    static long seconds(Duration time) {
        return Math.max(1, time.plusMillis(999).toSeconds());
    }

    /// A browser asks for pages in HTML. What it is shown of the API is what programs are told.
    private static boolean isForPeople(ServerRequest request) {
        return !request.prologue().uriPath().rawPath().startsWith(API)
                && request.headers().contains(HeaderNames.ACCEPT)
                && request.headers().get(HeaderNames.ACCEPT).values().contains("text/html");
    }
}
