package io.gpuledger.exporter.device.nvml;

import io.gpuledger.exporter.device.Backend.Gpu;
import io.gpuledger.exporter.device.Device;
import io.gpuledger.exporter.device.DeviceProcess;
import io.gpuledger.exporter.device.Pace;
import io.gpuledger.exporter.device.Part;
import io.gpuledger.exporter.device.Quantity;
import io.gpuledger.exporter.device.Reading;
import io.gpuledger.exporter.device.Reading.Absent;
import io.gpuledger.exporter.device.Readings;
import io.gpuledger.exporter.device.Sample;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntConsumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/// A GPU for as long as a session lives: what is kept of it from read to read. It is found by the thread that scans,
/// and read by a thread of its own; the two share nothing that changes.
final class NvmlGpu {
    /// This is a GPU as a scan found it, with the MIG devices of then.
    record Found(NvmlGpu gpu, Device device, List<MigTable.Handle> instances) {}

    private final NvmlSession session;
    private final long handle;
    private final IdentityCard identity;
    private final MigTable mig;
    private final Calls calls;
    private final Buffers buffers = new Buffers();
    private final BusySamples busy = new BusySamples(buffers);
    private final Traffic traffic = new Traffic();
    private final Sources sources = new Sources();
    private final Parts parts;
    private final Gpm gpm;
    private final Processes processes;
    private final Map<String, NvmlInstance> instances = new HashMap<>();
    private Optional<Boolean> hasGpm = Optional.empty();
    private Batches batches = Batches.NONE;
    private volatile boolean well = true;

    NvmlGpu(NvmlSession session, long handle) {
        this.session = session;
        this.handle = handle;
        this.identity = new IdentityCard(handle, session.driver(), buffers);
        this.mig = new MigTable(handle, buffers);
        this.calls = new Calls(handle, buffers);
        this.parts = new Parts(handle, buffers);
        this.gpm = new Gpm(handle, OptionalInt.empty(), buffers);
        this.processes = new Processes(handle, Optional.empty(), buffers);
    }

    /// Returns nothing when the GPU does not say who it is, and tells `trouble` why. The caller has to be inside the
    /// session.
    Optional<Found> find(int index, IntConsumer trouble) {
        return identity.read(trouble).map(known -> {
            var partition = mig.read();
            return new Found(
                    this,
                    known.at(index, partition.map(MigTable.Partition::mig)),
                    partition.map(MigTable.Partition::handles).orElse(List.of()));
        });
    }

    /// Whether it gave anything when it was last read.
    boolean isWell() {
        return well;
    }

    /// Reads the GPU; one thread may do so at a time. A GPU of a session that has ended gives nothing.
    Sample read(Found found, Set<Pace> paces, Wanted wanted, long nanos) {
        if (!session.enter()) {
            return Sample.of(Readings.of(Map.of(Quantity.UTILIZATION, Absent.FAILED)), Map.of(), new TreeMap<>());
        }
        try {
            return readInside(found, paces, wanted, nanos);
        } finally {
            session.leave();
        }
    }

    private Sample readInside(Found found, Set<Pace> paces, Wanted wanted, long nanos) {
        var answers = new CollectedReadings(sources);
        SortedMap<Part, Readings> partReadings = paces.contains(Pace.SLOW) ? parts.read(answers) : new TreeMap<>();
        batches = batches.of(wanted, parts.links());
        if (paces.contains(Pace.FAST)) {
            calls.readFast(answers);
            busy.read(handle, nanos, answers);
            batches.fast().read(handle, Quantity.FAST_FIELDS_LATENCY, answers);
            calls.violations(answers);
            traffic.read(nanos, gpm(wanted, nanos, answers), answers);
        }
        if (paces.contains(Pace.SLOW)) {
            batches.slow().read(handle, Quantity.SLOW_FIELDS_LATENCY, answers);
            calls.readSlow(answers);
        }
        var running = new ArrayList<>(processes.read(busy.taken()));
        var ofInstances = instances(found, wanted, nanos, running);
        answers.take(Quantity.ACTIVITY_CLAMPED, clamped(), "gpu-exporter");
        answers.absent(Quantity.VGPU_LICENSE, Absent.NOT_SUPPORTED);
        var readings = answers.readings(identity.texts(wanted));
        well = readings.asked().entrySet().stream()
                .anyMatch(asked ->
                        asked.getKey() != Quantity.ACTIVITY_CLAMPED && asked.getValue() instanceof Reading.Value);
        return new Sample(readings, ofInstances, partReadings, running, sources.shown());
    }

    private long gpm(Wanted wanted, long nanos, CollectedReadings answers) {
        if (hasGpm()) {
            return gpm.read(nanos, wanted.metrics(), answers);
        }
        Gpm.notSupported(wanted.metrics(), answers);
        return 0;
    }

    private boolean hasGpm() {
        if (hasGpm.isEmpty()) {
            hasGpm = Optional.of(Gpm.isSupported(handle));
        }
        return hasGpm.get();
    }

    private Map<String, Readings> instances(Found found, Wanted wanted, long nanos, List<DeviceProcess> running) {
        var uuids = found.instances().stream().map(one -> one.instance().uuid()).toList();
        instances.entrySet().removeIf(known -> {
            var gone = !uuids.contains(known.getKey());
            if (gone) {
                known.getValue().close();
            }
            return gone;
        });
        var readings = new HashMap<String, Readings>();
        for (var one : found.instances()) {
            var uuid = one.instance().uuid();
            var instance = instances.computeIfAbsent(uuid, _ -> new NvmlInstance(handle, one, hasGpm()));
            readings.put(uuid, instance.read(wanted, nanos, sources));
            running.addAll(instance.processes());
        }
        return readings;
    }

    private double clamped() {
        return gpm.clamped()
                + instances.values().stream().mapToLong(NvmlInstance::clamped).sum();
    }

    /// This may be called only when nobody is inside the session.
    void close() {
        gpm.close();
        instances.values().forEach(NvmlInstance::close);
        batches.close();
        buffers.close();
    }

    /// What a scan found, to be read.
    Gpu reader(Found found, Supplier<Wanted> wanted, LongSupplier nanos) {
        return new Gpu() {
            @Override
            public Device device() {
                return found.device();
            }

            @Override
            public Sample read(Set<Pace> paces) {
                return NvmlGpu.this.read(found, paces, wanted.get(), nanos.getAsLong());
            }
        };
    }
}
