package io.gpuledger.simulator.cluster;

import java.nio.charset.StandardCharsets;
import java.util.UUID;

/// A controller that made something.
public record Owner(String kind, String name) {
    /// The API that it belongs to.
    public String apiVersion() {
        return switch (kind) {
            case "Job" -> "batch/v1";
            case "PyTorchJob" -> "kubeflow.org/v1";
            case "Notebook" -> "kubeflow.org/v1beta1";
            default -> "apps/v1";
        };
    }

    /// Returns the same id for the same name.
    public String uid(String namespace) {
        var name = "%s/%s/%s".formatted(namespace, kind, this.name);
        return UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8)).toString();
    }
}
