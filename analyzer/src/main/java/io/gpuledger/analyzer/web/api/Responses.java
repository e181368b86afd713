package io.gpuledger.analyzer.web.api;

import io.gpuledger.analyzer.store.postgres.CannotAskException;
import io.gpuledger.service.http.Problem;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/// Sends answers and refusals.
record Responses(ServerRequest request, ServerResponse response) {
    static final String JSON = "application/json";
    static final String CSV = "text/csv; charset=utf-8";
    private static final String HTML = "text/html; charset=utf-8";

    /// By then a database may be back, and a crowd of questions gone.
    private static final Duration RETRY = Duration.ofSeconds(10);

    <A> void answered(A answer, Form<A> form, Format format) throws IOException {
        switch (form) {
            case Form.File<A>(var mediaType, var bytes) -> send(mediaType.apply(answer), bytes.apply(answer));
            case Form.Html<A>(var html) -> send(HTML, html.apply(answer, Asker.of(request)));
            case Form.Document<A> document -> answered(answer, document, format);
        }
    }

    /// Says what is known, and when it is worth asking again.
    <A> void meanwhile(A answer, Form<A> form, Format format) throws IOException {
        response.status(Status.SERVICE_UNAVAILABLE_503)
                .header(HeaderNames.RETRY_AFTER, String.valueOf(RETRY.toSeconds()));
        answered(answer, form, format);
    }

    private <A> void answered(A answer, Form.Document<A> document, Format format) throws IOException {
        document.next().apply(answer).ifPresent(this::link);
        var data = Type.object(document.data()).write().apply(answer);
        if (document.isStreamed()) {
            Representation.stream(JSON, out -> Json.success(data, out), request, response);
            return;
        }
        switch (format) {
            case CSV -> send(CSV, document.table().orElseThrow().csv(answer));
            case JSON -> send(JSON, Json.success(data));
        }
    }

    /// The link is relative to the URL of the request, whose path is another to who asks through a proxy.
    private void link(String query) {
        response.header(HeaderNames.LINK, "<?%s>; rel=\"next\"".formatted(query));
    }

    void notFound(String why) {
        refuse(Problem.of(Status.NOT_FOUND_404, why));
    }

    void notYet(String why) {
        refuse(Problem.of(Status.SERVICE_UNAVAILABLE_503, why).retry(RETRY));
    }

    void cannotAsk(CannotAskException why) {
        var words = "the database " + why.getMessage();
        if (why.isRefused()) {
            refuse(Problem.of(Status.BAD_REQUEST_400, words));
        } else {
            var problem = Problem.of(Status.SERVICE_UNAVAILABLE_503, words).retry(RETRY);
            refuse(why.isTooMuch() ? TooMuch.of(problem) : problem);
        }
    }

    private void refuse(Problem problem) {
        problem.send(request, response);
    }

    private void send(String type, String text) throws IOException {
        send(type, text.getBytes(StandardCharsets.UTF_8));
    }

    private void send(String type, byte[] body) throws IOException {
        new Representation(type, body).send(request, response);
    }
}
