package io.gpuledger.analyzer;

import io.gpuledger.analyzer.clock.Timekeeper;
import io.gpuledger.analyzer.cluster.statemetrics.StateMetrics;
import io.gpuledger.analyzer.prometheus.Course;
import io.gpuledger.analyzer.prometheus.Follower;
import io.gpuledger.analyzer.prometheus.ReadSettings;
import io.gpuledger.analyzer.prometheus.Surroundings;
import io.gpuledger.analyzer.prometheus.Survey;
import io.gpuledger.analyzer.prometheus.Wanted;
import io.gpuledger.analyzer.prometheus.peer.Peer;
import io.gpuledger.analyzer.source.SourceSettings;
import io.gpuledger.analyzer.store.progress.ReadProgress;
import io.gpuledger.service.CannotStartException;
import io.gpuledger.service.reload.Reloads;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.util.function.Supplier;

/// The part of what comes in that is read from an existing Prometheus.
final class Following {
    private Following() {}

    private static boolean isAllBooked(Storage storage, Bookkeeping bookkeeping) {
        return storage.spool().bytesPending() == 0 && bookkeeping.isUpToDate();
    }

    /// Returns a follower that has yet to be started.
    ///
    /// @param outlets makes what a course's samples go to
    static Follower of(
            ReadSettings reading,
            SourceSettings sources,
            Supplier<Course.Outlet> outlets,
            Storage storage,
            Bookkeeping bookkeeping,
            Reloads reloads,
            Timekeeper clock,
            MeterRegistry registry) {
        try {
            var peer = new Peer(reading.peer(), clock);
            reloads.watch("prometheus-tls", reading.peer().tls().all(), peer::reloadTls);
            return new Follower(
                    peer,
                    reading,
                    new Survey(peer, Wanted.of(sources.catalog(), StateMetrics.metrics(), reading.shard())),
                    outlets,
                    new ReadProgress(storage.database(), reading.source()),
                    new Surroundings(
                            storage::isBehind,
                            () -> isAllBooked(storage, bookkeeping),
                            storage.retention()::keepAsUsual),
                    clock,
                    registry);
        } catch (IOException e) {
            throw new CannotStartException(e);
        }
    }
}
