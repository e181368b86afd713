package io.gpuledger.service.http;

import static java.lang.System.Logger.Level.WARNING;

import io.helidon.http.HttpException;
import io.helidon.http.Status;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;

/// Answers what no route does, and what a route did not foresee.
final class Problems {
    private static final System.Logger LOG = System.getLogger(Problems.class.getName());

    private Problems() {}

    /// Goes behind all routes.
    static void add(HttpRouting.Builder routing) {
        routing.any(NothingThere::answer)
                .error(
                        ProblemException.class,
                        (request, response, e) -> e.problem().send(request, response))
                .error(Exception.class, Problems::failed);
    }

    private static void failed(ServerRequest request, ServerResponse response, Exception cause) {
        if (cause instanceof HttpException refused) {
            Problem.of(refused.status(), String.valueOf(refused.getMessage())).send(request, response);
            return;
        }
        LOG.log(WARNING, () -> request.prologue().uriPath().rawPath() + " has failed", cause);
        Problem.of(Status.INTERNAL_SERVER_ERROR_500, "This has failed. The program's log says why.")
                .send(request, response);
    }
}
