package io.gpuledger.exporter.device.nvml;

import static io.gpuledger.exporter.device.Quantity.*;

import io.gpuledger.exporter.device.Quantity;
import io.gpuledger.exporter.device.Reading;
import io.gpuledger.exporter.device.Reading.Absent;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// Bytes per second where the driver has only counters of bytes: the difference since the last read over the time
/// since then.
final class Rates {
    private record Row(Quantity rate, Quantity counter) {}

    private static final List<Row> ROWS = List.of(
            new Row(PCIE_TX_RATE, PCIE_TX_BYTES),
            new Row(PCIE_RX_RATE, PCIE_RX_BYTES),
            new Row(NVLINK_TX_RATE, NVLINK_TX_BYTES),
            new Row(NVLINK_RX_RATE, NVLINK_RX_BYTES));

    private final Map<Quantity, Double> before = new EnumMap<>(Quantity.class);
    private long beforeNanos;

    void read(long nanos, CollectedReadings answers) {
        for (var row : ROWS) {
            if (!answers.has(row.rate())) {
                rate(row, nanos, answers);
            }
        }
        for (var row : ROWS) {
            remember(row.counter(), answers.of(row.counter()));
        }
        sum(answers);
        beforeNanos = nanos;
    }

    private void remember(Quantity counter, Reading reading) {
        switch (reading) {
            case Reading.Value(double value) -> before.put(counter, value);
            case Absent _ -> before.remove(counter);
        }
    }

    private void rate(Row row, long nanos, CollectedReadings answers) {
        switch (answers.of(row.counter())) {
            case Reading.Value(double now) -> {
                var earlier = before.get(row.counter());
                if (earlier == null || now < earlier || nanos <= beforeNanos) {
                    answers.absent(row.rate(), Absent.NO_DATA);
                } else {
                    answers.take(row.rate(), (now - earlier) * 1e9 / (nanos - beforeNanos), "nvml counter");
                }
            }
            case Absent absent -> answers.absent(row.rate(), absent);
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
