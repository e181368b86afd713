package io.gpuledger.exporter.device.layered;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuledger.exporter.device.Backend;
import io.gpuledger.exporter.device.BackendException;
import io.gpuledger.exporter.device.BackendState;
import io.gpuledger.exporter.device.BackendState.Link;
import io.gpuledger.exporter.device.DcgmFields;
import io.gpuledger.exporter.device.Device;
import io.gpuledger.exporter.device.Device.Platform;
import io.gpuledger.exporter.device.DeviceEvent;
import io.gpuledger.exporter.device.Pace;
import io.gpuledger.exporter.device.Quantity;
import io.gpuledger.exporter.device.Reading;
import io.gpuledger.exporter.device.Reading.Absent;
import io.gpuledger.exporter.device.Readings;
import io.gpuledger.exporter.device.Releasable;
import io.gpuledger.exporter.device.Sample;
import io.gpuledger.exporter.device.Xid;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class LayeredBackendTest {
    private static final Set<Pace> ALL = EnumSet.allOf(Pace.class);

    /// A backend of which a test says what it gives, and whether it can be asked.
    private static final class Layer implements Backend, Releasable {
        private final String name;
        private List<Gpu> gpus = List.of();
        private boolean down;
        private boolean busy;
        private boolean released;
        private Set<Integer> wanted = Set.of();

        Layer(String name) {
            this.name = name;
        }

        Layer gives(String uuid, Map<Quantity, Reading> readings, Map<Integer, Reading> fields) {
            var device = new Device(
                    0,
                    Optional.empty(),
                    uuid,
                    name,
                    "",
                    Optional.empty(),
                    new Platform(Optional.empty(), "1", Optional.empty(), Optional.empty()),
                    Optional.empty());
            var sources = new TreeMap<Quantity, String>();
            readings.forEach((quantity, reading) -> {
                if (reading instanceof Reading.Value) {
                    sources.put(quantity, name);
                }
            });
            gpus = List.of(new Gpu() {
                @Override
                public Device device() {
                    return device;
                }

                @Override
                public Sample read(Set<Pace> paces) {
                    if (down) {
                        throw new BackendException(name + " went");
                    }
                    return new Sample(
                            Readings.of(readings, new DcgmFields(Map.of(), fields, Map.of())),
                            Map.of(),
                            new TreeMap<>(),
                            List.of(),
                            sources);
                }
            });
            return this;
        }

        @Override
        public List<Gpu> scan() {
            if (down) {
                throw new BackendException(name + " is down");
            }
            return gpus;
        }

        @Override
        public Optional<DeviceEvent> awaitEvent(Duration timeout) {
            return Optional.of(new Xid(name, 13, Instant.EPOCH));
        }

        @Override
        public List<BackendState> states() {
            return List.of(down ? new BackendState(name, Link.NO_DRIVER, "down") : BackendState.ready(name));
        }

        @Override
        public void want(Set<Integer> fields) {
            wanted = fields;
        }

        @Override
        public boolean release(Duration time) {
            released = !busy;
            return released;
        }

        @Override
        public void resume() {
            released = false;
        }

        @Override
        public void close() {
            down = true;
        }
    }

    private final Layer first = new Layer("first");
    private final Layer second = new Layer("second");
    private final LayeredBackend both = new LayeredBackend(first, second);

    private Sample read() {
        return both.scan().getFirst().read(ALL);
    }

    @Test
    void what_the_first_gives_stands_and_the_second_gives_the_rest() {
        first.gives(
                "GPU-1", Map.of(Quantity.POWER, Reading.of(300), Quantity.SM_ACTIVE, Absent.NOT_SUPPORTED), Map.of());
        second.gives("GPU-1", Map.of(Quantity.POWER, Reading.of(299), Quantity.SM_ACTIVE, Reading.of(0.5)), Map.of());
        assertThat(read().gpu().asked())
                .isEqualTo(Map.of(Quantity.POWER, Reading.of(300), Quantity.SM_ACTIVE, Reading.of(0.5)));
        assertThat(read().sources()).isEqualTo(Map.of(Quantity.POWER, "first", Quantity.SM_ACTIVE, "second"));
    }

    @Test
    void where_neither_gives_it_the_reason_is_the_first_one_s() {
        first.gives("GPU-1", Map.of(Quantity.SM_ACTIVE, Absent.NO_PERMISSION), Map.of());
        second.gives("GPU-1", Map.of(Quantity.SM_ACTIVE, Absent.NO_DATA), Map.of());
        assertThat(read().gpu().of(Quantity.SM_ACTIVE)).isEqualTo(Absent.NO_PERMISSION);
    }

    @Test
    void fields_by_number_follow_the_same_order() {
        first.gives("GPU-1", Map.of(), Map.of(1, Reading.of(1), 2, Absent.NOT_SUPPORTED));
        second.gives("GPU-1", Map.of(), Map.of(1, Reading.of(10), 2, Reading.of(20), 3, Reading.of(30)));
        assertThat(read().gpu().fields().slow())
                .isEqualTo(Map.of(1, Reading.of(1), 2, Reading.of(20), 3, Reading.of(30)));
    }

    @Test
    void a_gpu_that_only_one_sees_is_there_too() {
        first.gives("GPU-1", Map.of(), Map.of());
        second.gives("GPU-2", Map.of(), Map.of());
        assertThat(both.scan()).extracting(gpu -> gpu.device().uuid()).containsExactly("GPU-1", "GPU-2");
    }

    @Test
    void while_one_is_down_the_other_does_it_alone() {
        first.gives("GPU-1", Map.of(Quantity.POWER, Reading.of(300)), Map.of());
        second.gives("GPU-1", Map.of(Quantity.POWER, Reading.of(299)), Map.of());
        first.down = true;
        assertThat(read().gpu().value(Quantity.POWER)).hasValue(299);
        first.down = false;
        second.down = true;
        assertThat(read().gpu().value(Quantity.POWER)).hasValue(300);
        first.down = true;
        assertThatThrownBy(both::scan).isInstanceOf(BackendException.class).hasMessage("first is down");
        assertThat(both.states()).extracting(BackendState::link).containsExactly(Link.NO_DRIVER, Link.NO_DRIVER);
    }

    @Test
    void a_second_that_goes_after_the_scan_takes_nothing_from_the_first() {
        first.gives("GPU-1", Map.of(Quantity.POWER, Reading.of(300)), Map.of());
        second.gives("GPU-1", Map.of(Quantity.SM_ACTIVE, Reading.of(0.5)), Map.of());
        var gpu = both.scan().getFirst();
        second.down = true;
        assertThat(gpu.read(ALL).gpu().asked()).isEqualTo(Map.of(Quantity.POWER, Reading.of(300)));
    }

    @Test
    void events_come_from_one_of_them_only() throws InterruptedException {
        assertThat(both.awaitEvent(Duration.ZERO)).map(DeviceEvent::uuid).contains("first");
        first.down = true;
        assertThat(both.awaitEvent(Duration.ZERO)).map(DeviceEvent::uuid).contains("second");
        second.down = true;
        assertThat(both.awaitEvent(Duration.ZERO)).map(DeviceEvent::uuid).contains("first");
    }

    @Test
    void what_is_wanted_is_wanted_of_both_and_so_is_letting_go() {
        both.want(Set.of(7));
        assertThat(List.of(first.wanted, second.wanted)).containsOnly(Set.of(7));
        assertThat(both.release(Duration.ofMinutes(1))).isTrue();
        assertThat(List.of(first.released, second.released)).containsOnly(true);
        both.resume();
        second.busy = true;
        assertThat(both.release(Duration.ofMinutes(1))).isFalse();
        assertThat(first.released).as("not for long").isFalse();
    }
}
