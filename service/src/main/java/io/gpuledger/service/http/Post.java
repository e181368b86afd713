package io.gpuledger.service.http;

import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.HttpRules;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;

/// A path to which something is sent, and nothing else: what is not POST is refused with 405.
public final class Post {
    private Post() {}

    public static void route(HttpRules rules, String path, Handler handler) {
        rules.post(path, handler).any(path, Post::refuse);
    }

    private static void refuse(ServerRequest request, ServerResponse response) {
        response.status(Status.METHOD_NOT_ALLOWED_405)
                .header(HeaderNames.ALLOW, "POST")
                .send("Only POST is answered here.\n");
    }
}
