package io.gpuledger.exporter.attribution;

import static io.gpuledger.exporter.attribution.Nodes.gpu;
import static io.gpuledger.exporter.attribution.Nodes.has;
import static io.gpuledger.exporter.attribution.Nodes.mig;
import static io.gpuledger.exporter.attribution.Nodes.uuid;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.exporter.device.Device;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Tests who holds what from one answer of the kubelet to the next, and while there is none.
@Timeout(600)
class AttributionTest {
    private static final Duration NEVER = Duration.ofHours(1);
    private static final KubeletWord TRAIN =
            new KubeletWord(List.of(has("train", "nvidia.com/gpu", uuid(0), uuid(1, 7))), List.of());

    private final LinkedBlockingQueue<Optional<KubeletWord>> answers = new LinkedBlockingQueue<>();
    private final Attribution attribution = attribution(() -> {
        var answer = answers.take();
        return answer.orElseThrow(() -> new AttributionException("no kubelet"));
    });

    private static Attribution attribution(PodResources kubelet) {
        var sources = new Attribution.Sources(
                Optional.of(kubelet),
                () -> Pods.NONE,
                _ -> Optional.empty(),
                _ -> Optional.empty(),
                false,
                Optional.empty(),
                Map.of());
        return new Attribution(sources, new ResourceNames(Set.of()), NEVER, InstantSource.system());
    }

    private Holders holders(Device... devices) {
        return attribution.attributed(Nodes.snapshot(devices)).holders();
    }

    private void hears(KubeletWord word) throws InterruptedException {
        answers.put(Optional.of(word));
        attribution.ask();
    }

    @Test
    void before_the_kubelet_has_answered_nobody_holds_anything() {
        assertThat(holders(gpu(0))).isEqualTo(Holders.NONE);
        assertThat(attribution.runs()).isEmpty();
    }

    @Test
    void what_it_said_last_stands_while_it_says_nothing() throws InterruptedException {
        hears(TRAIN);
        answers.put(Optional.empty());
        attribution.ask();
        assertThat(holders(gpu(0)).byUnit()).containsOnlyKeys(uuid(0));
        assertThat(attribution.runs()).singleElement().satisfies(run -> {
            assertThat(run.success()).isFalse();
            assertThat(run.lastSuccess()).isPresent();
        });
    }

    @Test
    void what_it_says_next_is_in_force() throws InterruptedException {
        hears(TRAIN);
        hears(new KubeletWord(List.of(), List.of()));
        assertThat(holders(gpu(0)).byUnit()).isEmpty();
    }

    @Test
    void other_devices_are_mapped_without_asking_again() throws InterruptedException {
        hears(TRAIN);
        assertThat(holders(gpu(0)).byUnit()).containsOnlyKeys(uuid(0));
        assertThat(holders(gpu(0), mig(1, 7)).byUnit()).containsOnlyKeys(uuid(0), uuid(1, 7));
    }

    @Test
    void the_same_is_not_mapped_twice() throws InterruptedException {
        hears(TRAIN);
        var first = holders(gpu(0));
        assertThat(holders(gpu(0))).isSameAs(first);
    }

    @Test
    void other_devices_make_it_ask_before_its_time() throws InterruptedException {
        var asked = new SynchronousQueue<KubeletWord>();
        try (var asking = attribution(asked::take)) {
            asking.start();
            asked.put(TRAIN);
            asking.attributed(Nodes.snapshot(gpu(0)));
            asked.put(TRAIN);
            assertThat(asking.runs()).hasSize(1);
        }
    }
}
