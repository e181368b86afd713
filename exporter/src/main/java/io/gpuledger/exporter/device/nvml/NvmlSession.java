package io.gpuledger.exporter.device.nvml;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import com.sun.jna.Memory;
import io.gpuledger.exporter.device.BackendState.Link;
import io.gpuledger.exporter.device.binding.Binder;
import io.gpuledger.exporter.device.binding.Binding;
import io.gpuledger.exporter.device.binding.CannotLoadException;
import io.gpuledger.exporter.device.binding.LibrarySession;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/// NVML from its initialization to its shutdown. All handles are of one session, and are worth nothing after it.
///
/// A thread that calls NVML is inside the session, and any number of threads may be at once. A session ends only when
/// nobody is inside, so a call that never comes back keeps it as it is.
final class NvmlSession implements LibrarySession {
    private static final System.Logger LOG = System.getLogger(NvmlSession.class.getName());
    private static final int GPUS_MAX = 256;
    private static final Duration LOOK_AGAIN = Duration.ofMillis(2);

    private final Driver driver;
    private final ReentrantReadWriteLock inside = new ReentrantReadWriteLock();
    private final Map<Long, NvmlGpu> gpus = new LinkedHashMap<>();
    private final Buffers buffers = new Buffers();
    private final Memory out = buffers.take(Long.BYTES);
    private final EventFeed events;
    private volatile boolean ending;
    private volatile boolean ended;
    private volatile Map<Long, String> uuids = Map.of();
    private volatile int unidentified;

    private NvmlSession(Driver driver, InstantSource clock) {
        this.driver = driver;
        this.events = new EventFeed(this, clock, buffers);
    }

    /// Initializes what is bound. Throws [DriverException].
    ///
    /// @param told symbols whose absence has been logged
    static NvmlSession open(Binder binder, Set<String> told, InstantSource clock) {
        var binding = bound(binder);
        var code = Nvml.nvmlInit_v2();
        if (Binding.isMissing(code)) {
            throw new DriverException(Link.NO_LIBRARY, binding.path() + " is not NVML: it has no nvmlInit_v2");
        }
        if (code != NvmlReturn.SUCCESS) {
            throw DriverException.of("nvmlInit_v2", code);
        }
        var driver = Driver.now();
        LOG.log(INFO, () -> "NVML is open: %s, driver %s".formatted(binding.path(), driver.version()));
        binding.missing().stream()
                .filter(told::add)
                .forEach(symbol ->
                        LOG.log(WARNING, () -> "this driver's NVML has no " + symbol + ": what needs it is not read"));
        return new NvmlSession(driver, clock);
    }

    private static Binding bound(Binder binder) {
        try {
            return binder.bound();
        } catch (CannotLoadException e) {
            var reasons = e.reasons().isEmpty() ? "" : "; " + e.reasons();
            throw new DriverException(
                    Link.NO_LIBRARY,
                    "no NVML (tried %s%s): install NVIDIA's driver, run this container with the NVIDIA runtime, or name the file with --nvml-library"
                            .formatted(String.join(", ", binder.libraries()), reasons));
        }
    }

    Driver driver() {
        return driver;
    }

    /// Whether a caller may call NVML; if so, it has to [#leave].
    boolean enter() {
        inside.readLock().lock();
        if (ended) {
            inside.readLock().unlock();
            return false;
        }
        return true;
    }

    void leave() {
        inside.readLock().unlock();
    }

    /// Enters as [#enter] does, for a thread that is inside nearly all the time: it keeps out while somebody wants to
    /// end the session.
    boolean enterToWait() {
        return !ending && enter();
    }

    /// The GPUs that NVML names. To be called from inside. Throws [DriverException] when NVML as a whole does not
    /// answer.
    List<NvmlGpu.Found> scan() {
        var code = Nvml.nvmlDeviceGetCount_v2(out);
        if (code != NvmlReturn.SUCCESS) {
            throw DriverException.of("nvmlDeviceGetCount_v2", code);
        }
        var count = Math.min(out.getInt(0), GPUS_MAX);
        var found = new ArrayList<NvmlGpu.Found>();
        var troubles = new ArrayList<Integer>();
        for (var index = 0; index < count; index++) {
            var handle = Nvml.nvmlDeviceGetHandleByIndex_v2(index, out);
            if (handle == NvmlReturn.SUCCESS) {
                find(index, out.getLong(0), troubles).ifPresent(found::add);
            } else {
                troubles.add(handle);
            }
        }
        unidentified = troubles.size();
        // A GPU that is lost says so, and is known to be; of others nobody would hear.
        if (found.isEmpty() && troubles.stream().anyMatch(trouble -> trouble != NvmlReturn.GPU_IS_LOST)) {
            throw DriverException.of("none of %d GPUs says who it is: NVML".formatted(count), troubles.getFirst());
        }
        return found;
    }

    private Optional<NvmlGpu.Found> find(int index, long handle, List<Integer> troubles) {
        var gpu = gpus.computeIfAbsent(handle, _ -> new NvmlGpu(this, handle));
        var found = gpu.find(index, troubles::add);
        found.ifPresent(known -> {
            var uuid = known.device().uuid();
            if (!uuid.equals(uuids.get(handle))) {
                var more = new LinkedHashMap<>(uuids);
                more.put(handle, uuid);
                uuids = more;
            }
        });
        return found;
    }

    /// Returns the feed, which one thread may use from inside the session.
    EventFeed events() {
        return events;
    }

    /// The UUIDs of all GPUs that were found, by their handles.
    Map<Long, String> uuids() {
        return uuids;
    }

    /// How many GPUs NVML counted at the latest scan that did not say who they are.
    int unidentified() {
        return unidentified;
    }

    /// Whether every GPU said who it is at the latest scan, and gave something when it was last read.
    boolean isWell() {
        return unidentified == 0 && gpus.values().stream().allMatch(NvmlGpu::isWell);
    }

    @Override
    public boolean end(Duration patience) {
        if (!lock(patience)) {
            return false;
        }
        try {
            if (!ended) {
                ended = true;
                events.free();
                gpus.values().forEach(NvmlGpu::close);
                buffers.close();
                var _ = Nvml.nvmlShutdown();
            }
            return true;
        } finally {
            inside.writeLock().unlock();
        }
    }

    /// Takes the lock without standing in line, where it would hold up all who read while it waits for one that hangs.
    private boolean lock(Duration patience) {
        var deadline = System.nanoTime() + patience.toNanos();
        ending = true;
        try {
            var locked = inside.writeLock().tryLock();
            while (!locked && System.nanoTime() - deadline < 0) {
                LockSupport.parkNanos(LOOK_AGAIN.toNanos());
                locked = inside.writeLock().tryLock();
            }
            return locked;
        } finally {
            ending = false;
        }
    }
}
