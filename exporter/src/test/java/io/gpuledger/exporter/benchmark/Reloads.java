package io.gpuledger.exporter.benchmark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/// The counters file rewritten and read again on SIGHUP: now longer, now shorter, and sometimes not to be understood.
final class Reloads implements Disturbance {
    private static final List<String> COUNTERS = List.of(
            "DCGM_FI_DEV_GPU_TEMP, gauge, GPU temperature (C).",
            "DCGM_FI_DEV_POWER_USAGE, gauge, Power draw (W).",
            "DCGM_FI_DEV_SM_CLOCK, gauge, SM clock (MHz).",
            "DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION, counter, Energy drawn (mJ).",
            "DCGM_FI_DEV_PCIE_REPLAY_COUNTER, counter, PCIe packets that were sent again.",
            "DCGM_FI_DEV_XID_ERRORS, gauge, The latest XID error.",
            "DCGM_FI_PROF_GR_ENGINE_ACTIVE, gauge, Graphics engine activity (ratio).",
            "DCGM_FI_PROF_PIPE_TENSOR_ACTIVE, gauge, Tensor pipe activity (ratio).");
    private static final String BAD = "DCGM_FI_DEV_GPU_TEMP gauge\nthis is no counter\n";
    private static final int BAD_EACH = 4;

    private final Path file;
    private final long pid;
    private int reloads;

    Reloads(Path file, long pid) {
        this.file = file;
        this.pid = pid;
    }

    static void writeFirst(Path file) throws IOException {
        Files.writeString(file, counters(COUNTERS.size()));
    }

    private static String counters(int count) {
        return COUNTERS.stream().limit(count).collect(Collectors.joining("\n", "", "\n"));
    }

    @Override
    public void disturb() throws IOException, InterruptedException {
        reloads++;
        var bad = reloads % BAD_EACH == 0;
        Files.writeString(file, bad ? BAD : counters(1 + reloads % COUNTERS.size()));
        var kill =
                new ProcessBuilder("sh", "-c", "kill -HUP " + pid).inheritIO().start();
        if (kill.waitFor() != 0) {
            throw new IOException("the exporter has gone");
        }
    }
}
