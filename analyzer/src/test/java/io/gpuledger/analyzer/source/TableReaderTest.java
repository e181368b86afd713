package io.gpuledger.analyzer.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableReaderTest {
    @TempDir
    Path folder;

    @Test
    void a_new_exporter_is_a_new_table() throws IOException {
        var table = Files.writeString(folder.resolve("acme.table"), """
            # Acme's
            gpu serial
            node machine
            value acme_load_percent utilization_ratio 0.01   # of 100
            """);
        var mapping = new Mapping(Catalog.of(List.of(table)), PlainPage.SCOPE);

        var collected = new PlainPage("acme_load_percent{serial=\"A1\",machine=\"m\"} 25").collected(mapping);

        assertThat(collected.batches().getFirst().rows().getFirst().values()).hasToString("{utilization_ratio=0.25}");
    }

    @Test
    void all_that_is_wrong_with_a_table_is_told_at_once_with_its_line() {
        assertThatThrownBy(() -> TableReader.read("acme", """
            node machine
            value acme_load no_such_field
            value acme_{x utilization_ratio
            value acme_load utilization_ratio twice
            frobnicate it
            info
            """, 0))
                .isInstanceOf(BadTableException.class)
                .hasMessageContainingAll(
                        "acme:2: no field is called `no_such_field`",
                        "acme:3: `acme_{x` is no metric",
                        "acme:4: after the field comes its scale, `device` or `sum`, not `twice`",
                        "acme:5: `frobnicate` is no word of a table",
                        "acme:6: `info` says nothing",
                        "acme: no line `gpu LABEL`");
    }

    @Test
    void a_metric_that_another_table_has_is_refused() throws IOException {
        var table = Files.writeString(folder.resolve("acme.table"), "gpu serial\nvalue gpu_lost lost\n");

        assertThatThrownBy(() -> Catalog.of(List.of(table)))
                .hasMessageContainingAll("`gpu_lost` stands in the tables gpu-exporter", "acme.table");
    }

    @Test
    void a_table_that_is_not_there_is_named() {
        assertThatThrownBy(() -> Catalog.of(List.of(folder.resolve("none"))))
                .hasMessageContaining("cannot read " + folder.resolve("none"));
    }
}
