package io.gpuledger.analyzer.web.api;

import io.gpuledger.service.http.Problem;
import io.gpuledger.service.http.ProblemException;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/// Reads the body of a request as a text, or refuses it unread.
record SentBody(Parameter.Body<?> declared, Effect effect) {
    String text(ServerRequest request) throws IOException {
        requireReadable(request);
        if (!request.content().hasEntity()) {
            return "";
        }
        var bytes = request.content().inputStream().readNBytes(declared.bytesMax() + 1);
        if (bytes.length > declared.bytesMax()) {
            throw refused(
                    Status.REQUEST_ENTITY_TOO_LARGE_413,
                    "%s: must have no more than %,d bytes".formatted(declared.name(), declared.bytesMax()));
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private void requireReadable(ServerRequest request) {
        if (request.headers().contains(HeaderNames.CONTENT_ENCODING)) {
            throw refused(
                    Status.UNSUPPORTED_MEDIA_TYPE_415, "the body must be sent as it is, without Content-Encoding");
        }
        if (effect == Effect.ADDS && !isJson(request)) {
            throw refused(Status.UNSUPPORTED_MEDIA_TYPE_415, "the body must be sent as " + Writing.JSON);
        }
    }

    /// No form of a page can send that, so that a browser asks before it sends it to another site.
    private static boolean isJson(ServerRequest request) {
        return request.headers()
                .contentType()
                .filter(type -> type.mediaType().text().equals(Writing.JSON))
                .isPresent();
    }

    private static ProblemException refused(Status status, String why) {
        return new ProblemException(Problem.of(status, why));
    }
}
