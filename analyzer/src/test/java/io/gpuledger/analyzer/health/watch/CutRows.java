package io.gpuledger.analyzer.health.watch;

import io.gpuledger.analyzer.telemetry.Field;
import io.gpuledger.analyzer.telemetry.Holding;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Values;
import io.gpuledger.analyzer.telemetry.XidCount;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;

/// Cuts readings into pieces, as whoever sends by remote write does where a request is full or series are shared out:
/// each field, holder and XID is in one of them.
public final class CutRows {
    private CutRows() {}

    /// Returns the two or three pieces of a reading.
    public static List<Row> of(Row row, Random random) {
        var pieces = 2 + random.nextInt(2);
        var fields = new ArrayList<Set<Field>>();
        var holdings = new ArrayList<List<Holding>>();
        var xids = new ArrayList<List<XidCount>>();
        for (var piece = 0; piece < pieces; piece++) {
            fields.add(EnumSet.noneOf(Field.class));
            holdings.add(new ArrayList<>());
            xids.add(new ArrayList<>());
        }
        Field.ALL.stream()
                .filter(field -> row.values().get(field).isPresent())
                .forEach(field -> fields.get(random.nextInt(pieces)).add(field));
        row.holdings().forEach(holding -> holdings.get(random.nextInt(pieces)).add(holding));
        row.xids().forEach(xid -> xids.get(random.nextInt(pieces)).add(xid));
        return Stream.iterate(0, piece -> piece < pieces, piece -> piece + 1)
                .map(piece -> new Row(
                        row.unit(),
                        row.millis(),
                        Values.of(
                                fields.get(piece).stream().mapToLong(Field::bit).reduce(0, (some, bit) -> some | bit),
                                fields.get(piece).stream()
                                        .mapToDouble(
                                                field -> row.values().get(field).orElseThrow())
                                        .toArray()),
                        holdings.get(piece),
                        xids.get(piece)))
                .toList();
    }
}
