package io.gpuledger.analyzer.cluster;

import java.util.Set;
import java.util.regex.Pattern;

/// The pods by which DaemonSets make the GPUs of a node usable and seen: those of NVIDIA's GPU operator, and exporters.
/// They ask for no GPUs, so that nobody books them, and no more is kept of them than whether they are well.
public final class GpuSoftware {
    /// These are kept of such a pod: where it is, who made it, and whether it and its containers are ready.
    public static final Set<String> ATTRIBUTES = Set.of(
            Attribute.OWNER,
            Attribute.NODE,
            Attribute.READY,
            Attribute.CONTAINERS_READY,
            Attribute.MESSAGE + "ContainersReady");

    private static final Pattern OWNER =
            Pattern.compile("DaemonSet/(nvidia-|gpu-feature-discovery|gpu-exporter|dcgm).*");

    private GpuSoftware() {}

    /// Whether pods of this owner are such.
    ///
    /// @param owner who made them, as `DaemonSet/nvidia-dcgm-exporter`
    public static boolean isMadeBy(String owner) {
        return OWNER.matcher(owner).matches();
    }
}
