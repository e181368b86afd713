package io.gpuledger.analyzer.cluster.kubernetes;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.gpuledger.analyzer.telemetry.Kind;
import io.gpuledger.analyzer.telemetry.ObjectId;
import java.net.HttpURLConnection;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.logging.Logger;

/// The objects of one kind, watched. Where the API server refuses them, or is away, it is asked again and again; what
/// it said before stands. After a gap in the watch all are listed anew, and who has gone meanwhile is told of as gone.
final class Watch<T extends HasMetadata> implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Watch.class.getName());

    /// The client would say each time what is said here once, and that Kueue is not of version 1. Held, because the JDK
    /// keeps loggers only as long as somebody else does.
    private static final List<Logger> LOGGERS = List.of(
            Logger.getLogger("io.fabric8.kubernetes.client.informers.impl.cache.Reflector"),
            Logger.getLogger("io.fabric8.kubernetes.client.dsl.internal.VersionUsageUtils"));

    static {
        LOGGERS.forEach(logger -> logger.setLevel(Level.OFF));
    }

    /// How objects of a kind are told of.
    ///
    /// @param resource by its name in roles: `pods`
    /// @param isOptional whether there may be clusters that have no such thing
    record Manner<T>(Kind kind, String resource, boolean isOptional, Function<T, Optional<Observed>> observed) {}

    private final Manner<T> manner;
    private final String cluster;
    private final SharedIndexInformer<T> informer;
    private final Changes changes;
    private final InstantSource clock;
    private volatile String trouble = "";

    Watch(Manner<T> manner, String cluster, SharedIndexInformer<T> informer, Changes changes, InstantSource clock) {
        this.manner = manner;
        this.cluster = cluster;
        this.informer = informer;
        this.changes = changes;
        this.clock = clock;
    }

    void start() {
        informer.addEventHandler(new Handler());
        informer.exceptionHandler((_, e) -> {
            trouble(e);
            return true;
        });
        var _ = informer.start();
    }

    Kind kind() {
        return manner.kind();
    }

    /// Whether all that there is of the kind is known, as of now.
    boolean isCurrent() {
        var current = informer.hasSynced() && informer.isWatching();
        if (current && !trouble.isEmpty()) {
            LOG.log(INFO, "{0} are watched again", manner.resource());
            trouble = "";
        }
        return current;
    }

    /// Said once, for as long as it is the same.
    private void trouble(Throwable e) {
        if (manner.isOptional() && isAbsent(e)) {
            return;
        }
        var what = Optional.ofNullable(e.getMessage())
                .orElseGet(e::toString)
                .lines()
                .findFirst()
                .orElse("");
        if (!what.equals(trouble)) {
            trouble = what;
            LOG.log(
                    WARNING,
                    "cannot watch {0} ({1}): may the service account list and watch them? What is known of them from"
                            + " before stands, and the others go on.",
                    manner.resource(),
                    what);
        }
    }

    private static boolean isAbsent(Throwable e) {
        return causes(e, HttpURLConnection.HTTP_NOT_FOUND);
    }

    private static boolean causes(Throwable e, int code) {
        for (Throwable at = e; at != null; at = at.getCause()) {
            if (at instanceof KubernetesClientException refused && refused.getCode() == code) {
                return true;
            }
        }
        return false;
    }

    private ObjectId id(T object) {
        var metadata = object.getMetadata();
        return new ObjectId(
                cluster,
                manner.kind(),
                Words.namespace(object),
                metadata.getName(),
                manner.kind() == Kind.POD ? metadata.getUid() : "");
    }

    @Override
    public void close() {
        informer.stop();
    }

    private final class Handler implements ResourceEventHandler<T> {
        @Override
        public void onAdd(T object) {
            manner.observed().apply(object).ifPresent(observed -> changes.is(observed, clock.millis()));
        }

        /// In a gap one of a name may have gone, and another have come.
        @Override
        public void onUpdate(T before, T now) {
            if (!Objects.equals(id(before), id(now))) {
                onDelete(before, true);
            }
            onAdd(now);
        }

        @Override
        public void onDelete(T object, boolean unseen) {
            changes.gone(id(object), clock.millis());
        }
    }
}
