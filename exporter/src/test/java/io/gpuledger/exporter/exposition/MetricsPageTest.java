package io.gpuledger.exporter.exposition;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.exporter.counters.CountersSource;
import io.gpuledger.exporter.self.SelfMetrics;
import io.gpuledger.gate.Golden;
import io.prometheus.client.Collector.MetricFamilySamples;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// docs/metrics.md lists every family that the page can hold.
class MetricsPageTest {
    private static final DcgmTable DCGM = new DcgmTable(new CountersSource.BuiltIn(CountersSource.DEFAULT_LIST).read());

    private static String table(List<Family> families) {
        return families.stream()
                .map(family -> "| `%s` | %s | %s |%n"
                        .formatted(family.name(), family.type().name().toLowerCase(Locale.ROOT), family.help()))
                .sorted()
                .collect(Collectors.joining("", "| family | type | what it is |\n|---|---|---|\n", ""));
    }

    @Test
    void the_document_lists_the_ledger_families() {
        Golden.section(Path.of("docs/metrics.md"), "ledger families").matches(table(LedgerTable.FAMILIES));
    }

    @Test
    void the_document_lists_the_families_of_who_holds_what() {
        Golden.section(Path.of("docs/metrics.md"), "holder families").matches(table(HolderTable.FAMILIES));
    }

    @Test
    void the_document_lists_the_device_families() {
        Golden.section(Path.of("docs/metrics.md"), "device families").matches(table(DeviceTable.FAMILIES));
    }

    @Test
    void the_document_lists_the_dcgm_families() {
        Golden.section(Path.of("docs/metrics.md"), "dcgm families").matches(table(DCGM.families()));
    }

    @Test
    void the_document_lists_the_families_about_the_exporter() {
        var families = Stream.concat(ExporterTable.families(DCGM).stream(), selfFamilies());
        Golden.section(Path.of("docs/metrics.md"), "exporter families").matches(table(families.toList()));
    }

    @Test
    void the_document_lists_the_families_of_the_process() {
        var process = SelfMetrics.ofWorkAndProcess(Map::of).processFamilies(Instant.EPOCH);
        Golden.section(Path.of("docs/metrics.md"), "process families")
                .matches(table(families(process).toList()));
    }

    private static Stream<Family> selfFamilies() {
        return families(SelfMetrics.ofWork(Map::of).workFamilies());
    }

    private static Stream<Family> families(List<MetricFamilySamples> told) {
        return told.stream()
                .map(family -> new Family(SelfTable.name(family), SelfTable.type(family), family.help, (_, _) -> {}));
    }

    @Test
    void no_family_is_defined_twice_and_each_help_is_one_plain_line() {
        var families = Stream.of(
                        LedgerTable.FAMILIES,
                        HolderTable.FAMILIES,
                        DeviceTable.FAMILIES,
                        DCGM.families(),
                        ExporterTable.families(DCGM))
                .flatMap(List::stream)
                .toList();
        assertThat(families).extracting(Family::name).doesNotHaveDuplicates();
        assertThat(families).extracting(Family::help).allMatch(help -> help.matches("[^\\n\\\\]+\\."));
    }
}
