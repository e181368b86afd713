package io.gpuledger.exporter.attribution;

import java.util.Set;

/// These are the extended resources that are GPUs: those that NVIDIA's device plugins call so, and those that were
/// named, shared or not.
///
/// @param more that were named
public record ResourceNames(Set<String> more) {
    private static final String NVIDIA = "nvidia.com/";
    private static final String SHARED = ".shared";

    public ResourceNames {
        more = Set.copyOf(more);
    }

    /// Whatever such a resource's devices are called, they are GPUs.
    boolean isGpu(String resource) {
        var name = resource.endsWith(SHARED) ? resource.substring(0, resource.length() - SHARED.length()) : resource;
        return name.equals(NVIDIA + "gpu")
                || name.startsWith(NVIDIA + "mig-")
                || more.contains(name)
                || more.contains(resource);
    }

    /// Network cards are NVIDIA's too: of such a resource only what bears a GPU's UUID is a GPU, which may have been
    /// given another name.
    boolean mayBeGpu(String resource) {
        return resource.startsWith(NVIDIA);
    }
}
