package io.gpuledger.exporter.exposition;

import io.gpuledger.exporter.attribution.Attributed;
import io.gpuledger.exporter.counters.Counters;
import io.gpuledger.exporter.device.Snapshot;
import io.gpuledger.exporter.exposition.Page.Section;
import io.gpuledger.exporter.self.SelfMetrics;
import io.prometheus.client.Collector.MetricFamilySamples;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Turns a snapshot into the page: all families of all tables, sorted by name. Renders on one thread; which of
/// dcgm-exporter's metrics it shows may be changed by any.
///
/// Most of a page stands for longer than a cycle: it is written anew only when something of it has changed, and is then
/// shared by the pages that follow.
public final class Renderer {
    private static final Comparator<Section> BY_NAME =
            Comparator.comparing(section -> section.head().name());

    /// What follows from a counters file.
    private record Tables(List<Table> standing, List<Table> passing, DcgmLabels labels) {}

    /// A family with its head encoded, which is the same on every page.
    private record Table(Head head, Family.Samples samples) {
        static Table of(Family family) {
            return new Table(family.head(), family.samples());
        }
    }

    /// What stands of a page, and what it follows from.
    private record Standing(Tables tables, Snapshot from, Scene scene, List<Section> sections) {
        boolean isOf(Tables tables, Snapshot snapshot, Attributed attributed) {
            return this.tables.equals(tables)
                    && tables.labels().stand()
                    && snapshot.standsAs(from)
                    && attributed.standing().equals(scene.attributed());
        }

        /// Compared with what comes next, which has more in common with the later of two that are alike.
        Standing also(Snapshot later) {
            return new Standing(tables, later, scene, sections);
        }
    }

    private final ExpositionSettings settings;
    private final SelfMetrics self;
    private final SelfTable selfTable = new SelfTable();
    private final Events events;
    private final Gzip gzip = new Gzip();
    private final PageWriter writer = new PageWriter();
    private Labels none = Labels.none();
    private Optional<Standing> latest = Optional.empty();
    private List<MetricFamilySamples> processFamilies = List.of();
    private List<Section> processSections = List.of();
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
                new DcgmLabels(settings.nodeName(), settings.style(), counters.labels()));
    }

    /// Of a node whose units nobody is known to hold.
    public Page render(Snapshot snapshot) {
        return render(snapshot, Attributed.NOTHING);
    }

    public Page render(Snapshot snapshot, Attributed attributed) {
        writer.discard();
        events.take(snapshot);
        self.ran(snapshot.runs());
        var standing = standing(tables, snapshot, attributed);
        write(standing.tables().passing(), standing.scene().at(snapshot, attributed));
        write(self.workFamilies());
        var sections = new ArrayList<>(standing.sections());
        sections.addAll(writer.take());
        sections.addAll(ofProcess(snapshot.at()));
        sections.sort(BY_NAME);
        return new Page(sections, gzip);
    }

    private List<Section> ofProcess(Instant now) {
        var families = self.processFamilies(now);
        if (!families.equals(processFamilies)) {
            write(families);
            processFamilies = families;
            processSections = writer.take();
        }
        return processSections;
    }

    private void write(List<MetricFamilySamples> families) {
        families.forEach(family -> selfTable.write(family, writer));
    }

    private Standing standing(Tables now, Snapshot snapshot, Attributed attributed) {
        if (none.areTooMany()) {
            none = Labels.none();
            latest = Optional.empty();
        }
        var standing = latest.filter(last -> last.isOf(now, snapshot, attributed))
                .map(last -> last.also(snapshot))
                .orElseGet(() -> written(now, snapshot, attributed));
        latest = Optional.of(standing);
        return standing;
    }

    private Standing written(Tables now, Snapshot snapshot, Attributed attributed) {
        var labels = now.labels();
        var from = labels.stand() ? snapshot.standing() : snapshot;
        var scene = Scene.of(from, attributed.standing(), none, labels, events);
        write(now.standing(), scene);
        return new Standing(now, snapshot, scene, writer.take());
    }

    private void write(List<Table> tables, Scene scene) {
        for (var table : tables) {
            writer.family(table.head());
            table.samples().write(scene, writer);
        }
    }
}
