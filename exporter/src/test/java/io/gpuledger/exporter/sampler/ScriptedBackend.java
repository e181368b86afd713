package io.gpuledger.exporter.sampler;

import io.gpuledger.exporter.device.Backend;
import io.gpuledger.exporter.device.BackendException;
import io.gpuledger.exporter.device.BackendState;
import io.gpuledger.exporter.device.Device;
import io.gpuledger.exporter.device.Device.Mig;
import io.gpuledger.exporter.device.Device.Platform;
import io.gpuledger.exporter.device.DeviceEvent;
import io.gpuledger.exporter.device.Pace;
import io.gpuledger.exporter.device.Quantity;
import io.gpuledger.exporter.device.Reading;
import io.gpuledger.exporter.device.Readings;
import io.gpuledger.exporter.device.Sample;
import io.gpuledger.exporter.device.Xid;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// A node whose every answer a test decides on, where the simulated backend would decide for itself.
final class ScriptedBackend implements Backend {
    /// A GPU that answers what it was told to.
    static final class ScriptedGpu implements Gpu {
        private final Map<Quantity, Reading> readings = new EnumMap<>(Quantity.class);
        private final Map<String, Readings> instances = new HashMap<>();
        private Device device;
        private Optional<CountDownLatch> hang = Optional.empty();
        private Optional<RuntimeException> failure = Optional.empty();
        private final List<Set<Pace>> paces = new ArrayList<>();

        ScriptedGpu(Device device) {
            this.device = device;
        }

        synchronized ScriptedGpu says(Quantity quantity, Reading reading) {
            readings.put(quantity, reading);
            return this;
        }

        ScriptedGpu says(Quantity quantity, double value) {
            return says(quantity, Reading.of(value));
        }

        synchronized void instanceSays(String uuid, Quantity quantity, double value) {
            instances.put(uuid, Readings.of(Map.of(quantity, Reading.of(value))));
        }

        synchronized void becomes(Device other) {
            device = other;
        }

        synchronized void hangs(CountDownLatch until) {
            hang = Optional.of(until);
        }

        synchronized void fails(RuntimeException exception) {
            failure = Optional.of(exception);
        }

        synchronized void recovers() {
            failure = Optional.empty();
            hang = Optional.empty();
        }

        synchronized List<Set<Pace>> paces() {
            return List.copyOf(paces);
        }

        @Override
        public synchronized Device device() {
            return device;
        }

        @Override
        public Sample read(Set<Pace> asked) {
            hung().ifPresent(ScriptedGpu::awaitUninterruptibly);
            synchronized (this) {
                failure.ifPresent(exception -> {
                    throw exception;
                });
                paces.add(asked);
                return Sample.of(Readings.of(readings), Map.copyOf(instances), new TreeMap<>());
            }
        }

        private synchronized Optional<CountDownLatch> hung() {
            return hang;
        }

        /// Waits as a native call does, which does not notice an interrupt.
        private static void awaitUninterruptibly(CountDownLatch latch) {
            while (latch.getCount() > 0) {
                try {
                    latch.await();
                } catch (InterruptedException _) {
                    // It goes on waiting.
                }
            }
        }
    }

    private final BlockingQueue<Xid> xids = new LinkedBlockingQueue<>();
    private volatile List<Gpu> gpus = List.of();
    private volatile Optional<String> down = Optional.empty();
    private volatile Optional<RuntimeException> deaf = Optional.empty();
    private volatile Optional<CountDownLatch> hang = Optional.empty();

    static ScriptedGpu gpu(int index, String uuid) {
        return new ScriptedGpu(device(index, uuid, Optional.empty()));
    }

    static Device device(int index, String uuid, Optional<Mig> mig) {
        return new Device(
                index,
                Optional.of(index),
                uuid,
                "Test GPU",
                "00000000:0%d:00.0".formatted(index),
                Optional.empty(),
                new Platform(Optional.empty(), "1.0", Optional.empty(), Optional.empty()),
                mig);
    }

    void finds(Gpu... found) {
        gpus = List.of(found);
    }

    void isDown(String reason) {
        down = Optional.of(reason);
    }

    void isUp() {
        down = Optional.empty();
        hang = Optional.empty();
        deaf = Optional.empty();
    }

    void listeningFails(RuntimeException exception) {
        deaf = Optional.of(exception);
    }

    void scanHangs(CountDownLatch until) {
        hang = Optional.of(until);
    }

    void reports(Xid xid) {
        xids.add(xid);
    }

    @Override
    public List<Gpu> scan() {
        hang.ifPresent(ScriptedGpu::awaitUninterruptibly);
        down.ifPresent(reason -> {
            throw new BackendException(reason);
        });
        return gpus;
    }

    @Override
    public Optional<DeviceEvent> awaitEvent(Duration timeout) throws InterruptedException {
        deaf.ifPresent(exception -> {
            throw exception;
        });
        return Optional.ofNullable(xids.poll(timeout.toNanos(), TimeUnit.NANOSECONDS));
    }

    @Override
    public List<BackendState> states() {
        return List.of(BackendState.ready("scripted"));
    }

    @Override
    public void close() {}
}
