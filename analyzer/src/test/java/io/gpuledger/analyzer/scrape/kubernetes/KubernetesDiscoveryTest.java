package io.gpuledger.analyzer.scrape.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.discovery.v1.Endpoint;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointBuilder;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSliceBuilder;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.server.mock.KubernetesCrudDispatcher;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.gpuledger.analyzer.apiserver.ApiServerStatus;
import io.gpuledger.analyzer.scrape.discovery.Discovery.Listener;
import io.gpuledger.analyzer.scrape.discovery.FoundTarget;
import io.gpuledger.analyzer.scrape.discovery.RefreshMetrics;
import io.gpuledger.analyzer.scrape.http.Until;
import io.gpuledger.gate.EndOfThread;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceLock;

@Timeout(600)
class KubernetesDiscoveryTest {
    private static final String LABEL = "app.kubernetes.io/name";
    private static final int PATIENCE_MILLIS = 120_000;

    private final KubernetesMockServer server = new KubernetesMockServer(
            new io.fabric8.mockwebserver.Context(),
            new io.fabric8.mockwebserver.MockWebServer(),
            new HashMap<>(),
            new KubernetesCrudDispatcher(),
            false);
    private final MeterRegistry registry = new SimpleMeterRegistry();
    private final AtomicReference<List<FoundTarget>> found = new AtomicReference<>(List.of());
    private final AtomicReference<Listener> listener = new AtomicReference<>((all, _) -> found.set(all));
    private final AtomicReference<Optional<KubernetesDiscovery>> running = new AtomicReference<>(Optional.empty());

    @BeforeEach
    void start() {
        server.init(java.net.InetAddress.getLoopbackAddress(), 0);
    }

    @AfterEach
    void close() {
        running.get().ifPresent(KubernetesDiscovery::close);
        try {
            server.destroy();
        } catch (IllegalStateException e) {
            // Now and then it waits in vain for a watch to be gone, which goes with the process.
            System.out.println("the API server has not ended: " + e.getMessage());
        }
    }

    /// One that is in no hurry, as the machine may have much else to do, and that needs nobody to tell it where
    /// `localhost` is.
    private ConfigBuilder config() {
        return new ConfigBuilder(server.createClient().getConfiguration())
                .withMasterUrl("http://127.0.0.1:" + server.getPort())
                .withConnectionTimeout(PATIENCE_MILLIS)
                .withRequestTimeout(PATIENCE_MILLIS);
    }

    private KubernetesClient cluster() {
        return new KubernetesClientBuilder().withConfig(config().build()).build();
    }

    private void discover(Optional<String> namespace) {
        // One that does not try again for half a minute by itself.
        var config = config().withRequestRetryBackoffLimit(0).build();
        var discovery = new KubernetesDiscovery(
                new KubernetesClientBuilder().withConfig(config).build(),
                new KubernetesSettings(LABEL + "=gpu-exporter", namespace, "metrics"),
                new KubernetesDiscovery.Pace(Duration.ofMillis(10), Duration.ofMillis(100)),
                new RefreshMetrics("kubernetes", InstantSource.system(), registry),
                new ApiServerStatus("targets", "here", List.of(KubernetesDiscovery.RESOURCE), registry));
        running.set(Optional.of(discovery));
        discovery.start(listener.get());
    }

    @ResourceLock(EndOfThread.PROGRAM)
    @Test
    void the_program_ends_when_the_thread_does() throws InterruptedException {
        listener.set((all, _) -> {
            if (!all.isEmpty()) {
                throw new OutOfMemoryError("of the test");
            }
        });
        try (var end = new EndOfThread();
                var cluster = cluster()) {
            discover(Optional.empty());
            is(cluster, slice("gpu", "one", endpoint("10.0.0.1", "exporter-1", "node-1", true)));
            end.awaitTold();
        }
    }

    private static EndpointSlice slice(String namespace, String name, Endpoint... endpoints) {
        return new EndpointSliceBuilder()
                .withNewMetadata()
                .withNamespace(namespace)
                .withName(name)
                .addToLabels(LABEL, "gpu-exporter")
                .addToLabels("kubernetes.io/service-name", "gpu-exporter")
                .endMetadata()
                .withAddressType("IPv4")
                .addNewPort()
                .withName("other")
                .withPort(1)
                .endPort()
                .addNewPort()
                .withName("metrics")
                .withPort(9400)
                .endPort()
                .withEndpoints(endpoints)
                .build();
    }

