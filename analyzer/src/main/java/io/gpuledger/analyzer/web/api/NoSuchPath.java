package io.gpuledger.analyzer.web.api;

import io.gpuledger.service.http.NothingThere;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;

/// The answer where there is nothing, and where it is nobody's business that there is something.
public final class NoSuchPath {
    private NoSuchPath() {}

    public static void answer(ServerRequest request, ServerResponse response) {
        NothingThere.answer(request, response);
    }
}
