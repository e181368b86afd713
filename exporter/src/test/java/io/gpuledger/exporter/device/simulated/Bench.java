package io.gpuledger.exporter.device.simulated;

import io.gpuledger.exporter.device.Backend.Gpu;
import io.gpuledger.exporter.device.Pace;
import io.gpuledger.exporter.device.Quantity;
import io.gpuledger.exporter.device.Reading;
import io.gpuledger.exporter.device.Sample;
import io.gpuledger.exporter.device.Xid;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// This is a backend under test, with its clock in hand.
final class Bench implements AutoCloseable {
    static final Set<Pace> ALL = EnumSet.allOf(Pace.class);
    static final long SEED = 42;

    final VirtualClock clock = new VirtualClock();
    final SimulatedBackend backend;

    Bench(String script) {
        this(Scenario.parse(script), SEED);
    }

    Bench(Scenario scenario, long seed) {
        this.backend = new SimulatedBackend(scenario, seed, clock);
    }

    Gpu gpu(int index) {
        return backend.scan().stream()
                .filter(gpu -> gpu.device().index() == index)
                .findFirst()
                .orElseThrow();
    }

    Sample read(int index) {
        return gpu(index).read(ALL);
    }

    Reading reading(int index, Quantity quantity) {
        return read(index).gpu().of(quantity);
    }

    double value(int index, Quantity quantity) {
        return read(index).gpu().value(quantity).orElseThrow();
    }

    void inject(String fault) {
        backend.inject(Fault.parse(fault));
    }

    /// The XIDs that are due.
    List<Xid> xids() throws InterruptedException {
        var xids = Stream.<Xid>builder();
        for (var xid = backend.awaitEvent(Duration.ZERO); xid.isPresent(); xid = backend.awaitEvent(Duration.ZERO)) {
            xids.add((Xid) xid.orElseThrow());
        }
        return xids.build().toList();
    }

    @Override
    public void close() {
        backend.close();
    }
}
