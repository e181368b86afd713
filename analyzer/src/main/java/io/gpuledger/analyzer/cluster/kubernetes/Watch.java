package io.gpuledger.analyzer.cluster.kubernetes;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.api.model.ListOptions;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.client.dsl.FilterWatchListDeletable;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.gpuledger.analyzer.apiserver.ApiServerFailure;
import io.gpuledger.analyzer.apiserver.ApiServerStatus;
import io.gpuledger.analyzer.telemetry.Kind;
import io.gpuledger.analyzer.telemetry.ObjectId;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The objects of one kind, watched. Where the API server refuses them, or is away, it is asked again and again; what
/// it said before stands. After a gap in the watch all are listed anew, and who has gone meanwhile is told of as gone.
///
/// A watch that comes to nothing says so to nobody once it had begun, and neither does one whose connection is dead: so
/// the API server is asked beside it, now and then, for one object of the kind. One that has come nowhere for a while
/// is made anew.
final class Watch<T extends HasMetadata> implements AutoCloseable {
    /// So many objects are asked for at once: all pods of a cluster are hundreds of megabytes.
    private static final long PAGE = 500;

    /// So many probes in a row find it unwatched, and it is none that is being made anew.
    private static final int VAIN = 4;

    /// So many probes may be ahead of a watch: bookmarks come about once a minute.
    private static final int AHEAD = 6;

    /// So many probes in a row find no such kind, and it is not one that an API server that starts has yet to load.
    private static final int ABSENT = 4;

    /// Says how objects of a kind are watched and read.
    ///
    /// @param resource by its name in roles: `pods`
    /// @param versions of the API that have them, the one that is rather asked first
    /// @param isOptional whether there may be clusters that have no such thing
    /// @param maker of an object with nothing in it
    /// @param gone is told of each object that has gone
    record Manner<T>(
            Kind kind,
            String resource,
            List<FilterWatchListDeletable<T, ?, ?>> versions,
            boolean isOptional,
            Supplier<T> maker,
            Function<T, Optional<ObservedObject>> observed,
            Consumer<ObjectId> gone) {}

    private record Running<T>(FilterWatchListDeletable<T, ?, ?> version, SharedIndexInformer<T> informer) {
        boolean isWatching() {
            return informer.hasSynced() && informer.isWatching();
        }

        /// Returns the version that it has come to, which is empty before there is any.
        String comeTo() {
            return Objects.requireNonNullElse(informer.lastSyncResourceVersion(), "");
        }
    }

    private final Manner<T> manner;
    private final String cluster;
    private final ChangeQueue changes;
    private final InstantSource clock;
    private final AtomicReference<Optional<Throwable>> failure = new AtomicReference<>(Optional.empty());
    private final Handler handler = new Handler();
    private final Freshness freshness = new Freshness(AHEAD);
    private volatile Optional<Running<T>> running = Optional.empty();
    /// What the latest informer knows, which the next one goes on from: or who has gone between them would stay.
    private SlimStore<T> store;
    /// Probes in a row that were answered while nothing was watched; of one thread only.
    private int vain;
    /// Probes in a row that found no such kind; of one thread only.
    private int absent;
    private volatile boolean isClosed;

    Watch(Manner<T> manner, String cluster, ChangeQueue changes, InstantSource clock) {
        this.manner = manner;
        this.cluster = cluster;
        this.changes = changes;
        this.clock = clock;
        this.store = new SlimStore<>(manner.maker());
    }

    /// Watches the kind at once, or, where a cluster may lack it, once it has been found.
    void start() {
        if (!manner.isOptional()) {
            run(manner.versions().getFirst());
        }
    }

    private synchronized void run(FilterWatchListDeletable<T, ?, ?> version) {
        if (isClosed || running.map(Running::version).filter(version::equals).isPresent()) {
            return;
        }
        stop();
        // The one before may still write into its own.
        store = store.unversioned();
        freshness.again();
        var informer = version.withLimit(PAGE).runnableInformer(0).itemStore(store);
        running = Optional.of(new Running<>(version, informer));
        informer.addEventHandler(handler);
        informer.exceptionHandler((_, e) -> {
            failure.set(Optional.of(e));
            return true;
        });
        var _ = informer.start();
    }

