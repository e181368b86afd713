package io.gpuledger.exporter.exposition;

import io.gpuledger.exporter.counters.Counter;
import io.gpuledger.exporter.counters.Counters;
import io.gpuledger.exporter.exposition.Page.Section;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// What pages are made with: families that follow from a counters file, and memory. The renderers of several nodes can
/// share one, which each has for itself while it renders.
public final class Press {
    private static final Comparator<Section> BY_NAME =
            Comparator.comparing(section -> section.head().name());

    /// What follows from a counters file.
    ///
    /// @param standing what stands for longer than a cycle
    /// @param labels fields that stand on all of dcgm-exporter's series
    record Tables(List<Table> standing, List<Table> passing, List<Counter> labels) {
        private static Tables of(Counters counters) {
            var dcgm = new DcgmTable(counters);
            var families = Stream.of(
                            dcgm.families(),
                            LedgerTable.FAMILIES,
                            DeviceTable.FAMILIES,
                            HolderTable.FAMILIES,
                            ExporterTable.families(dcgm))
                    .flatMap(List::stream)
                    .map(Table::of)
                    .sorted(Comparator.comparing(table -> table.head().name()))
                    .toList();
            return new Tables(
                    families.stream().filter(table -> table.samples().stand()).toList(),
                    families.stream().filter(table -> !table.samples().stand()).toList(),
                    counters.labels());
        }
    }

    /// A family with its head encoded, which is the same on every page.
    record Table(Head head, Family.Samples samples) {
        private static Table of(Family family) {
            return new Table(family.head(), family.samples());
        }
    }

    private final Gzip gzip = new Gzip();
    private final PageWriter writer = new PageWriter();
    private volatile Tables tables;

    public Press(Counters counters) {
        this.tables = Tables.of(counters);
    }

    /// Shows these counters from the next page on.
    void show(Counters counters) {
        tables = Tables.of(counters);
    }

    Tables tables() {
        return tables;
    }

    PageWriter writer() {
        return writer;
    }

    Page page(List<Section> sections) {
        sections.sort(BY_NAME);
        return new Page(sections, gzip);
    }
}
