package io.gpuledger.exporter.exposition;

import io.gpuledger.exporter.attribution.Attributed;
import io.gpuledger.exporter.counters.Counters;
import io.gpuledger.exporter.device.Snapshot;
import io.gpuledger.exporter.self.SelfMetrics;
import io.prometheus.client.Collector.MetricFamilySamples;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// Turns a snapshot into the page: all families of all tables, sorted by name. Renders on one thread; which of
/// dcgm-exporter's metrics it shows may be changed by any.
public final class Renderer {
    /// What follows from a counters file.
    private record Tables(List<Table> sorted, DcgmLabels labels) {}

    /// A family with its head encoded, which is the same on every page.
    private record Table(String name, Head head, Family.Samples samples) {
        static Table of(Family family) {
            return new Table(family.name(), family.head(), family.samples());
        }
    }

    private final ExpositionSettings settings;
    private final SelfMetrics self;
    private final SelfTable selfTable = new SelfTable();
    private final Events events;
    private Labels none = Labels.none();
    private final PageWriter writer = new PageWriter();
    private volatile Tables tables;

    public Renderer(ExpositionSettings settings, Counters counters, SelfMetrics self) {
        this.settings = settings;
        this.self = self;
        this.events = new Events(settings.events());
        this.tables = tables(counters);
    }

    /// From the next page on, shows these.
    public void show(Counters counters) {
        tables = tables(counters);
    }

    private Tables tables(Counters counters) {
        var dcgm = new DcgmTable(counters);
        var sorted = Stream.of(
                        dcgm.families(),
                        LedgerTable.FAMILIES,
                        DeviceTable.FAMILIES,
                        HolderTable.FAMILIES,
                        ExporterTable.families(dcgm))
                .flatMap(List::stream)
                .map(Table::of)
                .sorted(Comparator.comparing(Table::name))
                .toList();
        return new Tables(sorted, new DcgmLabels(settings.nodeName(), settings.style(), counters.labels()));
    }

    /// Of a node whose units nobody is known to hold.
    public Page render(Snapshot snapshot) {
        return render(snapshot, Attributed.NOTHING);
    }

    public Page render(Snapshot snapshot, Attributed attributed) {
        var now = tables;
        events.take(snapshot);
        self.ran(snapshot.runs());
        if (none.areTooMany()) {
            none = Labels.none();
        }
        var scene = Scene.of(snapshot, attributed, none, now.labels(), events);
        write(now.sorted(), scene, self.families(snapshot.at()));
        return writer.take();
    }

    /// Two lists as one that is sorted: the tables', and the client's.
    private void write(List<Table> sorted, Scene scene, List<MetricFamilySamples> unsorted) {
        var own = new ArrayDeque<>(
                unsorted.stream().sorted(Comparator.comparing(SelfTable::name)).toList());
        for (var table : sorted) {
            while (!own.isEmpty() && SelfTable.name(own.getFirst()).compareTo(table.name()) < 0) {
                selfTable.write(own.removeFirst(), writer);
            }
            writer.family(table.head());
            table.samples().write(scene, writer);
        }
        own.forEach(family -> selfTable.write(family, writer));
    }
}
