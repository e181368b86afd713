package io.gpuledger.simulator.kubernetes;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.gpuledger.service.settings.BadSettingsException;
import io.gpuledger.service.settings.Setting;
import io.gpuledger.service.settings.Settings;
import io.gpuledger.simulator.cluster.Cluster;
import io.gpuledger.simulator.story.Story;
import java.util.List;
import java.util.Optional;

/// These settings say where a cluster's objects are kept.
///
/// @param api its URL; nothing is kept where it is not given
public record MirrorSettings(Optional<String> api, Optional<String> cluster) {
    static final Setting<String> API = Setting.text(
            "kubernetes-api",
            "Keeps a cluster's nodes and pods in the Kubernetes API at this URL, which must have no controllers, as"
                    + " they would make something else of them.");
    static final Setting<String> CLUSTER =
            Setting.text("kubernetes-cluster", "The cluster whose objects are kept there. Left out: the first.");

    public static final List<Setting<?>> ALL = List.of(API, CLUSTER);

    public static MirrorSettings from(Settings settings) {
        return new MirrorSettings(settings.find(API), settings.find(CLUSTER));
    }

    /// Returns nothing where nobody asks for it.
    public Optional<ClusterMirror> mirror(Story story) {
        return api.map(url -> new ClusterMirror(client(url), chosen(story)));
    }

    private Cluster chosen(Story story) {
        var clusters = Cluster.of(story);
        var name = cluster.orElseGet(() -> clusters.firstEntry().getKey());
        return Optional.ofNullable(clusters.get(name))
                .orElseThrow(() -> new BadSettingsException(List.of("kubernetes-cluster: there is no %s, only %s"
                        .formatted(name, String.join(", ", clusters.keySet())))));
    }

    /// Tries once; what fails is tried again at the next second.
    private static KubernetesClient client(String url) {
        var config = new ConfigBuilder(Config.autoConfigure(null))
                .withMasterUrl(url)
                .withRequestRetryBackoffLimit(0)
                .withRequestTimeout(10_000)
                .build();
        return new KubernetesClientBuilder().withConfig(config).build();
    }
}
