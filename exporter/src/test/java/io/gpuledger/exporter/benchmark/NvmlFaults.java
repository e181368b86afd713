package io.gpuledger.exporter.benchmark;

import io.gpuledger.exporter.device.nvml.NvmlScript;
import io.gpuledger.exporter.doubles.LibraryDouble;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/// What can go wrong with a real driver, one after the other, by the script of NVML's double.
final class NvmlFaults implements Disturbance {
    private final LibraryDouble library;
    private final int port;
    private int events;
    private int next;

    private final List<Consumer<LibraryDouble>> faults = List.of(
            driver -> driver.says("gpu0", "nvmlDeviceGetPowerUsage", "hang"),
            driver -> driver.says("gpu1", "nvmlDeviceGetFieldValues", "slow 200 @0"),
            driver -> driver.says("gpu2", "lost", "@15"),
            this::storm,
            driver -> driver.forgets("gpu0", "nvmlDeviceGetPowerUsage"),
            driver -> driver.says("gpu3 mig 1\n" + NvmlScript.instance(3, 0, 2, 0, "3g.40gb", 3, 40448)
                    + NvmlScript.instance(3, 3, 3, 0, "2g.20gb", 2, 20096)),
            driver -> driver.says("call", "nvmlDeviceGetCount_v2", "@9").says("call", "nvmlInit_v2", "@9"),
            driver -> driver.forgets("gpu2", "lost"),
            driver -> driver.forgets("call", "nvmlDeviceGetCount_v2").forgets("call", "nvmlInit_v2"),
            driver -> driver.says("gpu4", "energy", "5+1000/s"),
            driver -> driver.says("gpu5", "gpm.2", "140").says("gpu5", "gpm.10", "-3"),
            driver -> driver.forgets("gpu6", "gpm.20").says("gpu6", "gpm.21", "nan"),
            driver -> driver.says("call", "nvmlDeviceGetMemoryInfo_v2", "@25"),
            driver -> driver.forgets("gpu3/mig3", "uuid"),
            driver -> driver.says("call", "nvmlEventSetWait_v2", "@15"),
            driver -> driver.forgets("call", "nvmlDeviceGetMemoryInfo_v2").forgets("call", "nvmlEventSetWait_v2"),
            driver -> driver.says("gpu7", "nvmlDeviceGetUUID", "@999"),
            driver -> driver.says("gpu3", "mig", "0"),
            this::storm,
            driver -> driver.forgets("gpu7", "nvmlDeviceGetUUID").forgets("gpu1", "nvmlDeviceGetFieldValues"),
            driver -> driver.says("gpu4", "energy", "123456789+300000/s"),
            _ -> control("/-/release"),
            _ -> control("/-/resume"));

    NvmlFaults(LibraryDouble library, int port) {
        this.library = library;
        this.port = port;
    }

    /// An XID of few numbers: each number ever seen is a series.
    private void storm(LibraryDouble driver) {
        driver.says(
                "system",
                "event" + events,
                "%d 8 %d 500".formatted(events % 8, List.of(13, 31, 43, 79).get(events % 4)));
        events++;
    }

    private void control(String path) {
        try (var connection = new RawConnection(port)) {
            var status = connection.exchange(RawRequest.post(path, "")).status();
            // Where a call hangs it is told to try again.
            if (status != 200 && status != 503) {
                throw new IllegalStateException(path + " was answered with status " + status);
            }
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Override
    public void disturb() {
        faults.get(next % faults.size()).accept(library);
        next++;
    }
}
