package io.gpuledger.exporter.device.nvml;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import io.gpuledger.exporter.device.Device;
import io.gpuledger.exporter.device.Device.Mig;
import io.gpuledger.exporter.device.Device.Platform;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntConsumer;

/// The card says who a GPU is. All of it is asked once; each scan asks only whether the GPU is still the same.
final class IdentityCard {
    private static final int LONGEST_UUID = 96;
    private static final int LONGEST_TEXT = 96;
    private static final int LONGEST_SERIAL = 30;
    private static final int LONGEST_VBIOS = 32;
    private static final int LONGEST_VERSION = 80;
    private static final int INFOROM_VERSION = 16;
    /// NVML says by this value of `nvmlEnableState_t` that something is on.
    private static final int ENABLED = 1;

    /// What does not change for as long as the UUID does not.
    record Known(
            Optional<Integer> minor,
            String uuid,
            String model,
            String pciBusId,
            Optional<String> serial,
            Platform platform) {
        Device at(int index, Optional<Mig> mig) {
            return new Device(index, minor, uuid, model, pciBusId, serial, platform, mig);
        }
    }

    private final long device;
    private final Driver driver;
    private final Memory pci;
    private final Memory memory;
    /// The thread that reads uses this memory; the thread that scans uses all else.
    private final Memory wantedMemory;
    private Optional<Known> known = Optional.empty();
    private Optional<Set<Integer>> textsWanted = Optional.empty();
    private Map<Integer, String> texts = Map.of();

    IdentityCard(long device, Driver driver, Buffers buffers) {
        this.device = device;
        this.driver = driver;
        this.pci = buffers.take(Structs.PciInfo.SIZE);
        this.memory = buffers.take(LONGEST_TEXT + 1L);
        this.wantedMemory = buffers.take(LONGEST_VERSION + 1L);
    }

    /// Returns nothing when the GPU does not say its UUID, and tells `trouble` why.
    Optional<Known> read(IntConsumer trouble) {
        var uuid = Texts.read(memory, LONGEST_UUID, (text, length) -> {
            var code = Nvml.nvmlDeviceGetUUID(device, text, length);
            if (code != NvmlReturn.SUCCESS) {
                trouble.accept(code);
            }
            return code;
        });
        known = uuid.map(id -> known.filter(same -> same.uuid().equals(id)).orElseGet(() -> asked(id)));
        return known;
    }

    private Known asked(String uuid) {
        return new Known(
                Nvml.nvmlDeviceGetMinorNumber(device, pci) == NvmlReturn.SUCCESS
                        ? Optional.of(pci.getInt(0))
                        : Optional.empty(),
                uuid,
                Texts.read(memory, LONGEST_TEXT, (text, length) -> Nvml.nvmlDeviceGetName(device, text, length))
                        .orElse(""),
                Nvml.nvmlDeviceGetPciInfo_v3(device, pci) == NvmlReturn.SUCCESS
                        ? pci.getString(Structs.PciInfo.busId, StandardCharsets.UTF_8.name())
                        : "",
                Texts.read(memory, LONGEST_SERIAL, (text, length) -> Nvml.nvmlDeviceGetSerial(device, text, length)),
                platform());
    }

    private Platform platform() {
        return new Platform(
                Texts.read(
                        memory, LONGEST_VBIOS, (text, length) -> Nvml.nvmlDeviceGetVbiosVersion(device, text, length)),
                driver.version(),
                driver.cudaVersion(),
                ecc());
    }

    /// The mode is that of now; another one may wait for a reset.
    private Optional<Boolean> ecc() {
        return Nvml.nvmlDeviceGetEccMode(device, memory, memory.share(Integer.BYTES)) == NvmlReturn.SUCCESS
                ? Optional.of(memory.getInt(0) == ENABLED)
                : Optional.empty();
    }

    /// The texts that a counters file may name, by DCGM's numbers. By the thread that reads.
    Map<Integer, String> texts(Wanted wanted) {
        if (textsWanted.filter(wanted.numbers()::equals).isEmpty()) {
            textsWanted = Optional.of(wanted.numbers());
            texts = askTexts(wanted.numbers());
        }
        return texts;
    }

    private Map<Integer, String> askTexts(Set<Integer> wanted) {
        var found = new HashMap<Integer, String>();
        ask(2, wanted, LONGEST_VERSION, Nvml::nvmlSystemGetNVMLVersion, found);
        ask(56, wanted, INFOROM_VERSION, (text, length) -> inforom(0, text, length), found);
        ask(80, wanted, INFOROM_VERSION, (text, length) -> inforom(1, text, length), found);
        ask(81, wanted, INFOROM_VERSION, (text, length) -> inforom(2, text, length), found);
        ask(
                82,
                wanted,
                INFOROM_VERSION,
                (text, length) -> Nvml.nvmlDeviceGetInforomImageVersion(device, text, length),
                found);
        return Map.copyOf(found);
    }

    private int inforom(int object, Pointer text, int length) {
        return Nvml.nvmlDeviceGetInforomVersion(device, object, text, length);
    }

    private void ask(int field, Set<Integer> wanted, int length, Texts.Call call, Map<Integer, String> found) {
        if (wanted.contains(field)) {
            Texts.read(wantedMemory, length, call).ifPresent(text -> found.put(field, text));
        }
    }
}
