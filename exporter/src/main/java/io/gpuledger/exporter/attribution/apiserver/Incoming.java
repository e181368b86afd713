package io.gpuledger.exporter.attribution.apiserver;

import io.gpuledger.exporter.attribution.apiserver.WatchedKind.Draft;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Optional;

/// An object of the API as it comes in, or the `Status` that came instead of one.
final class Incoming<T> {
    private static final int LONGEST_MESSAGE = 2048;

    final Metadata metadata = new Metadata();
    private final Draft<T> draft;
    private int code;
    private String message = "";

    Incoming(WatchedKind<T> kind) {
        this.draft = kind.draft().get();
    }

    /// Returns the message of a `Status` that is the whole answer.
    static String message(byte[] answer) throws IOException {
        var status = new Incoming<>(PodDraft.PODS);
        try (var json = new Json(new ByteArrayInputStream(answer))) {
            if (json.next()) {
                json.object(status::read);
            }
        }
        return status.message;
    }

    boolean read(String field, Json value) throws IOException {
        switch (field) {
            case "metadata" -> value.object(metadata::read);
            case "code" -> code = (int) value.number();
            case "message" -> message = value.text(LONGEST_MESSAGE).orElse("");
            default -> {
                return draft.read(field, value);
            }
        }
        return true;
    }

    Optional<T> finished() {
        return metadata.uid.isEmpty() ? Optional.empty() : draft.finished(metadata);
    }

    ApiServerException failure() {
        return new ApiServerException(code, "the API server ends the watch (%d: %s)".formatted(code, message));
    }
}
