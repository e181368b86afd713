package io.gpuledger.exporter.device.dcgm;

import com.sun.jna.Memory;
import io.gpuledger.exporter.device.BackendException;
import io.gpuledger.exporter.device.CudaVersion;
import io.gpuledger.exporter.device.Device;
import io.gpuledger.exporter.device.Device.Instance;
import io.gpuledger.exporter.device.Device.Platform;
import io.gpuledger.exporter.device.dcgm.FoundGpu.FoundInstance;
import io.gpuledger.exporter.device.dcgm.Hierarchy.ComputeInstance;
import io.gpuledger.exporter.device.dcgm.Hierarchy.GpuInstance;
import io.gpuledger.exporter.device.dcgm.Structs.GpuIds;
import io.gpuledger.exporter.device.dcgm.Structs.MigHierarchy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

/// The GPUs that one engine knows, and their instances. Which there are is asked each time; what they are called, when
/// that has changed, or has not been asked for a while.
final class Inventory {
    private static final int DRIVER_VERSION = 1;
    private static final int CUDA_VERSION = 5;
    private static final int NAME = 50;
    private static final int NVML_INDEX = 52;
    private static final int SERIAL = 53;
    private static final int UUID = 54;
    private static final int MINOR_NUMBER = 55;
    private static final int PCI_BUS_ID = 57;
    private static final int MIG_MODE = 67;
    private static final int MIG_MAX_SLICES = 69;
    private static final int VBIOS = 85;
    private static final int MEMORY_TOTAL = 250;
    private static final int ECC_MODE = 300;
    private static final List<Integer> OF_GPU = List.of(
            DRIVER_VERSION,
            NAME,
            NVML_INDEX,
            SERIAL,
            UUID,
            MINOR_NUMBER,
            PCI_BUS_ID,
            MIG_MODE,
            MIG_MAX_SLICES,
            VBIOS,
            MEMORY_TOTAL,
            ECC_MODE);
    private static final List<Integer> OF_INSTANCE = List.of(NAME, UUID, MEMORY_TOTAL);

    private final long handle;
    private final Duration patience;
    private final LongSupplier nanos;
    private final LiveFields live;
    private final Memory ids = EngineConnection.cleared(GpuIds.SIZE);
    private final Memory count = EngineConnection.cleared(Integer.BYTES);
    private final Memory hierarchyStruct = EngineConnection.cleared(MigHierarchy.SIZE);
    private final Map<Entity, Known> known = new HashMap<>();
    /// UUIDs of instances, for as long as these are the same.
    private final Map<Entity, String> uuids = new HashMap<>();

    /// Of the driver, which is the same for as long as the engine runs. DCGM loads CUDA's library to find out.
    private Optional<String> cudaVersion = Optional.empty();

    private List<Entity> lastListed = List.of();
    private Optional<Hierarchy> lastHierarchy = Optional.empty();
    private long askedNanos;
    private boolean silent;
    private List<FoundGpu> found = List.of();

    /// A GPU as it was last named, and how it was partitioned then.
    private record Known(FoundGpu gpu, Hierarchy partition) {
        /// A GPU that no longer says who it is, is who it was: the engine never gives its number to another GPU. But it
        /// gives an instance's number to another instance.
        FoundGpu now(Hierarchy partitionNow) {
            return partitionNow.equals(partition) ? gpu : gpu.withoutInstances();
        }
    }

    /// @param patience how long names are believed
    Inventory(long handle, Duration patience, LongSupplier nanos) {
        this.handle = handle;
        this.patience = patience;
        this.nanos = nanos;
        this.live = new LiveFields(handle);
    }

    List<FoundGpu> read() {
        var listed = listed();
        var hierarchy = Hierarchy.read(handle, hierarchyStruct);
        var now = nanos.getAsLong();
        var unchanged = listed.equals(lastListed) && lastHierarchy.equals(Optional.of(hierarchy));
        if (unchanged && now - askedNanos < patience.toNanos()) {
            return found;
        }
        if (!unchanged) {
            uuids.clear();
        }
        found = named(listed, hierarchy);
        lastListed = listed;
        // Who kept silent is asked again at once.
        lastHierarchy = silent ? Optional.empty() : Optional.of(hierarchy);
        askedNanos = now;
        return found;
    }

    private List<Entity> listed() {
        count.setInt(0, GpuIds.MAX);
        CallFailedException.unlessOk("dcgmGetAllSupportedDevices", Dcgm.dcgmGetAllSupportedDevices(handle, ids, count));
        return IntStream.range(0, Math.clamp(count.getInt(0), 0, GpuIds.MAX))
                .mapToObj(i -> Entity.gpu(ids.getInt((long) i * Integer.BYTES)))
                .toList();
    }

