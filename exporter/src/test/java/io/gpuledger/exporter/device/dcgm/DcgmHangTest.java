package io.gpuledger.exporter.device.dcgm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuledger.exporter.device.BackendException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(600)
class DcgmHangTest {
    @TempDir
    private Path folder;

    @Test
    void a_call_that_hangs_holds_up_neither_the_states_nor_the_end() throws IOException, InterruptedException {
        try (var node = DcgmNode.ofA100(folder, 2)) {
            var backend = node.backend();
            var gpus = backend.scan();
            node.says("call dcgmGetLatestValues_v2 hang");
            var over = new CountDownLatch(1);
            var reader = Thread.ofPlatform().daemon().start(() -> {
                try {
                    DcgmNode.read(gpus.getFirst());
                } finally {
                    over.countDown();
                }
            });
            awaitInside(node);
            assertThat(backend.states()).hasSize(1);
            assertThat(backend.awaitEvent(Duration.ofMillis(1))).isEmpty();
            backend.close();
            assertThat(node.held()).as("the library is left as it is").isPositive();
            assertThat(over.getCount()).isOne();

            node.forgets("call", "dcgmGetLatestValues_v2");
            assertThat(over.await(5, TimeUnit.MINUTES)).isTrue();
            reader.join();
            awaitNothingHeld(node);
            assertThatThrownBy(backend::scan).isInstanceOf(BackendException.class);
            assertThatThrownBy(() -> DcgmNode.read(gpus.getLast())).isInstanceOf(BackendException.class);
        }
    }

    @Test
    void an_end_that_hangs_is_not_waited_for() throws IOException, InterruptedException {
        try (var node = DcgmNode.ofA100(folder, 1)) {
            var backend = node.backend();
            backend.scan();
            node.says("call dcgmStopEmbedded hang");
            backend.close();
            assertThat(node.held()).isPositive();
            node.forgets("call", "dcgmStopEmbedded");
            awaitNothingHeld(node);
        }
    }

    private static void awaitInside(DcgmNode node) {
        while (node.inside() == 0) {
            Thread.onSpinWait();
        }
    }

    private static void awaitNothingHeld(DcgmNode node) {
        while (node.held() > 0) {
            Thread.onSpinWait();
        }
    }
}
