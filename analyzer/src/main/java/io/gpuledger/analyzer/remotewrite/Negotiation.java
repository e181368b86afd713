package io.gpuledger.analyzer.remotewrite;

import io.gpuledger.analyzer.parse.write.WriteVersion;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.ServerRequestHeaders;
import io.helidon.http.Status;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/// What a request says of itself. What is not taken is answered with 415, whereupon a sender may try another way:
/// vmagent goes over from its own protocol, in zstd, to Prometheus'.
final class Negotiation {
    private static final String TYPE = "application/x-protobuf";
    private static final String ACCEPTED = Arrays.stream(WriteVersion.values())
            .map(version -> TYPE + ";proto=" + version.message())
            .collect(Collectors.joining(" and "));

    private Negotiation() {}

    static WriteVersion version(ServerRequestHeaders headers) throws RefusedException {
        var encoding = header(headers, HeaderNames.CONTENT_ENCODING);
        if (!encoding.equalsIgnoreCase("snappy")) {
            throw unsupported("Content-Encoding has to be snappy, not '%s'.".formatted(encoding));
        }
        var type = header(headers, HeaderNames.CONTENT_TYPE);
        return version(type)
                .orElseThrow(() -> unsupported("Content-Type has to be %s, not '%s'.".formatted(ACCEPTED, type)));
    }

    private static Optional<WriteVersion> version(String contentType) {
        var parts = contentType.split(";", -1);
        if (!parts[0].strip().toLowerCase(Locale.ROOT).equals(TYPE)) {
            return Optional.empty();
        }
        // Senders of 1.0 say no more.
        var message = Arrays.stream(parts)
                .skip(1)
                .map(part -> part.split("=", 2))
                .filter(pair -> pair.length == 2 && pair[0].strip().equalsIgnoreCase("proto"))
                .map(pair -> unquoted(pair[1].strip()))
                .findFirst()
                .orElse(WriteVersion.V1.message());
        return Arrays.stream(WriteVersion.values())
                .filter(version -> version.message().equals(message))
                .findFirst();
    }

    private static String unquoted(String value) {
        var quoted = value.length() > 1 && value.startsWith("\"") && value.endsWith("\"");
        return quoted ? value.substring(1, value.length() - 1) : value;
    }

    private static String header(ServerRequestHeaders headers, HeaderName name) {
        return headers.first(name).map(String::strip).orElse("");
    }

    private static RefusedException unsupported(String message) {
        return RefusedException.forGood(Status.UNSUPPORTED_MEDIA_TYPE_415, message);
    }
}
