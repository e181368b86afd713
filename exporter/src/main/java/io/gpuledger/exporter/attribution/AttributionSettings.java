package io.gpuledger.exporter.attribution;

import static java.util.stream.Collectors.toUnmodifiableSet;

import io.gpuledger.service.settings.Setting;
import io.gpuledger.service.settings.Settings;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Whom to ask who holds which GPU.
///
/// @param kubernetes whether there is a kubelet to ask
/// @param socket the kubelet's, for its pod-resources API
/// @param resources which extended resources are GPUs
/// @param proc the node's `/proc`
/// @param jobs the folder in which a batch system says who has which GPU
/// @param tenants whether containers and Slurm jobs are looked for that are no pods
/// @param watchPods whether the API server is asked for the node's pods
/// @param watchDevices whether it is asked for what DRA drivers have published
public record AttributionSettings(
        boolean kubernetes,
        Path socket,
        ResourceNames resources,
        Path proc,
        Optional<Path> jobs,
        boolean tenants,
        boolean watchPods,
        boolean watchDevices) {
    static final Setting<Boolean> KUBERNETES = Setting.onOff(
                    "kubernetes", "Asks the kubelet which containers hold which GPUs and MIG instances.")
            .alsoFlags("-k")
            .alsoVariables("DCGM_EXPORTER_KUBERNETES");
    static final Setting<Path> SOCKET = Setting.file(
                    "pod-resources-kubelet-socket", "The Unix socket of the kubelet's pod-resources API.")
            .or("/var/lib/kubelet/pod-resources/kubelet.sock")
            .alsoVariables("DCGM_POD_RESOURCES_KUBELET_SOCKET");
    static final Setting<Set<String>> RESOURCE_NAMES = Setting.list(
                    "nvidia-resource-names",
                    "NAME,...",
                    "Extended resources that are GPUs, beside nvidia.com/gpu and nvidia.com/mig-..., shared ones too.",
                    AttributionSettings::names)
            .alsoVariables("NVIDIA_RESOURCE_NAMES");

    static final Setting<Path> PROC = Setting.file(
                    "node-proc",
                    "The node's /proc, by which processes on a shared GPU are put down to pods. A container with"
                            + " hostPID has it as its own; any other needs it mounted, and this says where.")
            .or("/proc");
    static final Setting<Path> JOBS = Setting.file(
                    "hpc-job-mapping-dir",
                    "A folder in which a batch system keeps who has which GPU: files called by a GPU's index, or"
                            + " index.instance, with a job's id on each line.")
            .emptyIsNone()
            .alsoVariables("DCGM_HPC_JOB_MAPPING_DIR");

    static final Setting<Boolean> TENANTS = Setting.onOff(
            "tenants",
            "Shows what containers without Kubernetes, and Slurm's jobs, take of each GPU, by the control groups of the"
                    + " processes that the driver names.");

    static final Setting<Boolean> WATCH_PODS = Setting.onOff(
            "kubernetes-watch-pods",
            "Asks the API server for the node's pods, so that processes on a shared GPU are put down to them, and pods"
                    + " that have ended hold nothing.");
    static final Setting<Boolean> WATCH_DEVICES = Setting.onOff(
                    "kubernetes-enable-dra",
                    "Asks the API server for the node's ResourceSlices, so that devices of DRA claims are found by"
                            + " their names.")
            .alsoVariables("KUBERNETES_ENABLE_DRA");

    public static final List<Setting<?>> ALL =
            List.of(KUBERNETES, SOCKET, RESOURCE_NAMES, PROC, JOBS, TENANTS, WATCH_PODS, WATCH_DEVICES);

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
                new ResourceNames(settings.find(RESOURCE_NAMES).orElse(Set.of())),
                settings.get(PROC),
                settings.find(JOBS),
                settings.get(TENANTS),
                settings.get(WATCH_PODS),
                settings.get(WATCH_DEVICES));
    }
}
