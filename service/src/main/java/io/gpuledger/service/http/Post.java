package io.gpuledger.service.http;

import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.HttpRules;
import java.util.List;

/// A path to which something is sent, and nothing else: what is not POST is refused with 405.
public final class Post {
    private Post() {}

    public static void route(HttpRules rules, String path, Handler handler) {
        rules.post(path, handler);
        Others.refuse(rules, path, List.of("POST"));
    }
}
