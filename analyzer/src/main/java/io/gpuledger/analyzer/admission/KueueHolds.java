package io.gpuledger.analyzer.admission;

import io.gpuledger.analyzer.admission.Hold.Admitted;
import io.gpuledger.analyzer.admission.Hold.Check;
import io.gpuledger.analyzer.admission.Hold.ChecksPending;
import io.gpuledger.analyzer.admission.Hold.KueueQueueMissing;
import io.gpuledger.analyzer.admission.Hold.NoQuota;
import io.gpuledger.analyzer.admission.Hold.Offer;
import io.gpuledger.analyzer.admission.Hold.QueueInactive;
import io.gpuledger.analyzer.admission.Hold.WorkloadOff;
import io.gpuledger.analyzer.cluster.Attribute;
import io.gpuledger.analyzer.quota.Demand;
import io.gpuledger.analyzer.quota.Quota;
import io.gpuledger.analyzer.quota.StandingQuotas;
import io.gpuledger.analyzer.quota.WaitingWork;
import io.gpuledger.analyzer.telemetry.Kind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Says what Kueue waits for with a pod that its gate keeps: of all that stands between a workload and its admission,
/// what comes first. That is whether the workload and its queues are switched on, then the quota, then the admission
/// checks.
public final class KueueHolds {
    private static final String RESERVED = "QuotaReserved";
    private static final String EVICTED = "Evicted";
    private static final String ACTIVE = "Active";
    private static final String READY = "Ready";

    private record Owned(String namespace, String owner) {}

    private final Facts facts;
    private final Map<Owned, Fact> byOwner = new HashMap<>();
    private final List<Quota> quotas;

    public KueueHolds(Facts facts) {
        this.facts = facts;
        facts.all(Kind.WORKLOAD)
                .forEach(workload -> workload.text(Attribute.OWNER)
                        .ifPresent(owner -> byOwner.put(new Owned(workload.namespace(), owner), workload)));
        var standing = new StandingQuotas("");
        facts.all(Kind.COHORT).forEach(cohort -> standing.cohort(cohort.name(), cohort.attributes()));
        facts.all(Kind.CLUSTER_QUEUE).forEach(queue -> standing.queue(queue.name(), queue.attributes()));
        this.quotas = standing.all();
    }

    /// Returns what it waits for, where its workload was told of: that of its group, its own, or that of who made it.
    ///
    /// @param group the name of its group of Kueue, if it has one
    /// @param owner who made it, as `Job/train`
    public Optional<Held> of(String namespace, String pod, Optional<String> group, Optional<String> owner) {
        return group.flatMap(name -> facts.find(Kind.WORKLOAD, namespace, name))
                .or(() -> Optional.ofNullable(byOwner.get(new Owned(namespace, "Pod/" + pod))))
                .or(() -> owner.flatMap(name -> Optional.ofNullable(byOwner.get(new Owned(namespace, name)))))
                .flatMap(this::of);
    }

    private Optional<Held> of(Fact workload) {
        if (workload.text(Attribute.ACTIVE).filter("false"::equals).isPresent()) {
            return Optional.of(Held.byKueue(new WorkloadOff(workload.name()), evicted(workload)));
        }
        if (workload.holds("Admitted")) {
            return Optional.of(Held.byKueue(new Admitted(workload.name()), Optional.empty()));
        }
        return workload.holds(RESERVED) ? Optional.of(pending(workload)) : unreserved(workload);
    }

    private Held pending(Fact workload) {
        var checks = workload.under(Attribute.CHECK).entrySet().stream()
                .filter(check -> !check.getValue().equals(READY))
                .map(check -> new Check(
                        check.getKey(),
                        check.getValue(),
                        workload.text(Attribute.MESSAGE + Attribute.CHECK + check.getKey())))
                .toList();
        var queue = door(workload).flatMap(door -> door.text(Attribute.QUEUE));
        return Held.byKueue(new ChecksPending(queue, checks), workload.why("Admitted"));
    }

    private Optional<Fact> door(Fact workload) {
        return workload.text(Attribute.QUEUE).flatMap(name -> facts.find(Kind.LOCAL_QUEUE, workload.namespace(), name));
    }

    /// Where no queue was told of at all, nobody tells of queues, and nothing is known of any.
    private Optional<Held> unreserved(Fact workload) {
        var said = said(workload);
        var named = workload.text(Attribute.QUEUE).orElse("");
        var door = door(workload);
        if (door.isEmpty()) {
            return missing(Kind.LOCAL_QUEUE, new KueueQueueMissing("LocalQueue", named), said);
        }
        var name = door.get().text(Attribute.QUEUE).orElse("");
        var queue = facts.find(Kind.CLUSTER_QUEUE, name);
        if (queue.isEmpty()) {
            return missing(Kind.CLUSTER_QUEUE, new KueueQueueMissing("ClusterQueue", name), said);
        }
        if (queue.get().fails(ACTIVE)) {
            return Optional.of(Held.byKueue(
                    new QueueInactive("ClusterQueue", name, queue.get().why(ACTIVE)), said));
        }
        return Optional.of(Held.byKueue(
                door.get().fails(ACTIVE)
                        ? new QueueInactive("LocalQueue", named, door.get().why(ACTIVE))
                        : new NoQuota(name, offers(name, workload)),
                said));
    }

    private Optional<Held> missing(Kind kind, KueueQueueMissing hold, Optional<String> said) {
        return facts.all(kind).isEmpty() ? Optional.empty() : Optional.of(Held.byKueue(hold, said));
    }

    /// One that was evicted says why that was, and waits anew.
    private static Optional<String> said(Fact workload) {
        var why = workload.why(RESERVED);
        return evicted(workload)
                .map(evicted -> why.map(words -> words + " (" + evicted + ")").orElse(evicted))
                .or(() -> why);
    }

    private static Optional<String> evicted(Fact workload) {
        return workload.holds(EVICTED) ? workload.why(EVICTED).map(words -> "evicted: " + words) : Optional.empty();
    }

    private List<Offer> offers(String queue, Fact workload) {
        var demands = WaitingWork.demands(workload.attributes());
        return quotas.stream()
                .filter(quota -> quota.id().name().equals(queue)
                        && demands.containsKey(quota.id().resource()))
                .map(quota -> offer(quota, demands.getOrDefault(quota.id().resource(), Demand.NONE)))
                .toList();
    }

    private static Offer offer(Quota quota, Demand demand) {
        return new Offer(
                quota.id().flavor().orElse(""),
                quota.id().resource(),
                demand.gpus(),
                quota.allowance().nominal(),
                quota.allowance().used(),
                quota.available(),
                quota.cohortName());
    }
}
