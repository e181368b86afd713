package io.gpuledger.analyzer.quota;

import io.gpuledger.analyzer.cluster.Attribute;
import io.gpuledger.analyzer.cluster.Resource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeSet;

/// The quotas over GPUs of one cluster, of what was told of it at an instant. What nobody tells is not known: a queue
/// whose use is silent is not taken for empty.
public final class StandingQuotas {
    private static final String REQUESTS = "requests.";

    /// Queues lend only of the same resource and flavor.
    private record Pool(String resource, String flavor) {}

    /// How many GPUs of one resource and one flavor a queue or a cohort has, may borrow, and lends.
    private record Share(Pool pool, Allowance allowance) {}

    private final String cluster;
    private final List<Quota> quotas = new ArrayList<>();
    private final CohortTree tree = new CohortTree();
    private final Map<Pool, Cohorts> pools = new HashMap<>();
    private final Map<String, TreeSet<String>> namespaces = new HashMap<>();

    public StandingQuotas(String cluster) {
        this.cluster = cluster;
    }

    /// Adds a ResourceQuota.
    public void quota(String namespace, String name, SortedMap<String, String> told) {
        told.forEach((attribute, hard) -> gpus(attribute, REQUESTS).ifPresent(resource -> {
            var used = amount(told, attribute.replaceFirst(Attribute.HARD, Attribute.USED), resource);
            amount(resource, hard)
                    .ifPresent(nominal -> quotas.add(new Quota(
                            new Quota.Id(
                                    cluster,
                                    QuotaKind.RESOURCE_QUOTA,
                                    Optional.of(namespace),
                                    name,
                                    resource,
                                    Optional.empty()),
                            Allowance.of(nominal, used),
                            Optional.empty(),
                            Optional.empty(),
                            Optional.ofNullable(told.get(Attribute.SCOPES)).map(Scopes::words),
                            List.of(namespace))));
        }));
    }

    /// Adds a Cohort, which may have a quota of its own and be in another.
    public void cohort(String name, SortedMap<String, String> told) {
        Optional.ofNullable(told.get(Attribute.PARENT)).ifPresent(parent -> tree.put(name, parent));
        shares(told).forEach(share -> cohorts(share.pool()).own(name, share.allowance()));
    }

    /// Adds a ClusterQueue.
    public void queue(String name, SortedMap<String, String> told) {
        var cohort = Optional.ofNullable(told.get(Attribute.COHORT));
        for (var share : shares(told)) {
            var pool = share.pool();
            cohort.ifPresent(in -> cohorts(pool).queue(in, share.allowance()));
            var id = new Quota.Id(
                    cluster,
                    QuotaKind.CLUSTER_QUEUE,
                    Optional.empty(),
                    name,
                    pool.resource(),
                    Optional.of(pool.flavor()));
            quotas.add(new Quota(id, share.allowance(), Optional.empty(), cohort, Optional.empty(), List.of()));
        }
    }

    private Cohorts cohorts(Pool pool) {
        return pools.computeIfAbsent(pool, _ -> new Cohorts(tree));
    }

    private static List<Share> shares(SortedMap<String, String> told) {
        var shares = new ArrayList<Share>();
        told.forEach((attribute, hard) -> {
            var slash = attribute.indexOf('/');
            if (attribute.startsWith(Attribute.HARD) && slash > 0) {
                var pool =
                        new Pool(attribute.substring(slash + 1), attribute.substring(Attribute.HARD.length(), slash));
                if (Resource.isGpu(pool.resource())) {
                    amount(pool.resource(), hard)
                            .ifPresent(nominal -> shares.add(new Share(pool, allowance(pool, nominal, told))));
                }
            }
        });
        return shares;
    }

    private static Allowance allowance(Pool pool, long nominal, SortedMap<String, String> told) {
        var key = pool.flavor() + "/" + pool.resource();
        return new Allowance(
                nominal,
                amount(told, Attribute.RESERVED + key, pool.resource())
                        .or(() -> amount(told, Attribute.USED + key, pool.resource())),
                amount(told, Attribute.BORROWING_LIMIT + key, pool.resource()),
                amount(told, Attribute.LENDING_LIMIT + key, pool.resource()));
    }

    /// Adds a LocalQueue, which leads from a namespace into a ClusterQueue.
    public void localQueue(String namespace, SortedMap<String, String> told) {
        Optional.ofNullable(told.get(Attribute.QUEUE))
                .ifPresent(queue ->
                        namespaces.computeIfAbsent(queue, _ -> new TreeSet<>()).add(namespace));
    }

    /// Returns all that were added.
    public List<Quota> all() {
        return quotas.stream().map(this::complete).toList();
    }

    /// Only now it is known who else is in a cohort.
    private Quota complete(Quota quota) {
        if (quota.id().kind() == QuotaKind.RESOURCE_QUOTA) {
            return quota;
        }
        var id = quota.id();
        return new Quota(
                id,
                quota.allowance(),
                quota.cohortName()
                        .flatMap(name -> cohorts(
                                        new Pool(id.resource(), id.flavor().orElse("")))
                                .find(name)),
                quota.cohortName(),
                quota.scopes(),
                List.copyOf(namespaces.getOrDefault(id.name(), new TreeSet<>())));
    }

    /// Returns the GPUs that an attribute limits the requests for.
    private static Optional<String> gpus(String attribute, String prefix) {
        return Optional.of(attribute)
                .filter(name -> name.startsWith(Attribute.HARD + prefix))
                .map(name -> name.substring(Attribute.HARD.length() + prefix.length()))
                .filter(Resource::isGpu);
    }

    private static Optional<Long> amount(SortedMap<String, String> told, String attribute, String resource) {
        return Optional.ofNullable(told.get(attribute)).flatMap(text -> amount(resource, text));
    }

    private static Optional<Long> amount(String resource, String text) {
        return boxed(Resource.amount(resource, text));
    }

    private static Optional<Long> boxed(OptionalLong number) {
        return number.isPresent() ? Optional.of(number.getAsLong()) : Optional.empty();
    }
}
