package io.gpuledger.service.http;

import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.HttpRules;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/// A path that can be read and nothing else: what is neither GET nor HEAD is refused with 405.
public final class Get {
    public static final List<String> METHODS = List.of("GET", "HEAD");

    private Get() {}

    public static void route(HttpRules rules, String path, Handler handler) {
        answer(rules, path, handler);
        Others.refuse(rules, path, METHODS);
    }

    /// Whether the method of a request is one of these.
    public static boolean isAsked(ServerRequest request) {
        return METHODS.contains(request.prologue().method().text());
    }

    /// Answers these methods, and leaves the others of the path to what is routed next.
    public static void answer(HttpRules rules, String path, Handler handler) {
        rules.get(path, handler).head(path, head(handler));
    }

    /// Gives the same answer without its body: Helidon sends that too, and a client takes it for its next answer's
    /// head.
    private static Handler head(Handler handler) {
        return (request, response) -> {
            // Whatever the length, an answer that has one goes without chunks.
            response.contentLength(0);
            response.streamFilter(stream -> new Bodiless(response, stream));
            handler.handle(request, response);
        };
    }

    /// An answer says how long it is, or is written whole, which tells it.
    private static final class Bodiless extends FilterOutputStream {
        private final ServerResponse response;

        Bodiless(ServerResponse response, OutputStream stream) {
            super(stream);
            this.response = response;
        }

        @Override
        public void write(byte[] body, int from, int length) throws IOException {
            if (response.headers().contentLength().orElse(0) == 0) {
                response.headers().contentLength(length);
            }
            out.write(body, from, 0);
        }
    }
}
