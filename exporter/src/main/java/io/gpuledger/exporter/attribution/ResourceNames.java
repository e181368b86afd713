package io.gpuledger.exporter.attribution;

import java.util.Set;

/// Which extended resources are GPUs: all of NVIDIA's, shared and renamed ones too, and those that were named.
public record ResourceNames(Set<String> more) {
    private static final String NVIDIA = "nvidia.com/";

    public ResourceNames {
        more = Set.copyOf(more);
    }

    boolean isGpu(String resource) {
        return resource.startsWith(NVIDIA) || more.contains(resource);
    }
}
