package io.gpuledger.exporter.attribution;

import static java.util.stream.Collectors.toUnmodifiableSet;

import io.gpuledger.service.settings.Setting;
import io.gpuledger.service.settings.Settings;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// Whom to ask who holds which GPU.
///
/// @param kubernetes whether there is a kubelet to ask
/// @param socket the kubelet's, for its pod-resources API
/// @param resources which extended resources are GPUs
public record AttributionSettings(boolean kubernetes, Path socket, ResourceNames resources) {
    static final Setting<Boolean> KUBERNETES = Setting.onOff(
                    "kubernetes", "Asks the kubelet which containers hold which GPUs and MIG instances.")
            .alsoFlags("-k")
            .alsoVariables("DCGM_EXPORTER_KUBERNETES");
    static final Setting<Path> SOCKET = Setting.file(
                    "pod-resources-kubelet-socket", "The Unix socket of the kubelet's pod-resources API.")
            .or("/var/lib/kubelet/pod-resources/kubelet.sock")
            .alsoVariables("DCGM_POD_RESOURCES_KUBELET_SOCKET");
    static final Setting<Set<String>> RESOURCE_NAMES = Setting.parsed(
                    "nvidia-resource-names",
                    "NAME,...",
                    "Extended resources that are GPUs, beside all that begin with nvidia.com/.",
                    AttributionSettings::names)
            .alsoVariables("NVIDIA_RESOURCE_NAMES");

    public static final List<Setting<?>> ALL = List.of(KUBERNETES, SOCKET, RESOURCE_NAMES);

    private static Set<String> names(String text) {
        return Stream.of(text.split(",", -1))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .collect(toUnmodifiableSet());
    }

    public static AttributionSettings from(Settings settings) {
        return new AttributionSettings(
                settings.get(KUBERNETES),
                settings.get(SOCKET),
                new ResourceNames(settings.find(RESOURCE_NAMES).orElse(Set.of())));
    }
}
