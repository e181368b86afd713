package io.gpuledger.exporter.attribution.apiserver;

import static io.gpuledger.exporter.attribution.apiserver.Objects.device;
import static io.gpuledger.exporter.attribution.apiserver.Objects.slice;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.exporter.attribution.Grant.Claim;
import io.gpuledger.exporter.attribution.Grant.Claimed;
import io.gpuledger.exporter.attribution.Holder;
import io.gpuledger.exporter.attribution.PodName;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Tests which device a DRA driver means by the name that the kubelet passes on.
@Timeout(600)
class DeviceWatchTest {
    private static final String V1 = "/apis/resource.k8s.io/v1/resourceslices";
    private static final String V1BETA1 = "/apis/resource.k8s.io/v1beta1/resourceslices";

    private FakeApiServer server;
    private DeviceWatch watch;

    @BeforeEach
    void start() throws IOException {
        server = FakeApiServer.start();
        watch = new DeviceWatch(new Inquiry(server.settings(), "node-1", PodWatchTest.FAST, InstantSource.system()));
    }

    @AfterEach
    void stop() {
        watch.close();
        server.close();
    }

    private static Claimed claimed(String pool, String device) {
        return new Claimed(
                new Holder(new PodName("team", "train"), "main"),
                new Claim("team", "one-gpu", Optional.empty()),
                "gpu.nvidia.com",
                pool,
                device,
                List.of());
    }

    private static String gpu(String name, String uuid) {
        return device(name, "\"type\":{\"string\":\"gpu\"},\"uuid\":{\"string\":\"%s\"}".formatted(uuid));
    }

    private void awaitUuid(String device, Optional<String> uuid) {
        Await.until(() -> watch.uuid(claimed("node-1", device)).equals(uuid), watch::contact);
    }

    @Test
    void a_device_has_the_uuid_that_its_driver_has_published() throws Exception {
        server.has(V1, "node-1", slice("a", 1, gpu("gpu-0", "GPU-1"), gpu("gpu-1", "GPU-2")));
        watch.start();
        var begun = server.watch();
        assertThat(begun.asked().parameter("fieldSelector")).isEqualTo("spec.nodeName=node-1");
        assertThat(watch.uuid(claimed("node-1", "gpu-1"))).contains("GPU-2");
        assertThat(watch.uuid(claimed("node-1", "gpu-7"))).isEmpty();
        assertThat(watch.uuid(claimed("node-2", "gpu-1"))).isEmpty();
    }

    @Test
    void a_mig_device_to_be_made_has_no_uuid_and_never_its_gpu_s() throws Exception {
        server.has(V1, "node-1", slice("a", 1, device("gpu-0-mig-1g10gb-19-0", """
            "type":{"string":"mig"},"parentUUID":{"string":"GPU-1"},"profile":{"string":"1g.10gb"}\
            """)));
        watch.start();
        server.watch();
        var mig = claimed("node-1", "gpu-0-mig-1g10gb-19-0");
        assertThat(watch.uuid(mig)).isEmpty();
        assertThat(watch.device(mig))
                .contains(new PublishedDevice(
                        Optional.empty(), Optional.of("mig"), Optional.of("GPU-1"), Optional.of("1g.10gb")));
    }

    @Test
    void attributes_may_be_named_with_their_domain() throws Exception {
        server.has(V1, "node-1", slice("a", 1, device("gpu-0", "\"gpu.nvidia.com/uuid\":{\"string\":\"GPU-1\"}")));
        watch.start();
        server.watch();
        assertThat(watch.uuid(claimed("node-1", "gpu-0"))).contains("GPU-1");
    }

    @Test
    void only_the_newest_generation_of_a_pool_counts() throws Exception {
        server.has(V1, "node-1", slice("old", 1, gpu("gpu-0", "GPU-1"), gpu("gone", "GPU-9")))
                .has(V1, "node-1", slice("new", 2, gpu("gpu-0", "GPU-2")))
                .has(V1, "node-1", slice("more", 2, gpu("gpu-1", "GPU-3")));
        watch.start();
        var begun = server.watch();
        assertThat(List.of("gpu-0", "gpu-1", "gone"))
                .extracting(device -> watch.uuid(claimed("node-1", device)).orElse("none"))
                .containsExactly("GPU-2", "GPU-3", "none");
        begun.tells("ADDED", slice("newest", 3, gpu("gpu-0", "GPU-4")));
        awaitUuid("gpu-0", Optional.of("GPU-4"));
        begun.tells("DELETED", slice("newest", 3));
        awaitUuid("gpu-0", Optional.of("GPU-2"));
    }

    @Test
    void an_older_cluster_is_asked_in_its_own_version() throws Exception {
        var basic = gpu("gpu-0", "GPU-1").replace("\"attributes\"", "\"basic\":{\"attributes\"") + "}";
        server.serves(V1BETA1).has(V1BETA1, "node-1", slice("a", 1, basic));
        watch.start();
        assertThat(server.watch().asked().path()).isEqualTo(V1BETA1);
        assertThat(watch.uuid(claimed("node-1", "gpu-0"))).contains("GPU-1");
        assertThat(watch.contact().trouble()).isEmpty();
    }

    @Test
    void a_cluster_that_is_upgraded_is_asked_in_its_new_version() throws Exception {
        server.serves(V1BETA1);
        watch.start();
        var begun = server.watch();
        server.serves(V1).has(V1, "node-1", slice("a", 1, gpu("gpu-0", "GPU-1")));
        begun.tells("BOOKMARK", Objects.bookmark(170)).ends();
        assertThat(server.watch().asked().path()).isEqualTo(V1);
        assertThat(watch.uuid(claimed("node-1", "gpu-0"))).contains("GPU-1");
    }

    @Test
    void a_cluster_without_resource_slices_is_told_and_asked_again() throws Exception {
        server.serves("/api/v1/pods");
        watch.start();
        Await.trouble(watch::contact, "has no such thing as to list resourceslices of the API group resource.k8s.io");
        server.serves(V1).has(V1, "node-1", slice("a", 1, gpu("gpu-0", "GPU-1")));
        server.watch();
        assertThat(watch.contact().trouble()).isEmpty();
    }

    @Test
    void without_leave_the_role_is_named() {
        server.then(403, Objects.status(403, "no"));
        watch.start();
        Await.trouble(watch::contact, "does not let us list resourceslices of the API group resource.k8s.io");
    }
}
