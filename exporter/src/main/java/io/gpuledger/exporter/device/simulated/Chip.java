package io.gpuledger.exporter.device.simulated;

import io.gpuledger.exporter.device.ClockEvent;
import io.gpuledger.exporter.device.Device;
import io.gpuledger.exporter.device.Quantity;
import io.gpuledger.exporter.device.simulated.Fault.Throttle.Reason;
import java.time.Duration;
import java.util.Optional;

/// A GPU as it is: what it runs, counts and suffers. Not safe for threads; the backend's lock guards it.
///
/// Its time is in nanoseconds from the start of the backend and moves by [#advance]. Faults are applied at their own
/// instant, and steps are cut where one ends, so that within a step only the load changes, from cell to cell.
final class Chip {
    /// A longer step is walked for its last day only, which then stands for all of it: loads repeat daily or have
    /// settled by then. A read thus costs at most 432,000 cells, some 60 ms.
    private static final long LONGEST_WALK_NANOS = Duration.ofDays(1).toNanos();

    private static final double NANOS = 1e9;

    private final Model model;
    private final String driver;
    private final GpuIdentity identity;
    private final Noise loads;
    private final double startHour;
    private final Ailments ailments = new Ailments();
    private final DeviceCounts counts = new DeviceCounts();
    private final LoadMean mean = new LoadMean();
    private final Heat heat;
    private Partition partition;
    private int generation;
    private long at;

    /// @param startHour the hour of the day, UTC, at which its time begins
    Chip(int index, Scenario.Gpu gpu, String driver, Noise noise, double startHour) {
        this.model = gpu.model();
        this.driver = driver;
        this.identity = new GpuIdentity(index, noise.part(0));
        this.loads = noise.part(1);
        this.startHour = startHour;
        this.heat = new Heat(model.power());
        this.partition = Partition.of(gpu.layout(), model, identity, loads, generation);
    }

    Device device() {
        return new Device(
                identity.index(),
                Optional.of(identity.index()),
                identity.uuid(),
                model.product(),
                identity.pciBusId(),
                Optional.of(identity.serial()),
                model.on(driver),
                partition.mig());
    }

    void advance(long to) {
        while (at < to) {
            long end = Math.min(to, ailments.nextEnd(at));
            if (ailments.away(at)) {
                heat.draw(0, (end - at) / NANOS);
            } else {
                work(at, end);
            }
            at = end;
        }
    }

    private void work(long from, long to) {
        for (Reason reason : ailments.throttling(from)) {
            counts.add(reason.counter(), (to - from) / NANOS);
        }
        double speed = speed();
        long walked = Math.min(to - from, LONGEST_WALK_NANOS);
        double standsFor = (double) (to - from) / walked;
        for (long time = to - walked; time < to; ) {
            long cell = Grid.cellAt(time);
            long end = Math.min(to, Grid.endOf(cell));
            Load load = record(cell, (end - time) * standsFor);
            double watts = model.power().watts(load.power() * speed);
            counts.add(Quantity.ENERGY, watts * (end - time) * standsFor / NANOS);
            heat.draw(watts, (end - time) / NANOS);
            time = end;
        }
    }

    /// Adds what the units do in a cell to their means and to the traffic of the GPU, and gives the load of the whole.
    private Load record(long cell, double weightNanos) {
        double hour = hour(cell);
        Load whole = Load.NONE;
        for (LoadedUnit slot : partition.slots()) {
            Load load = slot.at(cell, hour);
            slot.mean().add(load, weightNanos);
            whole = whole.plus(slot.onGpu(load, model));
        }
        mean.add(whole, weightNanos);
        double seconds = weightNanos / NANOS;
        counts.add(Quantity.PCIE_TX_BYTES, model.lanes().pcie() * whole.pcieTx() * seconds);
        counts.add(Quantity.PCIE_RX_BYTES, model.lanes().pcie() * whole.pcieRx() * seconds);
        counts.add(Quantity.NVLINK_TX_BYTES, model.lanes().nvlink() * whole.nvlink() * seconds);
        counts.add(Quantity.NVLINK_RX_BYTES, model.lanes().nvlink() * whole.nvlink() * seconds);
        return whole;
    }

