package io.gpuledger.analyzer.scrape.kubernetes;

import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.gpuledger.analyzer.apiserver.ApiServerStatus;
import io.gpuledger.analyzer.apiserver.Right;
import io.gpuledger.analyzer.scrape.discovery.Discovery;
import io.gpuledger.analyzer.scrape.discovery.RefreshMetrics;
import io.gpuledger.service.settings.Setting;
import io.gpuledger.service.settings.Settings;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/// Says which of a cluster's services are scraped.
///
/// @param selector of the services' labels; nothing is looked for where it is empty
/// @param port the name that the services give the port
public record KubernetesSettings(String selector, Optional<String> namespace, String port) {
    static final Setting<String> SELECTOR = Setting.parsed(
            "scrape-kubernetes",
            "SELECTOR",
            "Scrapes every pod behind the services with these labels, such as app.kubernetes.io/name=gpu-exporter; of"
                    + " the cluster that this runs in, or of the kubeconfig.",
            text -> {
                if (text.isBlank()) {
                    throw new IllegalArgumentException(
                            "must select by a label, such as app.kubernetes.io/name=gpu-exporter");
                }
                return text.strip();
            });
    static final Setting<String> NAMESPACE =
            Setting.text("scrape-kubernetes-namespace", "Only services of this namespace, not of all.");
    static final Setting<String> PORT = Setting.text(
                    "scrape-kubernetes-port", "What the services call the port with the page.")
            .or("metrics");

    public static final List<Setting<?>> ALL = List.of(SELECTOR, NAMESPACE, PORT);

    public static KubernetesSettings from(Settings settings) {
        return new KubernetesSettings(settings.find(SELECTOR).orElse(""), settings.find(NAMESPACE), settings.get(PORT));
    }

    /// Returns what the API server has to allow, which is nothing where nobody asks for it.
    public Optional<Right> right() {
        return selector.isEmpty()
                ? Optional.empty()
                : Optional.of(new Right(
                        "discovery.k8s.io",
                        "endpointslices",
                        List.of("list", "watch"),
                        namespace,
                        "exporters are not found",
                        true));
    }

    /// Nothing where nobody asks for it.
    public Optional<Discovery> discovery(InstantSource clock, MeterRegistry registry) {
        if (selector.isEmpty()) {
            return Optional.empty();
        }
        var refreshes = new RefreshMetrics("kubernetes", clock, registry);
        var client = new KubernetesClientBuilder().build();
        var apiServer = new ApiServerStatus(
                "targets", client.getMasterUrl().toString(), List.of(KubernetesDiscovery.RESOURCE), registry);
        return Optional.of(new KubernetesDiscovery(client, this, KubernetesDiscovery.Pace.USUAL, refreshes, apiServer));
    }
}
