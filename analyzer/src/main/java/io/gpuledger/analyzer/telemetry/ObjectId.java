package io.gpuledger.analyzer.telemetry;

/// Which object of which cluster. Whoever tells of it, it is the same: so it has a UID only where each of them tells
/// that, and where a name may come again.
///
/// @param namespace empty where it is in none
/// @param uid of pods, those of GPU software too; empty of all others
public record ObjectId(String cluster, Kind kind, String namespace, String name, String uid) {
    public static ObjectId pod(String cluster, String namespace, String name, String uid) {
        return new ObjectId(cluster, Kind.POD, namespace, name, uid);
    }

    /// Returns what a pod is called that is known as GPU software only.
    public static ObjectId gpuSoftware(ObjectId pod) {
        return new ObjectId(pod.cluster(), Kind.GPU_SOFTWARE, pod.namespace(), pod.name(), pod.uid());
    }

    public static ObjectId named(String cluster, Kind kind, String namespace, String name) {
        return new ObjectId(cluster, kind, namespace, name, "");
    }

    /// Names an object that is in no namespace.
    public static ObjectId named(String cluster, Kind kind, String name) {
        return new ObjectId(cluster, kind, "", name, "");
    }

    /// Names a GPU, which is no unit here but an object with attributes.
    public static ObjectId gpu(UnitId device) {
        return named(device.cluster(), Kind.GPU, device.gpu());
    }

    public static ObjectId controller(String cluster, String namespace, String kind, String name) {
        return named(cluster, Kind.CONTROLLER, namespace, kind + "/" + name);
    }
}
