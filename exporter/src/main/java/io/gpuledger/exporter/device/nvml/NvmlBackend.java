package io.gpuledger.exporter.device.nvml;

import static java.lang.System.Logger.Level.INFO;

import io.gpuledger.exporter.device.Backend;
import io.gpuledger.exporter.device.BackendException;
import io.gpuledger.exporter.device.BackendState;
import io.gpuledger.exporter.device.BackendState.Link;
import io.gpuledger.exporter.device.DeviceEvent;
import io.gpuledger.exporter.device.Releasable;
import io.gpuledger.exporter.device.binding.Binder;
import io.gpuledger.exporter.device.binding.OneSession;
import io.gpuledger.exporter.device.binding.Patience;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/// This backend reads the GPUs of this node by NVML.
///
/// NVML is opened when it is first asked for, and anew whenever that can help: after it failed as a whole, when the
/// kernel's list of devices changed, and while some GPU is lost or gives nothing but errors, after ever longer waits.
/// What is known of GPUs outlives that elsewhere; here only handles go.
public final class NvmlBackend implements Backend, Releasable {
    private static final System.Logger LOG = System.getLogger(NvmlBackend.class.getName());
    private static final String NAME = "nvml";
    /// How long one call waits for events, so that whoever wants NVML closed has it soon.
    private static final int LISTEN_MILLISECONDS = 200;
    private static final String RELEASED =
            "NVML was let go of on request; POST /-/resume takes it again before its time";

    private final Binder binder;
    /// The lock of the session is also held while NVML is asked which GPUs there are.
    private final OneSession<NvmlSession> session;
    private final InstantSource clock;
    private final LongSupplier nanos;
    private final PciDevices pciDevices;
    private final Set<String> told = new HashSet<>();
    private final Patience opening = new Patience(Duration.ofSeconds(1), Duration.ofSeconds(15));
    private final Patience mending = new Patience(Duration.ofSeconds(5), Duration.ofMinutes(5));
    private volatile BackendState state = new BackendState(NAME, Link.FAILING, "NVML has not been opened yet");
    private volatile Wanted wanted = Wanted.NOTHING;

    public NvmlBackend(NvmlSettings settings, InstantSource clock, LongSupplier nanos) {
        this.binder = new Binder(Nvml.class, settings.libraries());
        this.session = new OneSession<>(NAME, binder, nanos);
        this.clock = clock;
        this.nanos = nanos;
        this.pciDevices = new PciDevices(settings.pciDevices());
    }

    @Override
    public void want(Set<Integer> fields) {
        wanted = Wanted.of(fields);
    }

    @Override
    public List<BackendState> states() {
        return List.of(state);
    }

    @Override
    public List<Gpu> scan() {
        return session.locked(this::scanNow);
    }

    private List<Gpu> scanNow() {
        try {
            var open = opened();
            var gpus = scanOrEnd(open);
            state = new BackendState(NAME, Link.READY, "", open.unidentified());
            return gpus;
        } catch (DriverException e) {
            state = new BackendState(NAME, e.link(), String.valueOf(e.getMessage()));
            throw new BackendException(String.valueOf(e.getMessage()), e);
        }
    }

    private List<Gpu> scanOrEnd(NvmlSession open) {
        try {
            return scan(open);
        } catch (DriverException e) {
            // It does not answer as a whole: the next scan opens it anew.
            session.end();
            throw e;
        }
    }

    private NvmlSession opened() {
        if (session.isReleased()) {
            throw new DriverException(Link.RELEASED, RELEASED);
        }
        if (session.isClosed()) {
            throw new DriverException(Link.RELEASED, "the exporter is stopping");
        }
        if (session.open().filter(this::wantsToBeOpenedAnew).isPresent()) {
            session.end();
        }
        return session.orOpen(this::open);
    }

    private boolean wantsToBeOpenedAnew(NvmlSession open) {
        if (pciDevices.changed()) {
            LOG.log(INFO, "the kernel's list of NVIDIA devices has changed: NVML is opened anew");
            return true;
        }
        if (open.isWell()) {
            mending.calm();
            return false;
        }
        var now = nanos.getAsLong();
        if (!mending.isBegun()) {
            mending.tried(now);
        }
        if (!mending.isDue(now)) {
            return false;
        }
        mending.tried(now);
        LOG.log(INFO, "a GPU is lost or gives nothing but errors: NVML is opened anew");
        return true;
    }

    private NvmlSession open() {
        var now = nanos.getAsLong();
        if (!opening.isDue(now)) {
            throw new DriverException(state.link(), state.message());
        }
        opening.tried(now);
        pciDevices.remember();
        var opened = NvmlSession.open(binder, told, clock);
        opening.calm();
        return opened;
    }

    private List<Gpu> scan(NvmlSession open) {
        if (!open.enter()) {
            throw new DriverException(Link.FAILING, "NVML was closed meanwhile");
        }
        try {
            return open.scan().stream()
                    .map(found -> found.gpu().reader(found, () -> wanted, nanos))
                    .toList();
        } finally {
            open.leave();
        }
    }

    @Override
    public boolean release(Duration time) {
        return session.release(time, () -> {
            state = new BackendState(NAME, Link.RELEASED, RELEASED);
            LOG.log(INFO, () -> "NVML was let go of on request for " + time.toSeconds() + " s");
        });
    }

    @Override
    public void resume() {
        session.resume();
    }

    /// Waits where there is nobody to listen to, too.
    @Override
    public Optional<DeviceEvent> awaitEvent(Duration timeout) throws InterruptedException {
        var end = System.nanoTime() + timeout.toNanos();
        do {
            var left = Math.clamp(Duration.ofNanos(end - System.nanoTime()).toMillis(), 0, LISTEN_MILLISECONDS);
            var outcome = session.open().map(open -> listen(open, left)).orElse(EventFeed.Outcome.BROKEN);
            if (outcome.event().isPresent()) {
                return outcome.event();
            }
            if (outcome.broken() && session.awaitClose(Duration.ofNanos(end - System.nanoTime()))) {
                return Optional.empty();
            }
        } while (System.nanoTime() - end < 0);
        return Optional.empty();
    }

    private static EventFeed.Outcome listen(NvmlSession open, int milliseconds) {
        if (!open.enterToWait()) {
            return EventFeed.Outcome.BROKEN;
        }
        try {
            return open.events().await(milliseconds);
        } finally {
            open.leave();
        }
    }

    @Override
    public void close() {
        session.close();
    }
}
