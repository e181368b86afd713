package io.gpuledger.exporter.exposition;

import io.gpuledger.exporter.attribution.Attributed;
import io.gpuledger.exporter.counters.Counters;
import io.gpuledger.exporter.device.Snapshot;
import io.gpuledger.exporter.exposition.Page.Section;
import io.gpuledger.exporter.exposition.Press.Table;
import io.gpuledger.exporter.exposition.Press.Tables;
import io.gpuledger.exporter.self.SelfMetrics;
import io.prometheus.client.Collector.MetricFamilySamples;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Turns a snapshot into the page: all families of all tables, sorted by name. Renders on one thread; which of
/// dcgm-exporter's metrics it shows may be changed by any.
///
/// Most of a page stands for longer than a cycle: it is written anew only when something of it has changed, and is then
/// shared by the pages that follow.
public final class Renderer {
    /// What stands of a page, and what it follows from.
    private record Standing(
            Tables tables, DcgmLabels labels, Snapshot from, LabelledSnapshot labelled, List<Section> sections) {
        boolean isOf(Tables tables, Snapshot snapshot, Attributed attributed) {
            return this.tables.equals(tables)
                    && labels.stand()
                    && snapshot.standsAs(from)
                    && attributed.standing().equals(labelled.attributed());
        }

        /// Compared with what comes next, which has more in common with the later of two that are alike.
        Standing also(Snapshot later) {
            return new Standing(tables, labels, later, labelled, sections);
        }
    }

    private final ExpositionSettings settings;
    private final SelfMetrics self;
    /// Whether it is one of many, which keep little from page to page, though it costs them time.
    private final boolean lean;

    private final SelfTable selfTable = new SelfTable();
    private final Events events;
    private final Press press;
    private final PageWriter writer;
    private Labels none = Labels.none();
    private Optional<Standing> latest = Optional.empty();
    private List<MetricFamilySamples> processFamilies = List.of();
    private List<Section> processSections = List.of();

    public Renderer(ExpositionSettings settings, Counters counters, SelfMetrics self) {
        this(settings, new Press(counters), self, false);
    }

    /// Makes one of many renderers, for as many nodes in one process.
    public static Renderer ofMany(ExpositionSettings settings, Press press, SelfMetrics self) {
        return new Renderer(settings, press, self, true);
    }

    private Renderer(ExpositionSettings settings, Press press, SelfMetrics self, boolean lean) {
        this.settings = settings;
        this.lean = lean;
        this.press = press;
        this.writer = press.writer();
        this.self = self;
        this.events = new Events(settings.events());
    }

    /// Shows these counters from the next page on.
    public void show(Counters counters) {
        press.show(counters);
    }

    /// Renders the page of a node whose units nobody is known to hold.
    public Page render(Snapshot snapshot) {
        return render(snapshot, Attributed.NOTHING);
    }

    public Page render(Snapshot snapshot, Attributed attributed) {
        synchronized (press) {
            return rendered(snapshot, attributed);
        }
    }

    private Page rendered(Snapshot snapshot, Attributed attributed) {
        writer.discard();
        events.take(snapshot);
        self.ran(snapshot.runs());
        var standing = standing(press.tables(), snapshot, attributed);
        write(standing.tables().passing(), standing.labelled().at(snapshot, attributed));
        write(self.workFamilies());
        var sections = new ArrayList<>(standing.sections());
        sections.addAll(writer.take());
        sections.addAll(ofProcess(snapshot.at()));
        return press.page(sections);
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
                .map(last -> lean ? last : last.also(snapshot))
                .orElseGet(() -> written(now, snapshot, attributed));
        latest = Optional.of(standing);
        return standing;
    }

    private Standing written(Tables now, Snapshot snapshot, Attributed attributed) {
        var labels = new DcgmLabels(settings.nodeName(), settings.style(), now.labels());
        var from = labels.stand() ? snapshot.standing() : snapshot;
        var labelled = LabelledSnapshot.of(from, attributed.standing(), lean ? Labels.none() : none, labels, events);
        write(now.standing(), labelled);
        var sections = writer.take();
        if (lean) {
            // Without the labels that only what stands has.
            var again = LabelledSnapshot.of(from, attributed.standing(), Labels.none(), labels, events);
            return new Standing(now, labels, from, again, sections);
        }
        return new Standing(now, labels, snapshot, labelled, sections);
    }

    private void write(List<Table> tables, LabelledSnapshot labelled) {
        for (var table : tables) {
            writer.family(table.head());
            table.samples().write(labelled, writer);
        }
    }
}
