package io.gpuledger.analyzer.web.api;

import io.gpuledger.service.http.Get;
import io.gpuledger.service.http.KeptAnswer;
import io.helidon.http.Header;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.util.EnumMap;
import java.util.Map;

/// An answer as it was written down. It goes out compressed where the client takes that, and not at all where the
/// client has it. What many are sent is compressed and named once.
final class Representation {
    /// What one may see another may not, and it may be another the next moment: it may be kept, and is asked about each
    /// time.
    private static final Header CACHE = HeaderValues.createCached(HeaderNames.CACHE_CONTROL, "private, no-cache");

    private static final Header VARY = HeaderValues.createCached(HeaderNames.VARY, "Accept, Accept-Encoding");

    /// A compressed answer is about a sixth as long.
    private static final int SIXTH = 6;

    private final String mediaType;
    private final byte[] body;
    private final Map<Encoding, EntityTag> tags = new EnumMap<>(Encoding.class);
    private final Map<Encoding, byte[]> bodies = new EnumMap<>(Encoding.class);

    /// @param mediaType with its parameters
    /// @param body is not changed any more
    Representation(String mediaType, byte[] body) {
        this.mediaType = mediaType;
        this.body = body;
    }

    void send(ServerRequest request, ServerResponse response) throws IOException {
        var encoding = body.length < Encoding.BYTES_MIN || !isText() ? Encoding.PLAIN : Encoding.of(request);
        head(mediaType, response);
        if (response.status().equals(Status.OK_200) && Get.isAsked(request)) {
            var tag = tag(encoding);
            response.header(HeaderNames.ETAG, tag.text());
            if (tag.isKnownTo(request)) {
                response.status(Status.NOT_MODIFIED_304).send();
                return;
            }
        }
        encoding.head(response);
        KeptAnswer.send(response, body(encoding));
    }

    private synchronized EntityTag tag(Encoding encoding) {
        return tags.computeIfAbsent(encoding, _ -> EntityTag.of(body, encoding));
    }

    private synchronized byte[] body(Encoding encoding) throws IOException {
        var known = bodies.get(encoding);
        if (known != null) {
            return known;
        }
        var encoded = encoding.encode(body);
        bodies.put(encoding, encoded);
        return encoded;
    }

    /// Returns how much memory it holds once it is compressed too.
    long bytes() {
        return (long) body.length + body.length / SIXTH;
    }

    private static void head(String mediaType, ServerResponse response) {
        response.header(HeaderNames.CONTENT_TYPE, mediaType)
                .header(CACHE)
                .headers()
                .add(VARY);
    }

    /// A picture is compressed by itself.
    private boolean isText() {
        return mediaType.startsWith("text/") || mediaType.startsWith("application/json");
    }

    interface Writer {
        void write(OutputStream out) throws IOException;
    }

    /// Sends what is written meanwhile. It has no name, as nobody knows what it is before it is gone.
    static void stream(String mediaType, Writer writer, ServerRequest request, ServerResponse response)
            throws IOException {
        var encoding = Encoding.of(request);
        head(mediaType, response);
        encoding.head(response);
        try (var out = encoding.stream(response.outputStream())) {
            writer.write(out);
        }
    }
}
