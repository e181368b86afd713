package io.gpuledger.analyzer.cluster.kubernetes;

import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.gpuledger.analyzer.cluster.Annotations;
import io.gpuledger.analyzer.cluster.PreferredOrigin;
import io.gpuledger.analyzer.telemetry.Intake;
import io.gpuledger.service.settings.Setting;
import io.gpuledger.service.settings.Settings;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/// Says whether the API server is asked what there is in its cluster.
public record ClusterSettings(boolean fromKubernetes) {
    static final Setting<Boolean> FROM_KUBERNETES = Setting.onOff(
            "cluster-from-kubernetes",
            "Watches the nodes, pods, namespaces, quotas and queues of the cluster that this runs in, or of the"
                    + " kubeconfig; --cluster says what it is called.");

    public static final List<Setting<?>> ALL = List.of(FROM_KUBERNETES);

    public static ClusterSettings from(Settings settings) {
        return new ClusterSettings(settings.get(FROM_KUBERNETES));
    }

    /// Nothing where nobody asks for it.
    ///
    /// @param cluster what it is called
    public Optional<KubernetesCluster> watch(
            String cluster,
            Annotations kept,
            Intake intake,
            PreferredOrigin preferred,
            InstantSource clock,
            MeterRegistry registry) {
        return fromKubernetes
                ? Optional.of(new KubernetesCluster(
                        client(), cluster, kept, intake, preferred, clock, KubernetesCluster.Pace.USUAL, registry))
                : Optional.empty();
    }

    /// By HTTP/2 all questions go through one connection. When that is dead, each of them waits in vain, and none ends
    /// it: the system gives it up after a quarter of an hour.
    private static KubernetesClient client() {
        return new KubernetesClientBuilder()
                .withConfig(new ConfigBuilder().withHttp2Disable(true).build())
                .build();
    }
}