    /// Everything that a fault does to this GPU, at the instant that it has been advanced to.
    void suffer(Fault.OnGpu fault) {
        switch (fault) {
            case Fault.Xid _ -> {}
            case Fault.Ecc ecc -> {
                counts.add(ecc.kind().sinceDriver(), ecc.count());
                counts.add(ecc.kind().lifetime(), ecc.count());
            }
            case Fault.Remap remap -> {
                counts.add(remap.kind().counter(), remap.rows());
                counts.set(Quantity.ROW_REMAP_PENDING);
            }
            case Fault.RemapFailed _ -> counts.set(Quantity.ROW_REMAP_FAILED);
            case Fault.Throttle throttle -> ailments.throttle(throttle.reason(), at, throttle.duration());
            case Fault.PcieReplays replays -> counts.add(Quantity.PCIE_REPLAYS, replays.count());
            case Fault.NvlinkErrors errors -> counts.add(errors.kind().counter(), errors.count());
            case Fault.NvlinkDown down -> ailments.linkDown(down.link(), at, down.duration());
            case Fault.Hang hang -> ailments.hang(at, hang.duration());
            case Fault.Release _ -> ailments.release();
            case Fault.Lose lose -> {
                ailments.lose(at, lose.duration());
                closeMeans();
            }
            case Fault.Return _ -> ailments.bringBack();
            case Fault.Repartition repartition -> {
                generation++;
                partition = Partition.of(repartition.layout(), model, identity, loads, generation);
                mean.close();
            }
        }
    }

    void restartDriver(Duration duration) {
        ailments.unloadDriver(at, duration);
        counts.forgetAllButLasting();
        closeMeans();
    }

    /// The GPU has been read: its means begin anew.
    void beginMeans() {
        mean.begin();
        partition.slots().forEach(slot -> slot.mean().begin());
    }

    private void closeMeans() {
        mean.close();
        partition.slots().forEach(slot -> slot.mean().close());
    }

    boolean lost(long nanos) {
        return ailments.lost(nanos);
    }

    boolean hung(long nanos) {
        return ailments.hung(nanos);
    }

    boolean linkUp(int link) {
        return ailments.linkUp(link, at);
    }

    Model model() {
        return model;
    }

    Partition partition() {
        return partition;
    }

    /// What can be read of the GPU as a whole at this instant. The driver's gauges are of the last complete cell.
    Measurements measure() {
        long cell = Grid.cellAt(at);
        Load now = load(cell);
        return new Measurements(
                now,
                cell == 0 ? Optional.empty() : Optional.of(load(cell - 1)),
                mean.value(),
                Measurements.thousandths(heat.watts()),
                heat.celsius(),
                now.power(),
                speed(),
                clockEvents(now),
                counts::of);
    }

    /// What a unit does at this instant.
    Load now(LoadedUnit slot) {
        long cell = Grid.cellAt(at);
        return slot.at(cell, hour(cell));
    }

    /// The part of its clock that throttling leaves.
    private double speed() {
        return ailments.throttling(at).stream().mapToDouble(Reason::speed).min().orElse(1);
    }

    /// Why the clocks are not at their highest at this instant, as the bits of [ClockEvent].
    private long clockEvents(Load now) {
        long idle = now.engine() == 0 ? ClockEvent.GPU_IDLE.bit() : 0;
        return ailments.throttling(at).stream()
                .mapToLong(Reason::clockEvents)
                .reduce(idle, (some, more) -> some | more);
    }

    private Load load(long cell) {
        Load whole = Load.NONE;
        for (LoadedUnit slot : partition.slots()) {
            whole = whole.plus(slot.onGpu(slot.at(cell, hour(cell)), model));
        }
        return whole;
    }

    private double hour(long cell) {
        return startHour + cell * (Grid.CELL_NANOS / 3.6e12);
    }
}
