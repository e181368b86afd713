package io.gpuledger.analyzer.web;

import com.fasterxml.jackson.core.JsonFactory;
import io.gpuledger.analyzer.store.postgres.CannotAskException;
import io.gpuledger.service.http.Get;
import io.gpuledger.service.http.KeptAnswer;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.Status;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;

/// How questions come in and answers go out. What goes wrong is said as Prometheus' API says it, with a list of all
/// that is wrong beside.
final class Api {
    static final String JSON = "application/json";
    static final String CSV = "text/csv; charset=utf-8";

    private static final Duration RETRY = Duration.ofSeconds(10);
    private static final JsonFactory FACTORY = new JsonFactory();

    /// What was asked, and the answer to it.
    @FunctionalInterface
    interface Handler {
        void handle(ServerRequest request, Parameters parameters, ServerResponse response) throws IOException;
    }

    private Api() {}

    static void route(HttpRouting.Builder routing, String path, Handler handler) {
        Get.route(routing, path, (request, response) -> {
            try {
                handler.handle(request, parameters(request), response);
            } catch (BadQuestionException e) {
                refuse(response, Status.BAD_REQUEST_400, "bad_data", e.problems());
            } catch (CannotAskException e) {
                cannotAsk(response, e);
            }
        });
    }

    private static void cannotAsk(ServerResponse response, CannotAskException why) throws IOException {
        var words = "the database " + why.getMessage();
        if (why.isRefused()) {
            refuse(response, Status.BAD_REQUEST_400, "bad_data", List.of(words));
        } else {
            unavailable(response, why.isTooMuch() ? "timeout" : "unavailable", words);
        }
    }

    private static Parameters parameters(ServerRequest request) {
        var given = new HashMap<String, List<String>>();
        try {
            var query = request.query();
            query.names().forEach(name -> given.put(name, query.all(name)));
        } catch (IllegalArgumentException e) {
            throw new BadQuestionException(List.of("the parameters cannot be read: " + e.getMessage()));
        }
        return new Parameters(given);
    }

    static void send(ServerResponse response, String type, byte[] body) {
        KeptAnswer.send(response.header(HeaderNames.CONTENT_TYPE, type).header(HeaderValues.CACHE_NO_CACHE), body);
    }

    /// It may go better soon.
    static void unavailable(ServerResponse response, String type, String why) throws IOException {
        response.header(HeaderNames.RETRY_AFTER, String.valueOf(RETRY.toSeconds()));
        refuse(response, Status.SERVICE_UNAVAILABLE_503, type, List.of(why));
    }

    static void notFound(ServerResponse response, String what) throws IOException {
        refuse(response, Status.NOT_FOUND_404, "not_found", List.of(what));
    }

    private static void refuse(ServerResponse response, Status status, String type, List<String> problems)
            throws IOException {
        var out = new ByteArrayOutputStream();
        try (var json = FACTORY.createGenerator(out)) {
            json.writeStartObject();
            json.writeStringField("status", "error");
            json.writeStringField("errorType", type);
            json.writeStringField("error", String.join("; ", problems));
            json.writeArrayFieldStart("problems");
            for (var problem : problems) {
                json.writeString(problem);
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        send(response.status(status), JSON, out.toByteArray());
    }

    /// Whether a client would rather have CSV than JSON.
    static boolean wantsCsv(ServerRequest request) {
        return request.headers().contains(HeaderNames.ACCEPT)
                && request.headers().get(HeaderNames.ACCEPT).values().contains("text/csv");
    }
}
