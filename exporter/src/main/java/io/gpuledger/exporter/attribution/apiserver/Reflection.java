package io.gpuledger.exporter.attribution.apiserver;

import com.fasterxml.jackson.core.JacksonException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.TreeMap;

/// What is known of a kind of objects, kept as the API server has it: by a list, and from its version on by watches.
///
/// https://kubernetes.io/docs/reference/using-api/api-concepts/#efficient-detection-of-changes
final class Reflection<T> {
    /// Any version will do; so the API server answers from its cache.
    private static final String ANY = "0";

    /// The latest, which it has to ask its database for.
    private static final String LATEST = "";

    private final WatchedKind<T> kind;
    private final String node;
    private final KnownObjects<T, ?> known;
    private final Waits pace;
    private final Runnable heard;
    /// This is the number of the kind's path that the API server has.
    private int path;

    private String version = ANY;
    private boolean listed;

    /// @param heard is told whenever the API server has said something
    Reflection(WatchedKind<T> kind, Inquiry inquiry, KnownObjects<T, ?> known, Runnable heard) {
        this.kind = kind;
        this.node = inquiry.node();
        this.pace = inquiry.pace();
        this.known = known;
        this.heard = heard;
    }

    /// Follows until a watch comes to its natural end.
    void follow(ApiServerClient connection) throws IOException {
        try {
            if (!listed) {
                list(connection);
            }
            watch(connection);
        } catch (ApiServerException e) {
            if (e.isOfVersion()) {
                listAnew(LATEST);
            } else if (e.isUnknown()) {
                listAnew(version);
            }
            throw e;
        } catch (JacksonException | RuntimeException e) {
            // Whatever it was that it wanted to say.
            listAnew(version);
            throw e;
        }
    }

    /// @param atLeast what has been seen already is not to be unseen by a server that lags behind
    private void listAnew(String atLeast) {
        listed = false;
        version = atLeast;
    }

    private void list(ApiServerClient connection) throws IOException {
        var listing = new Listing<>(kind);
        do {
            Deadline.read(page(connection, listing.rest()), pace.answer(), listing::read);
        } while (listing.isIncomplete());
        version = listing.version();
        known.are(listing.objects(), listing.isOverfull());
        listed = true;
        heard.run();
    }

    private InputStream page(ApiServerClient connection, String rest) throws IOException {
        var parameters = parameters();
        parameters.put("limit", "500");
        if (rest.isEmpty()) {
            parameters.put("resourceVersion", version);
            if (!version.isEmpty()) {
                // Without it a limit would make it that very version, which may be gone by now.
                parameters.put("resourceVersionMatch", "NotOlderThan");
            }
        } else {
            parameters.put("continue", rest);
        }
        return served(connection, parameters);
    }

    /// Asks at the first of the kind's paths that the API server has, beginning with the one that it had before.
    private InputStream served(ApiServerClient connection, Map<String, String> parameters) throws IOException {
        while (true) {
            try {
                return connection.get(kind.paths().get(path), parameters, "list " + kind.resource());
            } catch (ApiServerException e) {
                path = e.isUnknown() ? (path + 1) % kind.paths().size() : path;
                if (!e.isUnknown() || path == 0) {
                    throw e;
                }
            }
        }
    }

    private void watch(ApiServerClient connection) throws IOException {
        var parameters = parameters();
        parameters.put("watch", "true");
        parameters.put("allowWatchBookmarks", "true");
        parameters.put("resourceVersion", version);
        parameters.put("timeoutSeconds", Long.toString(Math.max(1, pace.watch().toSeconds())));
        var begun = System.nanoTime();
        var versionBefore = version;
        var body = connection.get(kind.paths().get(path), parameters, "watch " + kind.resource());
        heard.run();
        Deadline.read(body, pace.watch().plus(pace.grace()), this::takeAll);
        if (version.equals(versionBefore)
                && System.nanoTime() - begun < pace.shortest().toNanos()) {
            throw new IOException("it ends watches as soon as they have begun");
        }
    }

    private void takeAll(InputStream body) throws IOException {
        try (var json = new Json(body)) {
            while (json.next()) {
                take(new Event<>(kind).read(json));
            }
        }
    }

    private Map<String, String> parameters() {
        return new TreeMap<>(Map.of("fieldSelector", "spec.nodeName=" + node));
    }

    private void take(Event<T> event) throws IOException {
        var metadata = event.object().metadata;
        switch (event.type()) {
            case "ADDED", "MODIFIED" -> event.object().finished().ifPresent(object -> known.is(metadata.uid, object));
            case "DELETED" -> known.isNoMore(metadata.uid);
            case "BOOKMARK" -> {}
            case "ERROR" -> {
                listAnew(version);
                throw event.object().failure();
            }
            default -> {
                listAnew(version);
                throw new IOException("it tells of an event of the type '%s'".formatted(event.type()));
            }
        }
        version = metadata.version.isEmpty() ? version : metadata.version;
        heard.run();
    }
}
