package io.gpuledger.analyzer.web.api;

import io.helidon.webserver.http.ServerRequest;

/// Says of a request that it changes something, so that it is noted who did.
///
/// @param detail what, as far as the path does not say it
public record Change(String detail) {
    public static void note(ServerRequest request, String detail) {
        request.context().register(new Change(detail));
    }
}
