package io.gpuledger.exporter.device.dcgm;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;
import static java.util.stream.Collectors.toUnmodifiableSet;

import io.gpuledger.exporter.device.Backend;
import io.gpuledger.exporter.device.BackendException;
import io.gpuledger.exporter.device.BackendState;
import io.gpuledger.exporter.device.BackendState.Link;
import io.gpuledger.exporter.device.Device;
import io.gpuledger.exporter.device.DeviceEvent;
import io.gpuledger.exporter.device.Pace;
import io.gpuledger.exporter.device.Releasable;
import io.gpuledger.exporter.device.Sample;
import io.gpuledger.exporter.device.binding.Binder;
import io.gpuledger.exporter.device.binding.OneSession;
import io.gpuledger.exporter.device.binding.Patience;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongSupplier;

/// GPUs as DCGM tells of them, from its cache: it looks at the devices by itself, at the paces of its watches, and one
/// call brings what it has of all of them. So an activity is the mean over DCGM's interval and not over ours: about as
/// long, but begun and ended a part of a second earlier.
///
/// One lock is held around every call into the library, so a call that hangs holds up whoever else would call: scans
/// and reads, but neither [#states] nor [#close]. When the engine goes away, all that was made with it is given back,
/// and it is sought again, less and less often.
public final class DcgmBackend implements Backend, Releasable {
    private static final System.Logger LOG = System.getLogger(DcgmBackend.class.getName());
    private static final String NAME = "dcgm";
    private static final String RELEASED =
            "DCGM was let go of on request; POST /-/resume takes it again before its time";

    private final DcgmSettings settings;
    private final Binder binder;
    private final Intervals intervals;
    private final LongSupplier nanos;
    private final OneSession<DcgmSession> session;
    /// The session's lock guards this and all fields up to the next volatile one.
    private final XidFeed xids = new XidFeed();

    private final Queue<DeviceEvent> events = new ArrayDeque<>();
    private final Patience connecting = new Patience(Duration.ofSeconds(1), Duration.ofSeconds(30));
    private volatile Set<Integer> wanted = Set.of();
    private volatile BackendState state = new BackendState(NAME, Link.NO_SERVICE, "DCGM has not been asked yet");

    /// @param interval how often DCGM is to look at what changes fast: a little more often than GPUs are read
    /// @param slowInterval the same of what does not
    /// @param nanos a clock that only goes forward
    public DcgmBackend(DcgmSettings settings, Duration interval, Duration slowInterval, LongSupplier nanos) {
        this.settings = settings;
        this.binder = new Binder(Dcgm.class, settings.libraries());
        this.session = new OneSession<>(NAME, binder, nanos);
        this.intervals = new Intervals(interval, slowInterval);
        this.nanos = nanos;
    }

    @Override
    public List<Gpu> scan() {
        return session.locked(this::scanNow);
    }

    private List<Gpu> scanNow() {
        var open = opened();
        try {
            var found = open.scan(wanted);
            if (!xids.isBegun()) {
                open.poll(xids);
            }
            connecting.calm();
            become(BackendState.ready(NAME));
            return found.stream().map(gpu -> (Gpu) new Handle(open, gpu)).toList();
        } catch (CallFailedException e) {
            throw dropped(e);
        } catch (BackendException e) {
            become(new BackendState(NAME, Link.FAILING, String.valueOf(e.getMessage())));
            throw e;
        }
    }

    private DcgmSession opened() {
        if (session.isClosed()) {
            throw new BackendException("DCGM was closed");
        }
        if (session.isReleased()) {
            throw new BackendException(RELEASED);
        }
        return session.orOpen(this::open);
    }

    private DcgmSession open() {
        if (!connecting.isDue(nanos.getAsLong())) {
            throw new BackendException(state.message());
        }
        try {
            var connection = EngineConnection.open(binder, settings);
            LOG.log(INFO, () -> "GPUs are read through DCGM, " + connection.library());
            return new DcgmSession(connection, intervals, nanos);
        } catch (NotConnectedException e) {
            connecting.tried(nanos.getAsLong());
            become(new BackendState(NAME, e.link(), String.valueOf(e.getMessage())));
            throw new BackendException(state.message(), e);
        }
    }

    /// Gives back whatever is left, so that the next session begins with nothing.
    private BackendException dropped(CallFailedException cause) {
        session.end();
        connecting.tried(nanos.getAsLong());
        var fix = switch (settings.hostengine()) {
            case Hostengine.Embedded _ -> "DCGM's engine in this process failed; it is started anew";
            case Hostengine.Remote(String uri) ->
                "the hostengine at %s went away or failed; start nv-hostengine if it is not running".formatted(uri);
        };
        become(new BackendState(NAME, cause.status().link(), fix + " (" + cause.getMessage() + ")"));
        return new BackendException(state.message(), cause);
    }

    /// A state is logged when it changes, and not each time.
    private void become(BackendState now) {
        if (now.link() != state.link()) {
            LOG.log(now.isReady() ? INFO : WARNING, () -> now.isReady() ? "DCGM answers" : now.message());
        }
        state = now;
    }

    private final class Handle implements Gpu {
        private final DcgmSession of;
        private final FoundGpu gpu;

        Handle(DcgmSession of, FoundGpu gpu) {
            this.of = of;
            this.gpu = gpu;
        }

        @Override
        public Device device() {
            return gpu.device();
        }

        /// Takes this GPU's part of what DCGM said of all of them. Throws [BackendException] when the GPU is no longer
        /// what was found.
        @Override
        public Sample read(Set<Pace> paces) {
            return session.locked(() -> look(of, gpu, paces)).sample(gpu);
        }
    }

    private Look look(DcgmSession of, FoundGpu gpu, Set<Pace> paces) {
        if (session.open().filter(open -> open == of && open.knows(gpu)).isEmpty()) {
            throw new BackendException("DCGM's engine, or how the GPU is partitioned, has changed since the scan");
        }
        try {
            return of.look(paces);
        } catch (CallFailedException e) {
            throw dropped(e);
        }
    }

    @Override
    public Optional<DeviceEvent> awaitEvent(Duration timeout) throws InterruptedException {
        var deadline = System.nanoTime() + timeout.toNanos();
        var event = session.lockedWithin(timeout, this::nextEvent).flatMap(Function.identity());
        if (event.isEmpty()) {
            // DCGM tells of no event by itself: who waits for one comes back and asks again.
            session.awaitClose(Duration.ofNanos(deadline - System.nanoTime()));
        }
        return event;
    }

    private Optional<DeviceEvent> nextEvent() {
        if (events.isEmpty()) {
            try {
                session.open().ifPresent(open -> events.addAll(open.poll(xids)));
            } catch (CallFailedException e) {
                LOG.log(WARNING, "DCGM cannot be asked for XIDs", dropped(e));
            }
        }
        return Optional.ofNullable(events.poll());
    }

    @Override
    public List<BackendState> states() {
        return List.of(state);
    }

    /// The fields are watched from the next scan on.
    @Override
    public void want(Set<Integer> fields) {
        wanted = fields.stream().filter(field -> field != DcgmFieldTable.XID).collect(toUnmodifiableSet());
    }

    @Override
    public boolean release(Duration time) {
        return session.release(time, () -> {
            binder.unbind();
            become(new BackendState(NAME, Link.RELEASED, RELEASED));
        });
    }

    @Override
    public void resume() {
        session.resume();
    }

    @Override
    public void close() {
        session.close();
    }
}
