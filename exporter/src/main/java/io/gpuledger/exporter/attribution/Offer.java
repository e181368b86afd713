package io.gpuledger.exporter.attribution;

import java.util.List;

/// The devices of a resource that the kubelet has to give, held or not.
public record Offer(String resource, List<String> ids) {
    public Offer {
        ids = List.copyOf(ids);
    }
}
