package io.gpuledger.exporter.device.nvml;

import io.gpuledger.exporter.device.Pace;
import io.gpuledger.exporter.device.nvml.NvmlFieldTable.Row;
import java.util.List;

/// The two batches of a GPU: what is asked each cycle, and what every few. Laid out anew when there is more to ask.
record Batches(FieldBatch fast, FieldBatch slow, Wanted wanted, int links) {
    static final Batches NONE = new Batches(
            new FieldBatch(List.of(), List.of(), 0), new FieldBatch(List.of(), List.of(), 0), Wanted.NOTHING, -1);

    private static final List<Row> FAST = rows(Pace.FAST);
    private static final List<Row> SLOW = rows(Pace.SLOW);

    private static List<Row> rows(Pace pace) {
        return NvmlFieldTable.ROWS.stream()
                .filter(row -> row.quantity().pace() == pace)
                .toList();
    }

    void close() {
        fast.close();
        slow.close();
    }

    Batches of(Wanted nowWanted, int nowLinks) {
        if (nowWanted.equals(wanted) && nowLinks == links) {
            return this;
        }
        if (nowLinks != links) {
            fast.close();
        }
        slow.close();
        return new Batches(
                nowLinks == links ? fast : new FieldBatch(FAST, List.of(), nowLinks),
                new FieldBatch(SLOW, nowWanted.fields(), nowLinks),
                nowWanted,
                nowLinks);
    }
}
