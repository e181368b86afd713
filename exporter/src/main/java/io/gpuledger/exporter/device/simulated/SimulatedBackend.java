package io.gpuledger.exporter.device.simulated;

import io.gpuledger.exporter.device.Backend;
import io.gpuledger.exporter.device.BackendException;
import io.gpuledger.exporter.device.BackendState;
import io.gpuledger.exporter.device.Device;
import io.gpuledger.exporter.device.DeviceEvent;
import io.gpuledger.exporter.device.Pace;
import io.gpuledger.exporter.device.Reading.Absent;
import io.gpuledger.exporter.device.Sample;
import io.gpuledger.exporter.device.Xid;
import io.gpuledger.exporter.device.simulated.Scenario.Timed;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Devices that follow a [Scenario] and behave as NVML's do. The same seed, script and instants of reading give the
/// same values.
///
/// Safe for threads, with one lock around all state. It is held for as long as a read computes; whoever waits, for
/// the end of a hang or for an XID, has let go of it, so that a GPU that hangs holds up nobody else.
public final class SimulatedBackend implements Backend {
    /// A virtual clock moves without telling, so those who wait for it look at it this often.
    private static final long LOOK_AGAIN_NANOS = Duration.ofMillis(10).toNanos();

    private static final String NAME = "simulated";

    private final InstantSource clock;
    private final Instant start;
    private final Scenario scenario;
    private final List<Chip> chips;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    /// The lock guards this, the chips, and everything below.
    private final Deque<Timed> script;
    private final Queue<Xid> xids = new ArrayDeque<>();
    private long now;
    private long driverBackAt;
    private boolean closed;
    private volatile BackendState state = BackendState.ready(NAME);

    /// Starts the devices, and the time of the script, at the clock's instant.
    public SimulatedBackend(Scenario scenario, long seed, InstantSource clock) {
        this.clock = clock;
        this.start = clock.instant();
        this.scenario = scenario;
        this.script = new ArrayDeque<>(scenario.faults());
        this.chips = chips(scenario, new Noise(seed), start);
    }

    private static List<Chip> chips(Scenario scenario, Noise noise, Instant start) {
        double startHour = start.atOffset(ZoneOffset.UTC).toLocalTime().toNanoOfDay() / 3.6e12;
        var chips = new ArrayList<Chip>();
        for (Scenario.Gpu gpu : scenario.gpus()) {
            chips.add(new Chip(chips.size(), gpu, scenario.driver(), noise.part(chips.size()), startHour));
        }
        return List.copyOf(chips);
    }

    @Override
    public List<Gpu> scan() {
        lock.lock();
        try {
            settle();
            if (closed) {
                throw new IllegalStateException("the simulated backend is closed");
            }
            if (now < driverBackAt) {
                var message = "the simulated driver %s is being restarted: wait %d s until it is back"
                        .formatted(scenario.driver(), Math.ceilDiv(driverBackAt - now, 1_000_000_000L));
                state = new BackendState(NAME, BackendState.Link.NO_DRIVER, message);
                throw new BackendException(message);
            }
            state = BackendState.ready(NAME);
            return chips.stream()
                    .filter(chip -> !chip.lost(now))
                    .map(chip -> (Gpu) new Handle(chip, chip.device()))
                    .toList();
        } finally {
            lock.unlock();
        }
    }

    /// A GPU as a scan found it. Its instances are those of then, as the handles of NVML are.
    private final class Handle implements Gpu {
        private final Chip chip;
        private final Device device;

        Handle(Chip chip, Device device) {
            this.chip = chip;
            this.device = device;
        }

        @Override
        public Device device() {
            return device;
        }

        @Override
        public Sample read(Set<Pace> paces) {
            lock.lock();
            try {
                awaitEndOfHang(chip);
                return sample(paces);
            } finally {
                lock.unlock();
            }
        }

        private Sample sample(Set<Pace> paces) {
            int links = chip.model().lanes().links();
            Optional<Absent> silence = silence(chip);
            if (silence.isPresent()) {
                return new Probe.Silent(silence.get()).sample(device, links, paces);
            }
            chip.advance(now);
            Sample sample = new ChipProbe(chip).sample(device, links, paces);
            if (paces.contains(Pace.FAST)) {
                chip.beginMeans();
            }
            return sample;
        }
    }

    /// Why nothing can be read of a GPU at the moment, if so.
    private Optional<Absent> silence(Chip chip) {
        if (closed || now < driverBackAt) {
            return Optional.of(Absent.FAILED);
        }
        return chip.lost(now) ? Optional.of(Absent.LOST) : Optional.empty();
    }

    /// The wait is not interrupted, as a call into the driver cannot be; the interrupt is kept for the caller.
    private void awaitEndOfHang(Chip chip) {
        boolean interrupted = false;
        settle();
        while (!closed && chip.hung(now)) {
            try {
                changed.await(LOOK_AGAIN_NANOS, TimeUnit.NANOSECONDS);
            } catch (InterruptedException _) {
                interrupted = true;
            }
            settle();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public List<BackendState> states() {
        return List.of(state);
    }

    /// The timeout is in real time, whatever the clock says. Returns at once when the backend is closed.
    @Override
    public Optional<DeviceEvent> awaitEvent(Duration timeout) throws InterruptedException {
        long deadline = System.nanoTime() + timeout.toNanos();
        lock.lockInterruptibly();
        try {
            settle();
            long left = deadline - System.nanoTime();
            while (xids.isEmpty() && !closed && left > 0) {
                // With no script left there is nothing that the clock could bring.
                long pause = script.isEmpty() ? left : Math.min(left, LOOK_AGAIN_NANOS);
                changed.await(pause, TimeUnit.NANOSECONDS);
                settle();
                left = deadline - System.nanoTime();
            }
            return Optional.ofNullable(xids.poll());
        } finally {
            lock.unlock();
        }
    }

    /// Lets a fault happen now.
    ///
    /// @throws IllegalArgumentException when it cannot happen to the GPUs of this scenario
    public void inject(Fault fault) {
        scenario.problemWith(fault).ifPresent(problem -> {
            throw new IllegalArgumentException(problem);
        });
        lock.lock();
        try {
            settle();
            befall(fault);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// Brings time to the clock's instant, and every fault of the script that is due by then, each at its own instant.
    /// A clock that is set back stands still until it has caught up.
    private void settle() {
        long reached = Math.max(now, Duration.between(start, clock.instant()).toNanos());
        while (!script.isEmpty() && script.element().after().toNanos() <= reached) {
            Timed due = script.remove();
            now = due.after().toNanos();
            befall(due.fault());
        }
        now = reached;
    }

    private void befall(Fault fault) {
        switch (fault) {
            case Fault.DriverRestart(Duration duration) -> {
                driverBackAt = now + duration.toNanos();
                for (Chip chip : chips) {
                    chip.advance(now);
                    chip.restartDriver(duration);
                }
            }
            case Fault.OnGpu onGpu -> {
                Chip chip = chips.get(onGpu.gpu());
                chip.advance(now);
                chip.suffer(onGpu);
                fault.raises()
                        .ifPresent(number -> xids.add(new Xid(chip.device().uuid(), number, start.plusNanos(now))));
            }
        }
    }

    /// Ends every hang; whatever is read from now on fails.
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