    private synchronized void stop() {
        running.ifPresent(before -> before.informer().stop());
        running = Optional.empty();
    }

    Kind kind() {
        return manner.kind();
    }

    String resource() {
        return manner.resource();
    }

    /// Returns whether the kind is watched, as far as the watch knows. One that is just being stopped is not to be
    /// asked.
    synchronized boolean isWatching() {
        return running.filter(Running::isWatching).isPresent();
    }

    /// Returns until when all that there is of the kind is known, in milliseconds since 1970; nothing while it is not
    /// watched.
    synchronized OptionalLong knownUntil() {
        running.ifPresent(one -> freshness.heard(one.comeTo()));
        return isWatching() ? freshness.until() : OptionalLong.empty();
    }

    /// Asks for one of them, in the first version that there is, which is the one that is watched then. Returns whether
    /// the API server is there.
    boolean probe(ApiServerStatus apiServer) {
        for (var version : manner.versions()) {
            try {
                var millis = clock.millis();
                var comeTo = running.map(Running::comeTo).orElse("");
                var found = version.list(one());
                run(version);
                absent = 0;
                asked(millis, comeTo, found);
                given(apiServer);
                return true;
            } catch (RuntimeException e) {
                // Whatever the client throws, the API server gave nothing.
                if (!(manner.isOptional() && ApiServerFailure.isAbsence(e))) {
                    unasked();
                    return isClosed || apiServer.failed(resource(), e);
                }
            }
        }
        stop();
        unasked();
        apiServer.lacks(resource());
        absent = Math.min(ABSENT, absent + 1);
        if (absent == ABSENT) {
            allGone();
        }
        return true;
    }

    /// A watch that the API server is far ahead of is made anew.
    private void asked(long millis, String comeTo, @Nullable Object found) {
        if (found instanceof KubernetesResourceList<?> list && list.getMetadata() != null) {
            freshness.asked(
                    millis,
                    comeTo,
                    Objects.requireNonNullElse(list.getMetadata().getResourceVersion(), ""));
        }
        if (knownUntil().isPresent() && freshness.isLost()) {
            again();
        }
    }

    private synchronized void again() {
        var lost = running.map(Running::version);
        stop();
        lost.ifPresent(this::run);
    }

    /// Tells that all objects are deleted: with a kind, the API server deletes all objects that are of it.
    private synchronized void allGone() {
        store.values().forEach(object -> handler.onDelete(object, true));
        store = new SlimStore<>(manner.maker());
    }

    /// Notes that the API server was not asked. What its watch runs into until it is asked again is because of that.
    void unasked() {
        vain = 0;
        failure.set(Optional.empty());
    }

    private static ListOptions one() {
        return new ListOptionsBuilder().withLimit(1L).build();
    }

    /// Its watch may be refused all the same, or come to nothing. Now and then it is made anew, which takes a while.
    private void given(ApiServerStatus apiServer) {
        vain = isWatching() ? 0 : Math.min(VAIN, vain + 1);
        if (vain == VAIN) {
            apiServer.unwatched(
                    resource(),
                    failure.get().orElseGet(() -> new IllegalStateException("its watch does not come about")));
        } else {
            apiServer.answered(resource());
        }
    }

    private ObjectId id(T object) {
        var metadata = object.getMetadata();
        return new ObjectId(
                cluster,
                manner.kind(),
                CommonFacts.namespace(object),
                metadata.getName(),
                manner.kind() == Kind.POD ? metadata.getUid() : "");
    }

    @Override
    public synchronized void close() {
        isClosed = true;
        stop();
    }

    private final class Handler implements ResourceEventHandler<T> {
        private volatile long listedMillis;

        @Override
        public void onBeforeList(@Nullable String lastSyncResourceVersion) {
            listedMillis = clock.millis();
        }

        /// This comes after each of the list.
        @Override
        public void onList(String resourceVersion, boolean remainedEmpty) {
            freshness.told(listedMillis);
        }

        @Override
        public void onAdd(T object) {
            manner.observed().apply(object).ifPresent(observed -> changes.changed(observed, clock.millis()));
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
            manner.gone().accept(id(object));
            changes.gone(id(object), clock.millis());
        }
    }
}
