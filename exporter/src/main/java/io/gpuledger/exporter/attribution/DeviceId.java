package io.gpuledger.exporter.attribution;

import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// A device as a device plugin names it to the kubelet, and which replica of it, where it is shared.
///
///     GPU-<uuid>  MIG-<uuid>               NVIDIA's plugin
///     GPU-<uuid>::2  MIG-<uuid>::2         the same, time-sliced or under MPS
///     MIG-GPU-<uuid>/<gi>/<ci>             the same, with drivers before R470
///     3                                    the same, with deviceIDStrategy=index
///     nvidia3  nvidia3/gi7                 GKE's plugin, by the number of the device file
///     nvidia3/vgpu2  nvidia3/gi7/vgpu2     the same, shared
record DeviceId(Device device, Optional<String> replica) {
    sealed interface Device {
        /// The form names a GPU or a MIG device.
        record Uuid(String uuid) implements Device {}

        /// The form is the number of a GPU on its node.
        record Index(int index) implements Device {}

        /// A MIG device of a GPU that is named by its UUID.
        record InstanceOf(String gpuUuid, int gpuInstanceId, int computeInstanceId) implements Device {}

        /// The form is the number of a GPU's device file, or of one of its GPU instances.
        record Minor(int minor, Optional<Integer> gpuInstanceId) implements Device {}
    }

    private static final Pattern REPLICA = Pattern.compile("(?<device>.+?)(?:::|/vgpu)(?<replica>[^:/]+)");
    private static final Pattern UUID = Pattern.compile("(?:GPU|MIG)-[^/:]+");
    private static final Pattern OLD_MIG =
            Pattern.compile("MIG-(?<gpu>GPU-[^/:]+)/(?<gi>[0-9]{1,4})/(?<ci>[0-9]{1,4})");
    private static final Pattern MINOR = Pattern.compile("nvidia(?<minor>[0-9]{1,4})(?:/gi(?<gi>[0-9]{1,4}))?");
    private static final Pattern INDEX = Pattern.compile("(?<index>[0-9]{1,4})");

    /// Returns nothing where the id has none of these forms.
    static Optional<DeviceId> parse(String id) {
        var shared = REPLICA.matcher(id);
        return shared.matches()
                ? device(shared.group("device"))
                        .map(device -> new DeviceId(device, Optional.of(shared.group("replica"))))
                : device(id).map(device -> new DeviceId(device, Optional.empty()));
    }

    private static Optional<Device> device(String id) {
        if (UUID.matcher(id).matches()) {
            return Optional.of(new Device.Uuid(id));
        }
        var old = OLD_MIG.matcher(id);
        if (old.matches()) {
            return Optional.of(new Device.InstanceOf(old.group("gpu"), number(old, "gi"), number(old, "ci")));
        }
        var minor = MINOR.matcher(id);
        if (minor.matches()) {
            var instance = minor.start("gi") >= 0 ? Optional.of(number(minor, "gi")) : Optional.<Integer>empty();
            return Optional.of(new Device.Minor(number(minor, "minor"), instance));
        }
        var index = INDEX.matcher(id);
        return index.matches() ? Optional.of(new Device.Index(number(index, "index"))) : Optional.empty();
    }

    /// Whether it says by itself that it is a GPU, whoever names it so.
    boolean isUnmistakable() {
        return switch (device) {
            case Device.Uuid _, Device.InstanceOf _ -> true;
            case Device.Index _, Device.Minor _ -> false;
        };
    }

    private static int number(MatchResult id, String group) {
        return Integer.parseInt(id.group(group));
    }
}
