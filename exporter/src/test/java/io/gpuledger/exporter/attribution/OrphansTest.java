package io.gpuledger.exporter.attribution;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.exporter.attribution.Held.Mode;
import io.gpuledger.exporter.attribution.Held.Share;
import io.gpuledger.exporter.device.Device;
import io.gpuledger.exporter.device.DeviceProcess;
import io.gpuledger.exporter.device.DeviceProcess.Kind;
import io.gpuledger.exporter.device.Quantity;
import io.gpuledger.exporter.device.Reading;
import io.gpuledger.exporter.device.Readings;
import io.gpuledger.exporter.device.Snapshot;
import io.gpuledger.exporter.device.Snapshot.Activity;
import io.gpuledger.exporter.device.Snapshot.UnitState;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// Memory that is taken on a GPU which nobody holds.
class OrphansTest {
    private static final Device GPU = Nodes.gpu(0);
    private static final double LITTLE = 5 << 20;
    private static final double MUCH = 1L << 30;
    private static final DeviceProcess PROCESS =
            new DeviceProcess(7, Kind.COMPUTE, Optional.empty(), Readings.NONE, Optional.empty());
    private static final Holders HELD = new Holders(
            Map.of(GPU.uuid(), new Held(Mode.EXCLUSIVE, Optional.of(1), List.of(new Share(Nodes.holder("train"), 1)))),
            new TreeMap<>());

    private final Orphans orphans = new Orphans();

    private Map<String, Double> at(int second, Holders holders, double used, DeviceProcess... processes) {
        var readings = Readings.of(Map.of(Quantity.MEMORY_USED, Reading.of(used)));
        var unit = new UnitState(GPU.units().getFirst(), readings, readings.standing(), new Activity(0, Map.of()));
        var gpu = Nodes.state(GPU, List.of(unit), List.of(processes));
        return orphans.of(new Snapshot(Instant.ofEpochSecond(second), List.of(gpu), List.of(), List.of()), holders);
    }

    @Test
    void memory_that_nobody_holds_is_an_orphan_after_two_minutes() {
        assertThat(at(0, Holders.NONE, MUCH)).isEmpty();
        assertThat(at(119, Holders.NONE, MUCH)).isEmpty();
        assertThat(at(120, Holders.NONE, MUCH)).isEqualTo(Map.of(GPU.uuid(), MUCH));
    }

    @Test
    void a_process_makes_one_however_little_it_takes() {
        at(0, Holders.NONE, LITTLE, PROCESS);
        assertThat(at(120, Holders.NONE, LITTLE, PROCESS)).isEqualTo(Map.of(GPU.uuid(), LITTLE));
    }

    @Test
    void what_the_driver_takes_by_itself_is_none() {
        at(0, Holders.NONE, LITTLE);
        assertThat(at(500, Holders.NONE, LITTLE)).isEmpty();
    }

    @Test
    void what_somebody_holds_is_none_and_its_time_begins_when_he_goes() {
        at(0, Holders.NONE, MUCH);
        assertThat(at(120, HELD, MUCH)).isEmpty();
        at(130, Holders.NONE, MUCH);
        assertThat(at(240, Holders.NONE, MUCH)).isEmpty();
        assertThat(at(250, Holders.NONE, MUCH)).hasSize(1);
    }
}
