package io.gpuledger.exporter.benchmark;

import java.io.IOException;
import java.util.List;

/// Faults of the simulated GPUs, one after the other. XIDs are of few numbers: each number ever seen is a series.
final class Faults implements Disturbance {
    private static final List<String> FAULTS = List.of(
            "hang 0 3s",
            "xid 1 31",
            "lose 2 5s",
            "ecc 1 corrected 3",
            "mig 3 2g.20gb serving, 1g.10gb idle, 1g.10gb notebook",
            "throttle 0 power_cap 4s",
            "hang 4 6s",
            "no such fault",
            "pcie-replays 2 12",
            "nvlink-errors 0 crc 40",
            "nvlink-down 0 7 5s",
            "driver-restart 3s",
            "mig 3 3g.40gb training, 2g.20gb notebook, 1g.10gb serving, 1g.10gb idle",
            "xid 5 43",
            "remap 7 correctable 1",
            "ecc 7 uncorrected 1",
            "lose 0 2s",
            "hang 0");
    /// What lasts by itself is ended in the end.
    private static final List<String> CURES = List.of("release 0", "return 0");

    private final int port;
    private int next;

    Faults(int port) {
        this.port = port;
    }

    @Override
    public void disturb() throws IOException {
        var round = next % (FAULTS.size() + CURES.size());
        var fault = round < FAULTS.size() ? FAULTS.get(round) : CURES.get(round - FAULTS.size());
        next++;
        try (var connection = new RawConnection(port)) {
            var status =
                    connection.exchange(RawRequest.post("/-/simulate", fault)).status();
            if (status != (fault.startsWith("no ") ? 400 : 200)) {
                throw new IOException("'%s' was answered with status %d".formatted(fault, status));
            }
        }
    }
}
