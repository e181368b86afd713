package io.gpuledger.analyzer.web.api;

import io.gpuledger.analyzer.access.Viewer;
import io.helidon.webserver.http.ServerRequest;

/// Says who asks.
public final class Asker {
    private Asker() {}

    /// A request that nobody has looked at is nobody's, who may nothing.
    public static Viewer of(ServerRequest request) {
        return request.context().get(Viewer.class).orElse(Viewer.NOBODY);
    }
}
