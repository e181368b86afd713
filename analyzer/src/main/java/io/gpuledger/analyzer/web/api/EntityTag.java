package io.gpuledger.analyzer.web.api;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;

/// Names what an answer says, byte by byte: who has an answer of that name already need not be sent it again. The same
/// answer has another name when it is compressed. https://www.rfc-editor.org/rfc/rfc9110#name-etag
record EntityTag(String text) {
    /// More bits than anybody will ever see two answers of the same by chance.
    private static final int HASH_BYTES = 16;

    static EntityTag of(byte[] body, Encoding encoding) {
        var hash = Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(sha256(body), HASH_BYTES));
        return new EntityTag(
                switch (encoding) {
                    case PLAIN -> "\"" + hash + "\"";
                    case GZIP -> "\"" + hash + "-gzip\"";
                });
    }

    private static byte[] sha256(byte[] body) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(body);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /// Whether the client has an answer of this name. A proxy that has changed an answer may have made its name weak.
    boolean isKnownTo(ServerRequest request) {
        if (!request.headers().contains(HeaderNames.IF_NONE_MATCH)) {
            return false;
        }
        return Arrays.stream(request.headers()
                        .get(HeaderNames.IF_NONE_MATCH)
                        .values()
                        .split(",", -1))
                .map(String::strip)
                .anyMatch(one -> one.equals("*") || one.equals(text) || one.equals("W/" + text));
    }
}