    private List<FoundGpu> named(List<Entity> listed, Hierarchy hierarchy) {
        var gpus = new ArrayList<FoundGpu>();
        silent = false;
        cudaVersion = cudaVersion.or(() -> listed.stream().findFirst().flatMap(this::cudaVersion));
        for (var entity : listed) {
            var partition = hierarchy.of(entity);
            var gpu = named(entity, partition);
            silent |= gpu.isEmpty();
            gpu.ifPresent(named -> known.put(entity, new Known(named, partition)));
            gpu.or(() -> Optional.ofNullable(known.get(entity)).map(before -> before.now(partition)))
                    .ifPresent(gpus::add);
        }
        if (gpus.isEmpty() && !listed.isEmpty()) {
            throw new BackendException("DCGM lists %d GPUs and names none of them".formatted(listed.size()));
        }
        return List.copyOf(gpus);
    }

    /// Returns the GPU with its instances, if it says which one it is.
    private Optional<FoundGpu> named(Entity entity, Hierarchy partition) {
        var said = live.of(entity, OF_GPU);
        var index = said.number(NVML_INDEX);
        var minor = said.number(MINOR_NUMBER);
        var uuid = said.text(UUID);
        if (index.isEmpty() || uuid.isEmpty()) {
            return Optional.empty();
        }
        var whole = MigProfile.Whole.of(said.number(MIG_MAX_SLICES));
        var instances = partition.gpuInstances().stream()
                .map(part -> instance(part, partition.in(part), uuid.get(), said, whole))
                .toList();
        var mig = said.number(MIG_MODE).orElse(0) == 1 || !instances.isEmpty();
        var device = new Device(
                index.getAsInt(),
                minor.isPresent() ? Optional.of(minor.getAsInt()) : Optional.empty(),
                uuid.get(),
                said.text(NAME).orElse(""),
                said.text(PCI_BUS_ID).orElse(""),
                said.text(SERIAL),
                platform(said),
                mig ? Optional.of(mig(whole, instances)) : Optional.empty());
        return Optional.of(new FoundGpu(entity, device, instances));
    }

    private Optional<String> cudaVersion(Entity entity) {
        var number = live.of(entity, List.of(CUDA_VERSION)).number(CUDA_VERSION);
        return number.isPresent() ? CudaVersion.of(number.getAsInt()) : Optional.empty();
    }

    private Platform platform(LiveFields.Answer said) {
        var ecc = said.number(ECC_MODE);
        return new Platform(
                said.text(VBIOS),
                said.text(DRIVER_VERSION).orElse(""),
                cudaVersion,
                ecc.isPresent() ? Optional.of(ecc.getAsInt() == 1) : Optional.empty());
    }

    private static Device.Mig mig(MigProfile.Whole whole, List<FoundInstance> instances) {
        return new Device.Mig(
                whole.computeSlices(),
                whole.memorySlices(),
                instances.stream()
                        .flatMap(instance -> instance.devices().stream())
                        .toList());
    }

    private FoundInstance instance(
            GpuInstance part,
            List<ComputeInstance> computes,
            String gpuUuid,
            LiveFields.Answer gpu,
            MigProfile.Whole whole) {
        var said = live.of(part.entity(), OF_INSTANCE);
        var profile = MigProfile.of(
                said.text(NAME), part.slices(), said.number(MEMORY_TOTAL), gpu.number(MEMORY_TOTAL), whole);
        var devices = computes.size() > 1
                ? computes.stream()
                        .map(compute -> device(
                                part,
                                Optional.of(compute.number()),
                                profile,
                                uuid(
                                        compute.entity(),
                                        live.of(compute.entity(), List.of(UUID)),
                                        path(gpuUuid, part, compute.number()))))
                        .toList()
                : List.of(device(part, Optional.empty(), profile, uuid(part.entity(), said, path(gpuUuid, part, 0))));
        return new FoundInstance(
                part.entity(),
                devices,
                computes.stream().map(ComputeInstance::entity).toList());
    }

    private static Instance device(
            GpuInstance part, Optional<Integer> computeInstance, MigProfile profile, String uuid) {
        return new Instance(
                uuid, part.number(), computeInstance, profile.name(), profile.computeSlices(), profile.memorySlices());
    }

    private String uuid(Entity instance, LiveFields.Answer said, String otherwise) {
        said.text(UUID).ifPresent(uuid -> uuids.put(instance, uuid));
        return uuids.getOrDefault(instance, otherwise);
    }

    /// What drivers before R470 call a MIG device; a DCGM that gives no UUID of instances is as old.
    private static String path(String gpuUuid, GpuInstance part, int computeInstance) {
        return "MIG-%s/%d/%d".formatted(gpuUuid, part.number(), computeInstance);
    }
}
