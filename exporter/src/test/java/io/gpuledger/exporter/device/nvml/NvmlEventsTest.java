package io.gpuledger.exporter.device.nvml;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.exporter.device.DeviceEvent;
import io.gpuledger.exporter.device.Incident;
import io.gpuledger.exporter.device.Xid;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NvmlEventsTest {
    private static final Duration SOON = Duration.ofMillis(100);

    @TempDir
    private Path folder;

    private static List<DeviceEvent> all(NvmlNode node) throws InterruptedException {
        var events = new ArrayList<DeviceEvent>();
        for (var event = node.backend().awaitEvent(SOON);
                event.isPresent();
                event = node.backend().awaitEvent(SOON)) {
            events.add(event.orElseThrow());
        }
        return events;
    }

    @Test
    void every_xid_comes_with_its_gpu_and_number() throws InterruptedException {
        try (var node = NvmlNode.of(folder, "h100", 2)) {
            node.backend().scan();
            node.library().says("system", "event0", "1 8 79").says("system", "event1", "0 8 31");
            assertThat(all(node))
                    .map(event -> event.uuid() + " " + ((Xid) event).number())
                    .containsExactly(NvmlScript.uuid(1) + " 79", NvmlScript.uuid(0) + " 31");
        }
    }

    @Test
    void a_storm_of_ten_thousand_loses_none() throws InterruptedException {
        try (var node = NvmlNode.of(folder, "h100", 8)) {
            node.backend().scan();
            for (var gpu = 0; gpu < 8; gpu++) {
                node.library().says("system", "event" + gpu, "%d 8 %d 1250".formatted(gpu, 13 + gpu));
            }
            var events = all(node);
            assertThat(events).hasSize(10_000);
            assertThat(events.stream().filter(event -> event instanceof Xid xid && xid.number() == 20))
                    .hasSize(1250)
                    .allMatch(event -> event.uuid().equals(NvmlScript.uuid(7)));
        }
    }

    @Test
    void what_is_no_xid_comes_as_an_incident() throws InterruptedException {
        try (var node = NvmlNode.of(folder, "h100", 1)) {
            node.backend().scan();
            var types = List.of("0x1", "0x2", "0x100", "0x4000", "0x8000");
            for (var i = 0; i < types.size(); i++) {
                node.library().says("system", "event" + i, "0 %s 0".formatted(types.get(i)));
            }
            assertThat(all(node)).map(event -> ((Incident) event).kind()).containsExactly(Incident.Kind.values());
        }
    }

    @Test
    void a_gpu_that_is_found_later_is_listened_to_as_well() throws InterruptedException {
        try (var node = NvmlNode.of(folder, "h100", 2)) {
            node.library().says("gpu1", "lost", "@15");
            node.backend().scan();
            assertThat(node.backend().awaitEvent(SOON)).isEmpty();
            node.library().forgets("gpu1", "lost").says("system", "event0", "1 8 79");
            node.backend().scan();
            assertThat(all(node)).hasSize(1);
        }
    }

    @Test
    void a_wait_that_fails_is_begun_anew() throws InterruptedException {
        try (var node = NvmlNode.of(folder, "h100", 1);
                var calls = node.library().calls()) {
            node.backend().scan();
            node.library().says("call", "nvmlEventSetWait_v2", "@15");
            assertThat(node.backend().awaitEvent(SOON)).isEmpty();
            assertThat(calls.calls("nvmlEventSetWait_v2"))
                    .as("without spinning")
                    .isEqualTo(1);
            node.library().forgets("call", "nvmlEventSetWait_v2").says("system", "event0", "0 8 48");
            assertThat(all(node)).hasSize(1);
        }
    }

    @Test
    void a_gpu_that_refuses_events_does_not_keep_the_others_from_theirs() throws InterruptedException {
        try (var node = NvmlNode.of(folder, "h100", 2)) {
            node.library().says("gpu0", "nvmlDeviceRegisterEvents", "@3").says("system", "event0", "1 8 79");
            node.backend().scan();
            assertThat(all(node)).hasSize(1);
        }
    }

    @Test
    void where_there_is_no_driver_it_waits_and_says_nothing() throws InterruptedException {
        try (var node = NvmlNode.of(folder, "h100", 1)) {
            assertThat(node.backend().awaitEvent(SOON)).isEmpty();
        }
    }
}
