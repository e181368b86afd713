package io.gpuledger.exporter.attribution.apiserver;

import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.Map;

/// A list as it comes in, page by page.
final class Listing<T> {
    private static final int MOST_PAGES = 1000;

    private final WatchedKind<T> kind;
    private final Map<String, T> objects = new LinkedHashMap<>();
    private Metadata metadata = new Metadata();
    private int pages;
    private boolean overfull;

    Listing(WatchedKind<T> kind) {
        this.kind = kind;
    }

    void read(InputStream page) throws IOException {
        metadata = new Metadata();
        try (var json = new Json(page)) {
            if (json.next()) {
                json.object(this::read);
            }
            // To its end, so that the next request finds the connection free.
            if (json.next() || metadata.version.isEmpty()) {
                throw new IOException("it answers with something else than a list");
            }
        }
        if (++pages > MOST_PAGES) {
            throw new IOException("its list has no end");
        }
    }

    private boolean read(String field, Json value) throws IOException {
        return switch (field) {
            case "metadata" -> value.object(metadata::read);
            case "items" -> value.array(this::readItem);
            default -> false;
        };
    }

    private void readItem(Json item) throws IOException {
        var incoming = new Incoming<>(kind);
        item.object(incoming::read);
        incoming.finished().ifPresent(object -> add(incoming.metadata.uid, object));
    }

    private void add(String uid, T object) {
        if (objects.size() < kind.most()) {
            objects.put(uid, object);
        } else {
            overfull = true;
        }
    }

    boolean isIncomplete() {
        return !rest().isEmpty();
    }

    String rest() {
        return metadata.more;
    }

    String version() {
        return metadata.version;
    }

    Map<String, T> objects() {
        return objects;
    }

    /// Whether there were more than are kept.
    boolean isOverfull() {
        return overfull;
    }
}
