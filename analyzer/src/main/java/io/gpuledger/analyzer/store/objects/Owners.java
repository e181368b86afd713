package io.gpuledger.analyzer.store.objects;

import io.gpuledger.analyzer.cluster.Attribute;
import io.gpuledger.analyzer.cluster.Workload;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.Session;
import io.gpuledger.analyzer.telemetry.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Who stands at the top of a pod's owner chain: asked for level by level, for all pods at once.
final class Owners {
    /// A PyTorchJob, a JobSet, a Job and a Pod are four, and a few more may come.
    private static final int LEVELS = 8;

    private static final String OWNERS = """
        select o.namespace, o.name, a.value
        from unnest(?::text[], ?::text[], ?::text[], ?::text[]) as asked (cluster, kind, namespace, name)
        join gpu_ledger.cluster c on c.name = asked.cluster
        join gpu_ledger.object o on o.cluster_id = c.id and o.kind = asked.kind
            and o.namespace = asked.namespace and o.name = asked.name and o.uid = ''
        left join lateral (
            select value
            from gpu_ledger.attribute
            where object_id = o.id and name = 'owner' and value is not null
            order by since desc
            limit 1
        ) a on true
        """;
    private static final String NOTEBOOK = "notebook_name";
    private static final String HASH = "pod_template_hash";
    private static final String REPLICA_SET = "ReplicaSet/";

    /// What a Deployment puts behind its name.
    private static final Pattern HASHED = Pattern.compile("(.+)-[a-z0-9]{5,10}");

    /// @param name with its kind before it
    private record Controller(String namespace, String name) {}

    /// All that are known, each with its owner, if it has one.
    private final Map<Controller, Optional<Controller>> owners;

    private Owners(Map<Controller, Optional<Controller>> owners) {
        this.owners = owners;
    }

    static Owners of(List<PodDraft> pods, String cluster, Session session) throws DatabaseException {
        var owners = new HashMap<Controller, Optional<Controller>>();
        Set<Controller> asked = new HashSet<>();
        pods.forEach(pod ->
                pod.find(Attribute.OWNER).ifPresent(owner -> asked.add(new Controller(pod.namespace(), owner))));
        for (var level = 0; level < LEVELS && !asked.isEmpty(); level++) {
            var found = ask(asked, cluster, session);
            asked.clear();
            found.values().stream()
                    .flatMap(Optional::stream)
                    .filter(owner -> !owners.containsKey(owner) && !found.containsKey(owner))
                    .forEach(asked::add);
            owners.putAll(found);
        }
        return new Owners(owners);
    }

    private static Map<Controller, Optional<Controller>> ask(
            Set<Controller> controllers, String cluster, Session session) throws DatabaseException {
        var found = new HashMap<Controller, Optional<Controller>>();
        new Query<>(session, controllers)
                .texts(_ -> cluster)
                .texts(_ -> Kind.CONTROLLER.word())
                .texts(Controller::namespace)
                .texts(Controller::name)
                .query(OWNERS, row -> {
                    // Owners are in the namespace of what they own.
                    var namespace = row.text(1);
                    found.put(
                            new Controller(namespace, row.text(2)),
                            row.optionalText(3).map(owner -> new Controller(namespace, owner)));
                });
        return found;
    }

    Optional<Workload> workload(PodDraft pod) {
        var labels = pod.labels();
        return Optional.ofNullable(labels.get(NOTEBOOK))
                .map(name -> new Workload("Notebook", name))
                .or(() -> pod.find(Attribute.OWNER)
                        .map(owner -> workload(
                                top(new Controller(pod.namespace(), owner)), Optional.ofNullable(labels.get(HASH)))));
    }

    private Controller top(Controller first) {
        return chain(first).getLast();
    }

    private List<Controller> chain(Controller first) {
        var chain = new ArrayList<Controller>();
        var at = Optional.of(first);
        while (at.isPresent() && chain.size() <= LEVELS) {
            chain.add(at.get());
            at = owners.getOrDefault(at.get(), Optional.empty());
        }
        return chain;
    }

    /// Returns who made it, who made that, and so on.
    List<String> chain(PodDraft pod) {
        return pod
                .find(Attribute.OWNER)
                .map(owner -> chain(new Controller(pod.namespace(), owner)))
                .orElse(List.of())
                .stream()
                .map(Controller::name)
                .toList();
    }

    /// @param hash the label by which a Deployment tells the pods of its ReplicaSets apart
    private Workload workload(Controller top, Optional<String> hash) {
        if (!owners.containsKey(top) && top.name().startsWith(REPLICA_SET)) {
            var deployment = deployment(top.name().substring(REPLICA_SET.length()), hash);
            if (deployment.isPresent()) {
                return new Workload("Deployment", deployment.get());
            }
        }
        var slash = top.name().indexOf('/');
        return new Workload(
                top.name().substring(0, Math.max(0, slash)), top.name().substring(slash + 1));
    }

    /// Guesses the Deployment of a ReplicaSet of which nobody tells whose it is.
    private static Optional<String> deployment(String replicaSet, Optional<String> hash) {
        if (hash.isPresent()) {
            var end = "-" + hash.get();
            return replicaSet.endsWith(end)
                    ? Optional.of(replicaSet.substring(0, replicaSet.length() - end.length()))
                    : Optional.empty();
        }
        return Optional.of(HASHED.matcher(replicaSet)).filter(Matcher::matches).map(matcher -> matcher.group(1));
    }
}
