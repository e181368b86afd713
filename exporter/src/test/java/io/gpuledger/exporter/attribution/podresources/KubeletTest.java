package io.gpuledger.exporter.attribution.podresources;

import static io.gpuledger.exporter.attribution.podresources.FakeKubelet.claim;
import static io.gpuledger.exporter.attribution.podresources.FakeKubelet.container;
import static io.gpuledger.exporter.attribution.podresources.FakeKubelet.devices;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuledger.exporter.attribution.AttributionException;
import io.gpuledger.exporter.attribution.Grant;
import io.gpuledger.exporter.attribution.Holder;
import io.gpuledger.exporter.attribution.Offer;
import io.gpuledger.exporter.attribution.PodName;
import io.grpc.Status;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What the kubelet says, and all the ways in which it may fail to.
@Timeout(600)
class KubeletTest {
    /// A test waits this long for what must not come.
    private static final Duration SHORT = Duration.ofMillis(500);

    /// A test waits this long for what must come, however slow the machine is.
    private static final Duration LONG = Duration.ofSeconds(30);

    @TempDir
    private Path folder;

    private Path socket() {
        return folder.resolve("kubelet.sock");
    }

    private static Holder holder(String pod, String container) {
        return new Holder(new PodName("team", pod), container);
    }

    @Test
    void who_has_which_devices_is_read_and_all_else_passed_over() throws Exception {
        try (var kubelet = FakeKubelet.at(socket())) {
            kubelet.lists(
                            "train",
                            container("setup"),
                            container("main")
                                    .message(2, devices("nvidia.com/gpu", "GPU-1", "GPU-2"))
                                    .message(2, devices("example.com/nic", "mlx5_0")))
                    .gives("serve", "web", "nvidia.com/mig-1g.10gb", "MIG-1")
                    .offers("nvidia.com/gpu", "GPU-1", "GPU-2", "GPU-3");
            var word = new Kubelet(socket()).ask();
            assertThat(word.grants())
                    .containsExactly(
                            new Grant.Devices(holder("train", "main"), "nvidia.com/gpu", List.of("GPU-1", "GPU-2")),
                            new Grant.Devices(holder("train", "main"), "example.com/nic", List.of("mlx5_0")),
                            new Grant.Devices(holder("serve", "web"), "nvidia.com/mig-1g.10gb", List.of("MIG-1")));
            assertThat(word.offers()).containsExactly(new Offer("nvidia.com/gpu", List.of("GPU-1", "GPU-2", "GPU-3")));
        }
    }

    @Test
    void devices_of_dra_are_read_with_their_claims() throws Exception {
        try (var kubelet = FakeKubelet.at(socket())) {
            kubelet.lists(
                    "train",
                    container("main").message(5, claim("one-gpu", "gpu.nvidia.com", "gpu-0", "nvidia.com/gpu=GPU-1")));
            assertThat(new Kubelet(socket()).ask().grants())
                    .containsExactly(new Grant.Claimed(
                            holder("train", "main"),
                            new Grant.Claim("team", "one-gpu", Optional.empty()),
                            "gpu.nvidia.com",
                            "node-1",
                            "gpu-0",
                            List.of("nvidia.com/gpu=GPU-1")));
        }
    }

    @Test
    void a_node_without_pods_is_no_failure() throws Exception {
        try (var _ = FakeKubelet.at(socket())) {
            assertThat(new Kubelet(socket()).ask().grants()).isEmpty();
        }
    }

    @Test
    void an_old_kubelet_that_cannot_say_what_it_has_to_give_says_the_rest() throws Exception {
        try (var kubelet = FakeKubelet.at(socket())) {
            kubelet.gives("train", "main", "nvidia.com/gpu", "GPU-1").offersNothing(Status.UNIMPLEMENTED);
            var word = new Kubelet(socket()).ask();
            assertThat(word.grants()).hasSize(1);
            assertThat(word.offers()).isEmpty();
        }
    }

    @Test
    void an_answer_of_many_megabytes_is_read_as_it_comes() throws Exception {
        try (var kubelet = FakeKubelet.at(socket())) {
            var ids = new String[5000];
            for (var i = 0; i < ids.length; i++) {
                ids[i] = "GPU-00000000-0000-4000-8000-%012d::%d".formatted(i, i);
            }
            for (var pod = 0; pod < 40; pod++) {
                kubelet.gives("pod-" + pod, "main", "nvidia.com/gpu.shared", ids);
            }
            var grants = new Kubelet(socket()).ask().grants();
            assertThat(grants).hasSize(40);
            assertThat(((Grant.Devices) grants.getLast()).ids()).containsExactly(ids);
        }
    }

    @Test
    void without_a_socket_it_says_what_to_mount() {
        assertThatThrownBy(new Kubelet(socket())::ask)
                .isInstanceOf(AttributionException.class)
                .hasMessageContaining("no kubelet at " + socket())
                .hasMessageContaining("--pod-resources-kubelet-socket");
    }

