package io.gpuledger.analyzer.store.samples;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.store.postgres.Flavour;
import io.gpuledger.analyzer.store.postgres.TestDatabase;
import io.gpuledger.analyzer.telemetry.Field;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ColumnTest {
    @ParameterizedTest
    @EnumSource(Flavour.class)
    void every_field_has_its_column(Flavour flavour) throws Exception {
        try (var test = TestDatabase.fresh(flavour);
                var database = test.migrated()) {
            assertThat(database.place()).isNotEmpty();
            assertThat(test.columns("sample"))
                    .containsAll(Column.ALL.stream()
                            .map(column -> column.name() + "|" + column.type().sql())
                            .toList())
                    .contains("ts|timestamp with time zone", "unit_id|integer")
                    .hasSize(Field.ALL.size() + 2);
        }
    }

    @Test
    void whatever_a_field_may_be_fits_its_column() {
        assertThat(Column.ALL).allSatisfy(column -> {
            var factor = column.type() == ColumnType.THOUSANDTHS ? 1_000 : 1;
            var max = column.type() == ColumnType.SMALL ? Short.MAX_VALUE : (double) Long.MAX_VALUE;
            assertThat(column.field().max() * factor).isLessThanOrEqualTo(max);
        });
    }
}
