package io.gpuledger.analyzer.web.api;

import io.gpuledger.analyzer.store.postgres.CannotAskException;
import io.gpuledger.service.http.Problem;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.time.Duration;

/// Sends answers and refusals.
record Responses(ServerRequest request, ServerResponse response) {
    /// By then a database may be back, and a crowd of questions gone.
    static final Duration RETRY = Duration.ofSeconds(10);

    void send(Answer answer) throws IOException {
        switch (answer) {
            case Answer.Found(var representation, var next) -> {
                next.ifPresent(this::link);
                representation.send(request, response);
            }
            case Answer.Meanwhile(var representation) -> {
                // It says what is known, and when it is worth asking again.
                response.status(Status.SERVICE_UNAVAILABLE_503)
                        .header(HeaderNames.RETRY_AFTER, String.valueOf(RETRY.toSeconds()));
                representation.send(request, response);
            }
            case Answer.Streamed(var writer) -> Representation.stream(Writing.JSON, writer, request, response);
            case Answer.Refused(var problem) -> refuse(problem);
        }
    }

    /// The link is relative to the URL of the request, whose path is another to who asks through a proxy.
    private void link(String query) {
        response.header(HeaderNames.LINK, "<?%s>; rel=\"next\"".formatted(query));
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

    void refuse(Problem problem) {
        problem.send(request, response);
    }
}
