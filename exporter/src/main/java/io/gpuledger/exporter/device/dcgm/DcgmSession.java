package io.gpuledger.exporter.device.dcgm;

import io.gpuledger.exporter.device.Pace;
import io.gpuledger.exporter.device.Quantity;
import io.gpuledger.exporter.device.Xid;
import io.gpuledger.exporter.device.binding.LibrarySession;
import io.gpuledger.exporter.device.dcgm.Watches.Watch;
import java.time.Duration;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

/// What is made with one engine, for as long as it lasts: the GPUs that it knows and the watches of them. Used by one
/// thread at a time.
final class DcgmSession implements LibrarySession {
    /// What was refused for the moment is asked for again after this.
    private static final Duration RETRY = Duration.ofSeconds(30);
    /// Longer than any poll is late.
    private static final Duration KEEP_XIDS = Duration.ofMinutes(10);

    private final EngineConnection connection;
    private final Intervals intervals;
    private final LongSupplier nanos;
    private final Inventory inventory;
    private final FieldCatalog catalog;
    private final Cache cache;
    private final Map<Entity, Map<Quantity, Long>> told = new ConcurrentHashMap<>();
    private List<FoundGpu> found = List.of();
    private Set<Integer> wanted = Set.of();
    private Watches watches;
    private long watchedNanos;
    private Watches xidWatches;
    private Optional<Watch> xidWatch = Optional.empty();
    private Map<Entity, String> blamed = Map.of();

    DcgmSession(EngineConnection connection, Intervals intervals, LongSupplier nanos) {
        this.connection = connection;
        this.intervals = intervals;
        this.nanos = nanos;
        this.inventory = new Inventory(connection.handle(), intervals.slow(), nanos);
        this.catalog = new FieldCatalog(connection);
        this.cache = new Cache(connection.handle(), intervals, nanos);
        this.watches = nothing();
        this.xidWatches = nothing();
    }

    private Watches nothing() {
        return new Watches(connection.handle(), intervals);
    }

    /// Returns the GPUs of now, all of them watched.
    List<FoundGpu> scan(Set<Integer> nowWanted) {
        var now = inventory.read();
        var changed = !areAlike(now, found);
        var overdue = isOverdue();
        found = now;
        if (changed || overdue || !nowWanted.equals(wanted)) {
            wanted = nowWanted;
            watch();
        }
        if (changed || (overdue && xidWatch.isEmpty())) {
            watchXids();
        }
        return now;
    }

    private static boolean areAlike(List<FoundGpu> some, List<FoundGpu> others) {
        return some.size() == others.size()
                && IntStream.range(0, some.size()).allMatch(i -> some.get(i).isAlike(others.get(i)));
    }

    /// Whether something was refused for the moment, some time ago.
    private boolean isOverdue() {
        var incomplete = watches.isIncomplete() || (xidWatch.isEmpty() && !found.isEmpty());
        return incomplete && nanos.getAsLong() - watchedNanos > RETRY.toNanos();
    }

    /// The old watches end first: to DCGM, all of one connection's watches of a field are one.
    private void watch() {
        watches.close();
        watches = nothing();
        watches.begin(demands());
        watchedNanos = nanos.getAsLong();
        CallFailedException.statusOf(
                "dcgmUpdateAllFields", Dcgm.dcgmUpdateAllFields(connection.handle(), Dcgm.WAIT_FOR_UPDATE));
        cache.forget();
    }

    private void watchXids() {
        var now = new LinkedHashMap<Entity, String>();
        found.forEach(gpu ->
                gpu.blamed().forEach(entity -> now.put(entity, gpu.device().uuid())));
        blamed = now;
        told.keySet().retainAll(blamed.keySet());
        xidWatches.close();
        xidWatches = nothing();
        xidWatch = xidWatches.beginEvents(List.copyOf(now.keySet()), DcgmFieldTable.XID, KEEP_XIDS);
    }

    private Map<Entity, Demand> demands() {
        var demands = new LinkedHashMap<Entity, Demand>();
        for (var gpu : found) {
            var profiling = Profiling.of(connection.handle(), gpu.entity().id());
            demands.put(gpu.entity(), Demand.of(DcgmFieldTable.OF_GPU, wanted, profiling, catalog));
            for (var instance : gpu.instances()) {
                demands.put(
                        instance.entity(),
                        Demand.of(DcgmFieldTable.OF_INSTANCE, ofInstances(wanted), profiling, catalog));
            }
        }
        return demands;
    }

    private Set<Integer> ofInstances(Collection<Integer> fields) {
        return Set.copyOf(fields.stream().filter(catalog::isOfInstance).toList());
    }

    List<Xid> poll(XidFeed feed) {
        return xidWatch.map(watch -> feed.poll(connection.handle(), watch, blamed))
                .orElse(List.of());
    }

    /// Whether the GPU is what it was when it was found. DCGM gives the number of an instance that is gone to another.
    boolean knows(FoundGpu gpu) {
        return found.stream().anyMatch(gpu::isAlike);
    }

    /// A look at everything that is watched at these paces, unless somebody had one a moment ago.
    Look look(Set<Pace> paces) {
        var latest = new EnumMap<Pace, Latest>(Pace.class);
        paces.forEach(pace -> latest.put(pace, cache.latest(pace, watches)));
        return new Look(latest, watches, intervals, wanted, ofInstances(wanted), told);
    }

    /// Whoever ends the session has the lock under which it is used, so nobody else is inside.
    @Override
    public boolean end(Duration patience) {
        watches.close();
        xidWatches.close();
        connection.close();
        return true;
    }
}
