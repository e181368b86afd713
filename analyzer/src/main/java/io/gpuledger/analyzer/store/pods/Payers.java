package io.gpuledger.analyzer.store.pods;

import io.gpuledger.analyzer.booking.Teams;
import io.gpuledger.analyzer.cluster.LabelName;
import io.gpuledger.analyzer.store.objects.ClusterTables;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Session;
import io.gpuledger.analyzer.time.Hour;
import io.gpuledger.analyzer.time.Timeline;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// Says who would pay for pods of a cluster at an instant, by their namespaces.
public final class Payers {
    private final Teams teams;
    private final Map<String, Timeline<SortedMap<String, String>>> namespaces;
    private final long millis;

    private Payers(Teams teams, Map<String, Timeline<SortedMap<String, String>>> namespaces, long millis) {
        this.teams = teams;
        this.namespaces = namespaces;
        this.millis = millis;
    }

    public static Payers at(Session session, Teams teams, String cluster, long millis) throws DatabaseException {
        return new Payers(teams, new ClusterTables(session).namespaces(cluster, millis, millis + 1), millis);
    }

    /// Returns the team that pays for a pod with these labels.
    public String of(String namespace, SortedMap<String, String> labels) {
        var normal = new TreeMap<String, String>();
        labels.forEach((name, value) -> normal.put(LabelName.normal(name), value));
        return teams.of(namespace, Timeline.always(normal), namespaces, Hour.of(millis));
    }

    /// Returns the team that pays for what says nothing itself.
    public String of(String namespace) {
        return teams.of(namespace, Timeline.empty(), namespaces, Hour.of(millis));
    }
}
