package io.gpuledger.exporter.attribution.apiserver;

import java.io.IOException;

/// An event of a watch, as it comes in.
final class Event<T> {
    private final Incoming<T> object;
    private String type = "";

    Event(WatchedKind<T> kind) {
        this.object = new Incoming<>(kind);
    }

    Event<T> read(Json event) throws IOException {
        event.object((field, value) -> {
            switch (field) {
                case "type" -> type = value.text().orElse("");
                case "object" -> value.object(object::read);
                default -> {
                    return false;
                }
            }
            return true;
        });
        return this;
    }

    String type() {
        return type;
    }

    Incoming<T> object() {
        return object;
    }
}
