package io.gpuledger.exporter.attribution;

import io.gpuledger.exporter.device.Device;
import io.gpuledger.exporter.device.Device.Instance;
import io.gpuledger.exporter.device.Device.Mig;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Devices of nodes that tests make up.
final class Nodes {
    private Nodes() {}

    static String uuid(int gpu) {
        return "GPU-%08d-0000-4000-8000-000000000000".formatted(gpu);
    }

    static String uuid(int gpu, int gpuInstance) {
        return "MIG-%08d-%04d-4000-8000-000000000000".formatted(gpu, gpuInstance);
    }

    static Device gpu(int index) {
        return device(index, Optional.empty());
    }

    /// A GPU in MIG mode, with an instance for each of these ids of GPU instances.
    static Device mig(int index, int... gpuInstances) {
        var instances = new ArrayList<Instance>();
        for (var id : gpuInstances) {
            instances.add(new Instance(uuid(index, id), id, Optional.empty(), "1g.10gb", 1, 1));
        }
        return device(index, Optional.of(new Mig(7, 8, instances)));
    }

    private static Device device(int index, Optional<Mig> mig) {
        return new Device(
                index,
                uuid(index),
                "NVIDIA H100",
                "00000000:%02X:00.0".formatted(index),
                Optional.empty(),
                Optional.empty(),
                "580.95.05",
                mig);
    }

    static Holder holder(String pod) {
        return new Holder(new PodName("team", pod), "main");
    }

    static Grant has(String pod, String resource, String... ids) {
        return new Grant.Devices(holder(pod), resource, List.of(ids));
    }
}
