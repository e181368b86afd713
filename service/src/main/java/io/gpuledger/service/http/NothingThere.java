package io.gpuledger.service.http;

import io.helidon.http.Status;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;

/// Answers where there is nothing, and where it is nobody's business that there is something.
public final class NothingThere {
    private NothingThere() {}

    public static void answer(ServerRequest request, ServerResponse response) {
        var path = request.prologue().uriPath().rawPath();
        Problem.of(Status.NOT_FOUND_404, "Nothing is at %s.".formatted(path)).send(request, response);
    }
}
