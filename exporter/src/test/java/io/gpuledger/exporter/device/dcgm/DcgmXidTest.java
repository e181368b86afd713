package io.gpuledger.exporter.device.dcgm;

import static io.gpuledger.exporter.device.dcgm.DcgmNode.cycle;
import static io.gpuledger.exporter.device.dcgm.DcgmNode.events;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.exporter.device.DeviceEvent;
import io.gpuledger.exporter.device.Xid;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DcgmXidTest {
    @TempDir
    private Path folder;

    private static Xid xid(String uuid, int number, double second) {
        return new Xid(uuid, number, Instant.ofEpochMilli((long) (second * 1000)));
    }

    @Test
    void no_xid_between_two_polls_is_lost_and_none_is_told_twice() throws IOException, InterruptedException {
        try (var node = DcgmNode.ofA100(folder, 2)) {
            var backend = node.backend();
            cycle(backend);
            node.says("gpu0 xid.1 79 1000.5\ngpu0 xid.2 79 1000.5\ngpu1 xid.1 31 1000.75")
                    .advance();
            assertThat(events(backend))
                    .containsExactly(xid("GPU-0", 79, 1000.5), xid("GPU-0", 79, 1000.5), xid("GPU-1", 31, 1000.75));
            assertThat(events(backend)).isEmpty();
            node.says("gpu0 xid.3 48 1001.25").advance();
            assertThat(events(backend)).containsExactly(xid("GPU-0", 48, 1001.25));
        }
    }

    @Test
    void each_of_many_is_told_once() throws IOException, InterruptedException {
        try (var node = DcgmNode.ofA100(folder, 1)) {
            var backend = node.backend();
            cycle(backend);
            var told = new ArrayList<DeviceEvent>();
            for (var i = 1; i <= 60; i++) {
                node.says("gpu0 xid.%d %d %s".formatted(i, 100 + i, 1000 + i * 0.25 - 0.125))
                        .advance(Duration.ofMillis(250));
                told.addAll(events(backend));
            }
            node.advance(Duration.ofSeconds(10));
            told.addAll(events(backend));
            assertThat(told).hasSize(60).doesNotHaveDuplicates();
        }
    }

    @Test
    void what_happened_before_we_came_is_not_ours_to_tell() throws IOException, InterruptedException {
        try (var node = DcgmNode.ofA100(folder, 1).says("gpu0 xid.1 79 999")) {
            var backend = node.backend();
            cycle(backend);
            node.advance();
            assertThat(events(backend)).isEmpty();
        }
    }

    @Test
    void what_is_blamed_on_an_instance_is_told_of_its_gpu() throws IOException, InterruptedException {
        try (var node = DcgmNode.inMigMode(folder)) {
            var backend = node.backend();
            cycle(backend);
            node.says("gpu0/gi7 xid.1 43 1000.25\ngpu0/gi1/ci0 xid.1 13 1000.5").advance();
            assertThat(events(backend)).containsExactlyInAnyOrder(xid("GPU-0", 43, 1000.25), xid("GPU-0", 13, 1000.5));
        }
    }

    @Test
    void blanks_and_zeros_are_no_events() throws IOException, InterruptedException {
        try (var node = DcgmNode.ofA100(folder, 1)) {
            var backend = node.backend();
            cycle(backend);
            node.says("gpu0 xid.1 blank 1000.5\ngpu0 xid.2 0 1000.5\ngpu0 xid.3 79 1000.5")
                    .advance();
            assertThat(events(backend)).containsExactly(xid("GPU-0", 79, 1000.5));
        }
    }

    @Test
    void a_poll_that_breaks_off_is_made_up_for() throws IOException, InterruptedException {
        try (var node = DcgmNode.ofA100(folder, 2)) {
            var backend = node.backend();
            cycle(backend);
            node.says("gpu0 xid.1 79 1000.5\ngpu1 xid.1 31 1000.5\ngpu1 xids @-3")
                    .advance();
            assertThat(events(backend)).isEmpty();
            node.forgets("gpu1", "xids").advance();
            assertThat(events(backend)).containsExactly(xid("GPU-0", 79, 1000.5), xid("GPU-1", 31, 1000.5));
        }
    }

    @Test
    void an_engine_that_comes_back_goes_on_where_the_last_one_ended() throws IOException, InterruptedException {
        try (var node = DcgmNode.ofA100(folder, 1)) {
            var backend = node.remote("localhost");
            cycle(backend);
            node.says("gpu0 xid.1 79 1000.5\nsystem engine 0").advance();
            assertThat(events(backend)).isEmpty();
            node.says("gpu0 xid.2 31 1001.5\nsystem engine 2").advance(Duration.ofSeconds(2));
            cycle(backend);
            assertThat(events(backend)).containsExactly(xid("GPU-0", 79, 1000.5), xid("GPU-0", 31, 1001.5));
        }
    }

    @Test
    void no_xid_is_lost_while_gpus_come_or_other_fields_are_wanted() throws IOException, InterruptedException {
        try (var node = DcgmNode.ofA100(folder, 2).says("system gpus 1")) {
            var backend = node.backend();
            cycle(backend);
            node.says("gpu0 xid.1 79 1000.5\nsystem gpus 2").advance();
            backend.want(Set.of(230, 201));
            cycle(backend);
            node.says("gpu1 xid.1 31 1001.5").advance();
            backend.want(Set.of());
            cycle(backend);
            assertThat(events(backend)).containsExactly(xid("GPU-0", 79, 1000.5), xid("GPU-1", 31, 1001.5));
        }
    }

    @Test
    void waiting_for_events_ends_when_the_backend_does() throws IOException, InterruptedException {
        try (var node = DcgmNode.ofA100(folder, 1)) {
            var backend = node.backend();
            cycle(backend);
            backend.close();
            assertThat(backend.awaitEvent(Duration.ofMinutes(10))).isEmpty();
        }
    }
}
