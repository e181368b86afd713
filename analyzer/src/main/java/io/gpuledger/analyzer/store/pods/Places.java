package io.gpuledger.analyzer.store.pods;

import io.gpuledger.analyzer.booking.Teams;
import io.gpuledger.analyzer.store.objects.ClusterTables;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.Session;
import io.gpuledger.analyzer.time.Hour;
import io.gpuledger.analyzer.time.Span;
import io.gpuledger.analyzer.time.Timeline;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/// What follows for pods from where they are: from their namespaces who pays, and from their nodes which GPUs they
/// have. It is read once, before the pods are.
final class Places {
    private final Teams teams;
    private final Span window;
    private final NodeProducts products;
    private final Map<String, Map<String, Timeline<SortedMap<String, String>>>> namespaces = new HashMap<>();

    private Places(Teams teams, Span window, NodeProducts products) {
        this.teams = teams;
        this.window = window;
        this.products = products;
    }

    static Places of(Session session, Teams teams, Span window) throws DatabaseException {
        return of(session, teams, window, NodeProducts.of(session, window));
    }

    /// Reads only what says who pays.
    static Places ofNamespaces(Session session, Teams teams, Span window) throws DatabaseException {
        return of(session, teams, window, NodeProducts.NONE);
    }

    private static Places of(Session session, Teams teams, Span window, NodeProducts products)
            throws DatabaseException {
        var places = new Places(teams, window, products);
        var tables = new ClusterTables(session);
        for (var cluster : new Query<>(session).list("select name from gpu_ledger.cluster", row -> row.text(1))) {
            places.namespaces.put(cluster, tables.namespaces(cluster, window.from(), window.to()));
        }
        return places;
    }

    Optional<String> product(String cluster, String node) {
        return products.of(cluster, node);
    }

    /// Returns who pays for a pod in the hour of an instant, or in that hour of the window which is next to it.
    ///
    /// @param labels those of the pod over time
    String team(String cluster, String namespace, Timeline<SortedMap<String, String>> labels, long millis) {
        var within = Math.clamp(millis, window.from(), window.to() - 1);
        return teams.of(namespace, labels, namespaces.getOrDefault(cluster, Map.of()), Hour.of(within));
    }
}