    @Test
    void a_socket_that_nobody_listens_at_is_named() throws IOException {
        try (var channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            channel.bind(UnixDomainSocketAddress.of(socket()));
        }
        assertFails("is the kubelet running");
    }

    @Test
    void a_refusal_is_told_as_it_is() throws Exception {
        try (var kubelet = FakeKubelet.at(socket())) {
            kubelet.listsBy(client -> client.onError(Status.RESOURCE_EXHAUSTED
                    .withDescription("too many requests")
                    .asRuntimeException()));
            assertFails("gRPC's status is 8: too many requests");
        }
    }

    @Test
    void one_that_does_not_answer_is_not_waited_for() throws Exception {
        try (var kubelet = FakeKubelet.at(socket())) {
            kubelet.listsBy(_ -> {});
            assertFails(SHORT, "has not answered within");
        }
    }

    @Test
    void what_is_no_protobuf_is_told() throws Exception {
        try (var kubelet = FakeKubelet.at(socket())) {
            kubelet.listsBy(client -> FakeKubelet.answer(client, new byte[] {0x0a, 0x7f, 1}));
            assertFails("cannot be asked");
        }
    }

    @Test
    void an_answer_that_breaks_off_is_no_answer() throws Exception {
        try (var kubelet = FakeKubelet.at(socket())) {
            kubelet.gives("train", "main", "nvidia.com/gpu", "GPU-1");
            kubelet.listsBy(client -> {
                client.onNext(new Protobuf().text(3, "x".repeat(1000)).bytes());
                kubelet.dies();
            });
            assertThatThrownBy(new Kubelet(socket(), SHORT)::ask).isInstanceOf(AttributionException.class);
        }
    }

    @Test
    void what_does_not_speak_http2_is_told() throws Exception {
        try (var channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            channel.bind(UnixDomainSocketAddress.of(socket()));
            Thread.ofPlatform().daemon().start(() -> {
                try (var client = channel.accept()) {
                    client.write(ByteBuffer.wrap(
                            "220 mail at your service\r\n".repeat(100).getBytes(US_ASCII)));
                    while (client.read(ByteBuffer.allocate(1024)) >= 0) {}
                } catch (IOException _) {
                    // The test is over.
                }
            });
            assertThatThrownBy(new Kubelet(socket(), SHORT)::ask).isInstanceOf(AttributionException.class);
        }
    }

    @Test
    void what_fails_leaves_no_descriptor_open() throws Exception {
        try (var channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            channel.bind(UnixDomainSocketAddress.of(socket()));
            Thread.ofPlatform().daemon().start(() -> sayNothing(channel));
            assertLeavesNothingOpen(SHORT, "has not answered within");
        }
        assertLeavesNothingOpen(LONG, "is the kubelet running");
    }

    /// Says nothing for as long as the client does not go.
    private static void sayNothing(ServerSocketChannel channel) {
        try {
            while (true) {
                var client = channel.accept();
                Thread.ofVirtual().start(() -> awaitItsEnd(client));
            }
        } catch (IOException _) {
            // The test is over.
        }
    }

    private static void awaitItsEnd(SocketChannel client) {
        try (client) {
            while (client.read(ByteBuffer.allocate(1024)) >= 0) {}
        } catch (IOException _) {
            // It was cut.
        }
    }

    private void assertLeavesNothingOpen(Duration patience, String reason) throws IOException {
        assertFails(patience, reason);
        var before = descriptors();
        for (var times = 0; times < 10; times++) {
            assertFails(patience, reason);
        }
        assertThat(descriptors()).isLessThan(before + 5);
    }

    private static long descriptors() throws IOException {
        try (var open = Files.list(Path.of("/proc/self/fd"))) {
            return open.count();
        }
    }

    @Test
    void a_kubelet_that_was_restarted_is_asked_like_any_other() throws Exception {
        var kubelet = new Kubelet(socket());
        try (var first = FakeKubelet.at(socket())) {
            first.gives("train", "main", "nvidia.com/gpu", "GPU-1");
            assertThat(kubelet.ask().grants()).hasSize(1);
        }
        Files.deleteIfExists(socket());
        assertFails("no kubelet");
        try (var second = FakeKubelet.at(socket())) {
            second.gives("train", "main", "nvidia.com/gpu", "GPU-1").gives("serve", "web", "nvidia.com/gpu", "GPU-2");
            assertThat(kubelet.ask().grants()).hasSize(2);
        }
    }

    private void assertFails(String reason) {
        assertFails(LONG, reason);
    }

    private void assertFails(Duration patience, String reason) {
        assertThatThrownBy(new Kubelet(socket(), patience)::ask)
                .isInstanceOf(AttributionException.class)
                .hasMessageContaining(reason);
    }
}
