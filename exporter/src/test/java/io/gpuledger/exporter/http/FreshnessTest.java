package io.gpuledger.exporter.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.exporter.device.BackendState;
import io.gpuledger.exporter.device.BackendState.Link;
import io.gpuledger.exporter.device.Device;
import io.gpuledger.exporter.device.Device.Platform;
import io.gpuledger.exporter.device.Readings;
import io.gpuledger.exporter.device.Snapshot;
import io.gpuledger.exporter.device.Snapshot.Condition;
import io.gpuledger.exporter.device.Snapshot.GpuState;
import io.gpuledger.exporter.device.Snapshot.Happened;
import io.gpuledger.exporter.device.Snapshot.Run;
import io.gpuledger.exporter.exposition.Renderer;
import io.gpuledger.exporter.exposition.Renderers;
import io.gpuledger.service.http.Readiness.NotReady;
import io.gpuledger.service.http.Readiness.Ready;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FreshnessTest {
    private final AtomicLong nanos = new AtomicLong();
    private final Current current = new Current(nanos::get);
    private final Freshness freshness = new Freshness(current, Duration.ofSeconds(5));
    private final Renderer renderer = Renderers.of("node");

    private void publish(boolean success, Condition... conditions) {
        publish(List.of(BackendState.ready("nvml")), success, conditions);
    }

    private void publish(List<BackendState> backends, boolean success, Condition... conditions) {
        var gpus = IntStream.range(0, conditions.length)
                .mapToObj(index -> gpu(index, conditions[index]))
                .toList();
        var runs = List.of(new Run("topology", success, Duration.ZERO, Optional.empty()));
        var snapshot = new Snapshot(Instant.EPOCH, gpus, backends, runs);
        current.publish(snapshot, renderer.render(snapshot));
    }

    private static GpuState gpu(int index, Condition condition) {
        var device = new Device(
                index,
                Optional.of(index),
                "GPU-" + index,
                "Test",
                "00000000:01:00.0",
                Optional.empty(),
                new Platform(Optional.empty(), "1.0", Optional.empty(), Optional.empty()),
                Optional.empty());
        return new GpuState(
                device,
                condition,
                Readings.NONE,
                Readings.NONE,
                List.of(),
                new TreeMap<>(),
                List.of(),
                Map.of(),
                Happened.NOTHING);
    }

    @Test
    void not_ready_before_the_first_cycle() {
        assertThat(freshness.get()).isEqualTo(new NotReady("no cycle has ended yet"));
    }

    @Test
    void ready_while_a_gpu_answers() {
        publish(true, Condition.PRESENT, Condition.LOST);
        assertThat(freshness.get()).isEqualTo(new Ready("1 of 2 GPUs answer"));
    }

    @Test
    void ready_on_a_node_that_has_no_gpu() {
        publish(true);
        assertThat(freshness.get()).isEqualTo(new Ready("no GPU on this node"));
    }

    @Test
    void not_ready_when_the_driver_cannot_be_asked() {
        publish(false);
        assertThat(freshness.get()).isInstanceOf(NotReady.class);
        publish(false, Condition.UNREACHABLE);
        assertThat(freshness.get()).isInstanceOf(NotReady.class);
    }

    @Test
    void says_how_the_backend_stands_when_that_is_why() {
        publish(List.of(new BackendState("nvml", Link.NO_DRIVER, "load it")), false);
        assertThat(freshness.get()).isEqualTo(new NotReady("nvml is no_driver: load it"));
    }

    @Test
    void not_ready_when_no_gpu_answers() {
        publish(true, Condition.LOST, Condition.STUCK);
        assertThat(freshness.get()).isEqualTo(new NotReady("no GPU answers: GPU 0 is lost, GPU 1 is stuck"));
    }

    @Test
    void not_ready_when_the_snapshot_is_old() {
        publish(true, Condition.PRESENT);
        nanos.addAndGet(Duration.ofSeconds(6).toNanos());
        assertThat(freshness.get()).isEqualTo(new NotReady("the latest cycle ended 6000 ms ago"));
    }
}
