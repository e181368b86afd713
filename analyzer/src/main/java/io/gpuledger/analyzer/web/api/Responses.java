package io.gpuledger.analyzer.web.api;

import io.gpuledger.analyzer.store.postgres.CannotAskException;
import io.gpuledger.service.http.KeptAnswer;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/// Sends answers and refusals.
final class Responses {
    private static final String JSON = "application/json";
    private static final String CSV = "text/csv; charset=utf-8";
    private static final String HTML = "text/html; charset=utf-8";

    /// By then a database may be back, and a crowd of questions gone.
    private static final Duration RETRY = Duration.ofSeconds(10);

    private Responses() {}

    static <A> void send(A answer, Form<A> form, Format format, ServerResponse response) throws IOException {
        switch (form) {
            case Form.File<A>(var mediaType, var bytes) -> send(response, mediaType.apply(answer), bytes.apply(answer));
            case Form.Html<A>(var html) -> send(response, HTML, html.apply(answer));
            case Form.Document<A> document -> send(answer, document, format, response);
        }
    }

    private static <A> void send(A answer, Form.Document<A> document, Format format, ServerResponse response)
            throws IOException {
        document.next().apply(answer).ifPresent(query -> link(response, query));
        var data = Type.object(document.data()).write().apply(answer);
        if (document.isStreamed()) {
            response.header(HeaderNames.CONTENT_TYPE, JSON);
            try (var out = response.outputStream()) {
                Json.success(data, out);
            }
            return;
        }
        switch (format) {
            case CSV -> send(response, CSV, document.table().orElseThrow().csv(answer));
            case JSON -> send(response, JSON, Json.success(data));
        }
    }

    /// The link is relative to the URL of the request, whose path is another to who asks through a proxy.
    private static void link(ServerResponse response, String query) {
        response.header(HeaderNames.LINK, "<?%s>; rel=\"next\"".formatted(query));
    }

    static void badQuestion(ServerResponse response, List<String> problems) throws IOException {
        refuse(response, Status.BAD_REQUEST_400, "bad_data", problems);
    }

    static void notFound(ServerResponse response, String why) throws IOException {
        refuse(response, Status.NOT_FOUND_404, "not_found", List.of(why));
    }

    static void cannotAsk(ServerResponse response, CannotAskException why) throws IOException {
        var words = "the database " + why.getMessage();
        if (why.isRefused()) {
            badQuestion(response, List.of(words));
        } else {
            unavailable(response, why.isTooMuch() ? "timeout" : "unavailable", words);
        }
    }

    static void notYet(ServerResponse response, String why) throws IOException {
        unavailable(response, "unavailable", why);
    }

    private static void unavailable(ServerResponse response, String type, String why) throws IOException {
        retry(response);
        refuse(response, Status.SERVICE_UNAVAILABLE_503, type, List.of(why));
    }

    /// Says when it is worth asking again.
    static ServerResponse retry(ServerResponse response) {
        return response.status(Status.SERVICE_UNAVAILABLE_503)
                .header(HeaderNames.RETRY_AFTER, String.valueOf(RETRY.toSeconds()));
    }

    private static void refuse(ServerResponse response, Status status, String type, List<String> problems)
            throws IOException {
        send(response.status(status), JSON, Json.error(type, problems));
    }

    private static void send(ServerResponse response, String type, String text) {
        send(response, type, text.getBytes(StandardCharsets.UTF_8));
    }

    private static void send(ServerResponse response, String type, byte[] body) {
        KeptAnswer.send(response.header(HeaderNames.CONTENT_TYPE, type).header(HeaderValues.CACHE_NO_CACHE), body);
    }
}
