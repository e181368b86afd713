package io.gpuledger.exporter.device.nvml;

import static io.gpuledger.exporter.device.Quantity.*;

import io.gpuledger.exporter.device.Quantity;
import io.gpuledger.exporter.device.Reading;
import io.gpuledger.exporter.device.Reading.Absent;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// Bytes, and bytes per second, over PCIe and NVLink: where the driver has only one of the two, the other follows.
///
/// - Of NVLink it counts bytes. Where it gives no rate, that is what they rose by over the time since the last read.
/// - Of PCIe its monitor (GPM) gives rates, and bytes are what those add up to since the exporter began.
///
/// The driver's own counters of PCIe (fields 197 and 198) have 32 bits, and begin anew every 4.3 GB. A link of
/// generation 5 carries that in a fifteenth of a second, and nobody can tell how often they did between two reads: on
/// an H200 to which 55 GB a second were copied, they rose by 2.2 GB a second. So a GPU without GPM gives no bytes over
/// PCIe here; DCGM may have rates of it.
final class Traffic {
    private record Row(Quantity rate, Quantity counter) {}

    private static final List<Row> NVLINK =
            List.of(new Row(NVLINK_TX_RATE, NVLINK_TX_BYTES), new Row(NVLINK_RX_RATE, NVLINK_RX_BYTES));
    private static final List<Row> PCIE =
            List.of(new Row(PCIE_TX_RATE, PCIE_TX_BYTES), new Row(PCIE_RX_RATE, PCIE_RX_BYTES));
    private static final String ADDED_UP = "rates of nvml gpm";

    /// The counters of NVLink as they were at the last read, and those of PCIe as they stand.
    private final Map<Quantity, Double> bytes = new EnumMap<>(Quantity.class);

    private long beforeNanos;

    /// @param monitoredNanos of how much time the monitor's rates are the mean
    void read(long nanos, long monitoredNanos, CollectedReadings answers) {
        for (var row : NVLINK) {
            if (!answers.has(row.rate())) {
                rate(row, nanos, answers);
            }
            remember(row.counter(), answers.of(row.counter()));
        }
        for (var row : PCIE) {
            count(row, monitoredNanos, answers);
        }
        sum(answers);
        beforeNanos = nanos;
    }

    private void remember(Quantity counter, Reading reading) {
        switch (reading) {
            case Reading.Value(double value) -> bytes.put(counter, value);
            case Absent _ -> bytes.remove(counter);
        }
    }

    private void rate(Row row, long nanos, CollectedReadings answers) {
        switch (answers.of(row.counter())) {
            case Reading.Value(double now) -> {
                var earlier = bytes.get(row.counter());
                if (earlier == null || now < earlier || nanos <= beforeNanos) {
                    answers.absent(row.rate(), Absent.NO_DATA);
                } else {
                    answers.take(row.rate(), (now - earlier) * 1e9 / (nanos - beforeNanos), "nvml counter");
                }
            }
            case Absent absent -> answers.absent(row.rate(), absent);
        }
    }

    /// A time of which the monitor has no rate adds nothing, and takes nothing away of what was counted. Nor does a
    /// rate below zero, as a driver in trouble may tell.
    private void count(Row row, long monitoredNanos, CollectedReadings answers) {
        switch (answers.of(row.rate())) {
            case Reading.Value(double rate) -> {
                var sum = bytes.getOrDefault(row.counter(), 0.0) + Math.max(0, rate) * monitoredNanos / 1e9;
                bytes.put(row.counter(), sum);
                answers.take(row.counter(), sum, ADDED_UP);
            }
            case Absent absent -> {
                var sofar = bytes.get(row.counter());
                if (sofar == null || absent.lasting()) {
                    answers.absent(row.counter(), absent);
                } else {
                    answers.take(row.counter(), sofar, ADDED_UP);
                }
            }
        }
    }

    /// Adds up both directions of NVLink.
    private static void sum(CollectedReadings answers) {
        var tx = answers.of(NVLINK_TX_RATE);
        var rx = answers.of(NVLINK_RX_RATE);
        if (tx instanceof Reading.Value(double sent) && rx instanceof Reading.Value(double received)) {
            answers.take(NVLINK_RATE, sent + received, "tx and rx");
        } else {
            answers.absent(NVLINK_RATE, tx instanceof Absent absent ? absent : Absent.NO_DATA);
        }
    }
}
