package io.gpuledger.analyzer.store.quotas;

import io.gpuledger.analyzer.quota.Demand;
import io.gpuledger.analyzer.quota.Quota;
import io.gpuledger.analyzer.quota.StandingQuotas;
import io.gpuledger.analyzer.quota.WaitingWork;
import io.gpuledger.analyzer.quota.WaitingWork.Place;
import io.gpuledger.analyzer.store.objects.ClusterTables;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.ReadSession;
import io.gpuledger.analyzer.telemetry.Kind;
import io.gpuledger.analyzer.telemetry.ObjectId;
import io.gpuledger.analyzer.time.Span;
import io.gpuledger.analyzer.time.Timeline;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/// Reads what was told of quotas in one cluster.
///
/// @param told until when it had told of each kind, in milliseconds since 1970; nothing of what it never told of
record ClusterQuotas(ReadSession reading, String cluster, Map<Kind, Long> told) {
    /// Returns the quotas that stood at an instant.
    List<Quota> at(long millis) throws DatabaseException {
        var instant = new Span(millis, millis + 1);
        var standing = new StandingQuotas(cluster);
        objects(Kind.RESOURCE_QUOTA, instant)
                .forEach((id, its) -> its.at(millis).ifPresent(now -> standing.quota(id.namespace(), id.name(), now)));
        objects(Kind.COHORT, instant)
                .forEach((id, its) -> its.at(millis).ifPresent(now -> standing.cohort(id.name(), now)));
        objects(Kind.CLUSTER_QUEUE, instant)
                .forEach((id, its) -> its.at(millis).ifPresent(now -> standing.queue(id.name(), now)));
        objects(Kind.LOCAL_QUEUE, instant)
                .forEach((id, its) -> its.at(millis).ifPresent(now -> standing.localQueue(id.namespace(), now)));
        return standing.all();
    }

    /// Without a workload that was ever told of, nobody knows whether any waits.
    boolean knowsWork() {
        return told.containsKey(Kind.WORKLOAD);
    }

    Map<Place, Demand> waiting(long millis) throws DatabaseException {
        return work(new Span(millis, millis + 1)).at(millis);
    }

    /// Returns for how long what waited, until the last word on any workload: what came later is not known.
    Map<Place, Long> gpuMillis(Span window) throws DatabaseException {
        var known = new Span(Long.MIN_VALUE, told.getOrDefault(Kind.WORKLOAD, Long.MIN_VALUE));
        return work(window).gpuMillis(known.within(window));
    }

    private WaitingWork work(Span window) throws DatabaseException {
        var work = new WaitingWork();
        objects(Kind.LOCAL_QUEUE, window).forEach((id, its) -> work.localQueue(id.namespace(), id.name(), its));
        objects(Kind.WORKLOAD, window).forEach((id, its) -> work.workload(id.namespace(), id.name(), its));
        return work;
    }

    private Map<ObjectId, Timeline<SortedMap<String, String>>> objects(Kind kind, Span window)
            throws DatabaseException {
        return new ClusterTables(reading.session()).objects(cluster, kind, window.from(), window.to());
    }
}
