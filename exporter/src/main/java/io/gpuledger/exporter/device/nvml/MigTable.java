package io.gpuledger.exporter.device.nvml;

import com.sun.jna.Memory;
import io.gpuledger.exporter.device.Device.Instance;
import io.gpuledger.exporter.device.Device.Mig;
import io.gpuledger.exporter.device.Quantity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// How a GPU is partitioned: its MIG devices with their handles. Asked at each scan; what does not change is kept.
final class MigTable {
    private static final int PROFILES = 0x12;
    /// More than any GPU has, and no more than that, whatever a driver says.
    private static final int PLACES_MAX = 64;
    private static final int LONGEST_UUID = 96;
    private static final int LONGEST_NAME = 96;
    private static final int EIGHTHS = 8;
    private static final double MEBI = 1 << 20;
    private static final String BEFORE_PROFILE = "MIG ";

    record Handle(long device, Instance instance) {}

    /// The partition, and the handles of its instances.
    record Partition(Mig mig, List<Handle> handles) {}

    /// @param name nothing where the driver did not say it this time
    private record Found(
            long device,
            String uuid,
            Optional<String> name,
            int gpuInstance,
            int computeInstance,
            int slices,
            int gpuSlices,
            long mebibytes) {}

    /// What was found, and what follows from it.
    private record Latest(List<Found> found, double totalBytes, Partition partition) {
        boolean isOf(List<Found> found, double totalBytes) {
            return this.found.equals(found) && this.totalBytes == totalBytes;
        }
    }

    private final long gpu;
    private final Memory out;
    private final Memory text;
    private Map<String, Found> known = new HashMap<>();
    private Optional<Latest> latest = Optional.empty();
    private OptionalInt computeSlices = OptionalInt.empty();
    private double totalBytes;

    MigTable(long gpu, Buffers buffers) {
        this.gpu = gpu;
        this.out = buffers.take(256);
        this.text = buffers.take(LONGEST_NAME + 1L);
    }

    /// Returns nothing when the GPU is not in MIG mode, or cannot be.
    Optional<Partition> read() {
        var code = Nvml.nvmlDeviceGetMigMode(gpu, out, out.share(4));
        return code == NvmlReturn.SUCCESS && out.getInt(0) == 1 ? Optional.of(partition()) : Optional.empty();
    }

    private Partition partition() {
        var found = found();
        known = new HashMap<>();
        found.forEach(device -> known.put(device.uuid(), device));
        var total = totalBytes();
        var same = latest.filter(before -> before.isOf(found, total));
        var partition = same.map(Latest::partition).orElseGet(() -> partition(found, total));
        latest = Optional.of(new Latest(found, total, partition));
        return partition;
    }

    private Partition partition(List<Found> found, double total) {
        var slices = computeSlices();
        var memorySlices = slices == 7 ? EIGHTHS : slices;
        var handles = new ArrayList<Handle>();
        for (var device : found) {
            handles.add(new Handle(device.device(), instance(device, found, total, memorySlices)));
        }
        return new Partition(
                new Mig(
                        slices,
                        memorySlices,
                        handles.stream().map(Handle::instance).toList()),
                List.copyOf(handles));
    }

    private List<Found> found() {
        var found = new ArrayList<Found>();
        if (Nvml.nvmlDeviceGetMaxMigDeviceCount(gpu, out) != NvmlReturn.SUCCESS) {
            return found;
        }
        var places = Math.min(out.getInt(0), PLACES_MAX);
        for (var place = 0; place < places; place++) {
            // Most places are empty.
            if (Nvml.nvmlDeviceGetMigDeviceHandleByIndex(gpu, place, out) == NvmlReturn.SUCCESS) {
                found(out.getLong(0)).ifPresent(found::add);
            }
        }
        return found;
    }

    private Optional<Found> found(long device) {
        var uuid = Texts.read(text, LONGEST_UUID, (into, length) -> Nvml.nvmlDeviceGetUUID(device, into, length));
        return uuid.flatMap(id -> Optional.ofNullable(known.get(id))
                .filter(before -> before.device() == device && before.name().isPresent())
                .or(() -> asked(device, id)));
    }

    private Optional<Found> asked(long device, String uuid) {
        if (Nvml.nvmlDeviceGetGpuInstanceId(device, out) != NvmlReturn.SUCCESS) {
            return Optional.empty();
        }
        var gpuInstance = out.getInt(0);
        if (Nvml.nvmlDeviceGetComputeInstanceId(device, out) != NvmlReturn.SUCCESS) {
            return Optional.empty();
        }
        var computeInstance = out.getInt(0);
        if (Nvml.nvmlDeviceGetAttributes_v2(device, out) != NvmlReturn.SUCCESS) {
            return Optional.empty();
        }
        return Optional.of(new Found(
                device,
                uuid,
                Texts.read(text, LONGEST_NAME, (into, length) -> Nvml.nvmlDeviceGetName(device, into, length)),
                gpuInstance,
                computeInstance,
                out.getInt(Structs.DeviceAttributes.computeInstanceSliceCount),
                out.getInt(Structs.DeviceAttributes.gpuInstanceSliceCount),
                out.getLong(Structs.DeviceAttributes.memorySizeMB)));
    }

    private Instance instance(Found device, List<Found> all, double totalBytes, int memorySlices) {
        var siblings = all.stream()
                .filter(other -> other.gpuInstance() == device.gpuInstance())
                .count();
        var eighths = totalBytes > 0 ? Math.ceil(device.mebibytes() * MEBI / totalBytes * EIGHTHS) : 0;
        return new Instance(
                device.uuid(),
                device.gpuInstance(),
                siblings > 1 || device.slices() < device.gpuSlices()
                        ? Optional.of(device.computeInstance())
                        : Optional.empty(),
                profile(device, eighths, totalBytes),
                device.slices(),
                (int) Math.max(1, Math.round(eighths * memorySlices / EIGHTHS)));
    }

    /// Returns the profile as NVIDIA writes it in the device's name. Where the driver is too old for that, the same
    /// rule makes it.
    private String profile(Found device, double eighths, double totalBytes) {
        return device.name()
                .filter(name -> name.contains(BEFORE_PROFILE))
                .map(name -> name.substring(name.lastIndexOf(BEFORE_PROFILE) + BEFORE_PROFILE.length()))
                .orElseGet(() -> {
                    var gigabytes = Math.round(eighths / EIGHTHS * Math.ceil(totalBytes / (1 << 30)));
                    var compute = device.slices() < device.gpuSlices() ? device.slices() + "c." : "";
                    return "%s%dg.%dgb".formatted(compute, device.gpuSlices(), gigabytes);
                });
    }

    private double totalBytes() {
        if (totalBytes == 0) {
            totalBytes = askTotalBytes();
        }
        return totalBytes;
    }

    private double askTotalBytes() {
        var answers = new CollectedReadings(new Sources());
        Calls.memory(gpu, out, answers);
        return answers.readings(Map.of()).value(Quantity.MEMORY_TOTAL).orElse(0);
    }

    /// Returns the compute slices of the largest instance that this GPU can have.
    private int computeSlices() {
        if (computeSlices.isEmpty()) {
            var most = 0;
            for (var profile = 0; profile < PROFILES; profile++) {
                if (Nvml.nvmlDeviceGetGpuInstanceProfileInfo(gpu, profile, out) == NvmlReturn.SUCCESS) {
                    most = Math.max(most, out.getInt(Structs.GpuInstanceProfileInfo.sliceCount));
                }
            }
            computeSlices = OptionalInt.of(most > 0 ? most : 7);
        }
        return computeSlices.getAsInt();
    }
}
