package io.gpuledger.analyzer.ledger;

import io.gpuledger.analyzer.telemetry.Field;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.UnitId;
import io.gpuledger.analyzer.telemetry.Values;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Delivers rows as senders may: in pieces, some of them late, some of them again.
final class Pieces {
    private final Dice dice;

    Pieces(Dice dice) {
        this.dice = dice;
    }

    /// The same facts, in another order.
    Map<UnitId, List<Row>> of(Map<UnitId, List<Row>> rows) {
        var delivered = new HashMap<UnitId, List<Row>>();
        rows.forEach((unit, told) -> delivered.put(unit, of(told)));
        return delivered;
    }

    private List<Row> of(List<Row> rows) {
        var pieces = new ArrayList<Row>();
        var late = new ArrayList<Row>();
        for (var row : rows) {
            if (dice.chance(0.1)) {
                late.add(row);
            } else if (dice.chance(0.3)) {
                var said = dice.bits(Field.ALL.size());
                pieces.add(said(row, said));
                pieces.add(rest(row, said));
            } else {
                pieces.add(row);
            }
            if (dice.chance(0.1)) {
                pieces.add(one(row));
            }
        }
        pieces.addAll(dice.shuffled(late));
        return dice.chance(0.5) ? dice.shuffled(pieces) : pieces;
    }

    /// Some of a row.
    Row one(Row row) {
        var said = dice.bits(Field.ALL.size());
        return dice.chance(0.5) ? said(row, said) : rest(row, said);
    }

    private Row said(Row row, long said) {
        return new Row(row.unit(), row.millis(), values(row, said), row.holdings(), List.of());
    }

    private Row rest(Row row, long said) {
        return new Row(row.unit(), row.millis(), values(row, ~said), List.of(), row.xids());
    }

    private static Values values(Row row, long said) {
        var kept = row.values().said() & said;
        var packed = Field.ALL.stream()
                .filter(field -> (kept & field.bit()) != 0)
                .mapToDouble(field -> row.values().get(field).orElseThrow())
                .toArray();
        return Values.of(kept, packed);
    }
}
