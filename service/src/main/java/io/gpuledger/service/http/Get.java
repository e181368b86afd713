package io.gpuledger.service.http;

import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.HttpRules;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/// A path that can be read and nothing else: what is neither GET nor HEAD is refused with 405.
public final class Get {
    private Get() {}

    public static void route(HttpRules rules, String path, Handler handler) {
        rules.get(path, handler).head(path, head(handler)).any(path, Get::refuse);
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

    private static void refuse(ServerRequest request, ServerResponse response) {
        response.status(Status.METHOD_NOT_ALLOWED_405)
                .header(HeaderNames.ALLOW, "GET, HEAD")
                .send("Only GET and HEAD are answered here.\n");
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