    private static Endpoint endpoint(String address, String pod, String node, boolean ready) {
        return new EndpointBuilder()
                .withAddresses(address)
                .withNodeName(node)
                .withNewConditions()
                .withReady(ready)
                .endConditions()
                .withNewTargetRef()
                .withKind("Pod")
                .withNamespace("gpu")
                .withName(pod)
                .endTargetRef()
                .build();
    }

    private static Map<String, String> shown(FoundTarget found) {
        var labels = new HashMap<>(found.labels());
        labels.keySet().removeIf(label -> label.startsWith("__meta"));
        return labels;
    }

    private List<String> addresses() {
        return found.get().stream()
                .map(one -> one.labels().getOrDefault(FoundTarget.ADDRESS, ""))
                .toList();
    }

    private void is(KubernetesClient client, EndpointSlice slice) {
        client.discovery()
                .v1()
                .endpointSlices()
                .inNamespace(slice.getMetadata().getNamespace())
                .resource(slice)
                .createOr(io.fabric8.kubernetes.client.dsl.NonDeletingOperation::update);
    }

    @Test
    void endpoints_come_change_and_go() {
        try (var cluster = cluster()) {
            is(cluster, slice("gpu", "one", endpoint("10.0.0.1", "exporter-1", "node-1", true)));
            discover(Optional.empty());
            Until.holds(() -> !addresses().isEmpty());
            assertThat(found.get())
                    .extracting(KubernetesDiscoveryTest::shown)
                    .containsExactly(Map.of(
                            "__address__", "10.0.0.1:9400",
                            "namespace", "gpu",
                            "pod", "exporter-1",
                            "node", "node-1",
                            "service", "gpu-exporter"));

            is(cluster, slice("gpu", "two", endpoint("10.0.0.2", "exporter-2", "node-2", false)));
            Until.holds(() -> addresses().equals(List.of("10.0.0.1:9400", "10.0.0.2:9400")));

            is(cluster, slice("gpu", "one", endpoint("10.0.0.3", "exporter-3", "node-1", true)));
            Until.holds(() -> addresses().equals(List.of("10.0.0.3:9400", "10.0.0.2:9400")));

            cluster.discovery()
                    .v1()
                    .endpointSlices()
                    .inNamespace("gpu")
                    .withName("two")
                    .delete();
            Until.holds(() -> addresses().equals(List.of("10.0.0.3:9400")));
        }
    }

    @Test
    void only_the_namespace_that_is_named_is_looked_through() {
        try (var cluster = cluster()) {
            is(cluster, slice("gpu", "one", endpoint("10.0.0.1", "exporter-1", "node-1", true)));
            is(cluster, slice("other", "one", endpoint("10.0.0.2", "exporter-2", "node-2", true)));
            discover(Optional.of("gpu"));

            Until.holds(() -> !addresses().isEmpty());
            assertThat(addresses()).containsExactly("10.0.0.1:9400");
        }
    }

    @Test
    void a_pod_behind_two_services_or_with_two_addresses_is_one_target() {
        var six = slice("gpu", "six", endpoint("fd00::1", "exporter-1", "node-1", true));
        six.setAddressType("IPv6");
        var again = slice("gpu", "again", endpoint("10.0.0.1", "exporter-1", "node-1", true));
        var nobody = slice(
                "gpu", "nobody", new EndpointBuilder().withAddresses("10.0.0.9").build());
        var elsewhere = slice("gpu", "elsewhere", endpoint("10.0.0.8", "exporter-8", "node-8", true));
        elsewhere.getPorts().removeLast();

        var found = Endpoints.of(List.of(six, again, nobody, elsewhere), "metrics");

        assertThat(found)
                .extracting(one -> one.labels().get(FoundTarget.ADDRESS))
                .containsExactly("10.0.0.1:9400", "10.0.0.9:9400");
        assertThat(Endpoints.of(List.of(six), "metrics").getFirst().labels())
                .containsEntry(FoundTarget.ADDRESS, "[fd00::1]:9400");
    }

    @Test
    void targets_stay_while_the_api_server_is_away() {
        try (var cluster = cluster()) {
            is(cluster, slice("gpu", "one", endpoint("10.0.0.1", "exporter-1", "node-1", true)));
        }
        discover(Optional.empty());
        Until.holds(() -> addresses().size() == 1);

        server.shutdown();

        Until.holds(() -> registry.get("gpu.analyzer.discovery.refreshes")
                        .tags("result", "failed")
                        .counter()
                        .count()
                >= 1);
        assertThat(addresses()).hasSize(1);
    }
}
