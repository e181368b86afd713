package io.gpuledger.analyzer.store.samples;

import io.gpuledger.analyzer.telemetry.Field;
import java.util.List;

/// Says where a field is kept in `sample`. No other place does.
record Column(Field field, String name, ColumnType type) {
    /// These are in the order of [Field#ALL].
    static final List<Column> ALL = Field.ALL.stream().map(Column::of).toList();

    static Column of(Field field) {
        return new Column(field, name(field), type(field));
    }

    private static String name(Field field) {
        return type(field) == ColumnType.THOUSANDTHS
                ? field.column().replaceFirst("_seconds$", "_ms").replaceFirst("_joules$", "_millijoules")
                : field.column();
    }

    private static ColumnType type(Field field) {
        var column = field.column();
        return switch (field.kind()) {
            case STATE -> ColumnType.SMALL;
            case INSTANT -> ColumnType.THOUSANDTHS;
            case COUNTER ->
                column.endsWith("_seconds") || column.endsWith("_joules") ? ColumnType.THOUSANDTHS : ColumnType.WHOLE;
            case GAUGE -> column.endsWith("_bytes") || column.endsWith("_hertz") ? ColumnType.WHOLE : ColumnType.REAL;
        };
    }
}
