package io.gpuledger.analyzer.benchmark;

import com.sun.management.ThreadMXBean;
import io.gpuledger.analyzer.ledger.GpuFacts;
import io.gpuledger.analyzer.ledger.Heard;
import io.gpuledger.analyzer.ledger.Ledger;
import io.gpuledger.analyzer.time.Span;
import io.gpuledger.gate.Golden;
import io.gpuledger.gate.Machine;
import io.gpuledger.gate.ProcessFiles;
import io.gpuledger.service.settings.Declaration;
import io.gpuledger.service.settings.Setting;
import io.gpuledger.service.settings.Settings;
import io.gpuledger.simulator.draw.Drawing;
import io.gpuledger.simulator.page.Exporter;
import io.gpuledger.simulator.page.FailingScrapes;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/// What the ledger costs by itself: facts in, entries out, in memory and without a database. The facts are those of
/// some drawn nodes, each 30 s; they are booked again and again until so many GPUs have been.
public final class LedgerAlone {
    private static final Setting<Long> GPUS = Setting.whole("gpus", "How many GPUs are booked for an hour.")
            .that(gpus -> gpus >= 1, "1 or more")
            .or("100000");
    private static final Setting<Long> NODES = Setting.whole("nodes", "How many nodes are drawn for that.")
            .that(nodes -> nodes >= 1 && nodes <= 1_000, "1 to 1000")
            .or("40");
    private static final Setting<Exporter> EXPORTER = Setting.choice(
                    "exporter", Exporter.class, "Whose pages the nodes have.")
            .or("gpu-exporter");
    private static final Declaration DECLARATION = new Declaration(
            "ledger", "Measures what the ledger costs by itself.", List.of(), List.of(GPUS, NODES, EXPORTER));

    private static final long BEGIN = 1_790_035_200;
    private static final long HOUR = 3600;
    /// The third of five: rules look an hour back and forth.
    private static final Span WINDOW = new Span((BEGIN + 2 * HOUR) * 1000, (BEGIN + 3 * HOUR) * 1000);
    private static final int INTERVAL = 30;

    /// @param rows that there were of a GPU
    record Result(long gpus, long rows, long entries, double cpuSeconds, double bytes, long rssBytes) {}

    private final List<GpuFacts> facts;

    LedgerAlone(int nodes, Exporter exporter) {
        var span = new io.gpuledger.simulator.story.Span(BEGIN, BEGIN + 5 * HOUR);
        var story = Drawing.of(1, nodes, span);
        this.facts = new Heard(story, exporter, INTERVAL, new FailingScrapes(0)).facts();
    }

    public static void main(String[] args) throws Exception {
        CommandLine.run(DECLARATION, args, LedgerAlone::run);
    }

    private static void run(Settings settings) {
        var machine = Machine.here().text();
        var alone = new LedgerAlone(Math.toIntExact(settings.get(NODES)), settings.get(EXPORTER));
        alone.book(settings.get(GPUS) / 5);
        var text = text(machine, alone.book(settings.get(GPUS)));
        System.out.print(text);
        if (System.getProperty("update") != null) {
            Golden.section(Path.of("docs/benchmarks.md"), "ledger").matches(text);
        }
    }

    /// An hour of so many.
    Result book(long gpus) {
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        var cpu = threads.getCurrentThreadCpuTime();
        var allocated = threads.getCurrentThreadAllocatedBytes();
        var entries = 0L;
        for (var booked = 0L; booked < gpus; booked++) {
            entries += Ledger.of(facts.get((int) (booked % facts.size())))
                    .entries(WINDOW)
                    .size();
        }
        return new Result(
                gpus,
                facts.stream()
                                .flatMap(known -> known.rows().values().stream())
                                .mapToLong(List::size)
                                .sum()
                        / facts.size(),
                entries,
                (threads.getCurrentThreadCpuTime() - cpu) / 1e9,
                threads.getCurrentThreadAllocatedBytes() - allocated,
                new ProcessFiles(ProcessHandle.current().pid()).rssBytes());
    }

    static String text(String machine, Result result) {
        return String.format(
                Locale.ROOT,
                """
                %s.

                | an hour of %,d GPUs at 30 s, in memory | |
                |---|---:|
                | readings of a GPU, of five hours | %,d |
                | entries | %,d |
                | CPU | %.1f s |
                | - of a core, where each hour is booked once | %.2f %% |
                | - a GPU | %.0f µs |
                | allocated for a GPU | %.0f kB |
                | RSS at the end, with the facts of those that were drawn | %.0f MiB |
                """,
                machine,
                result.gpus(),
                result.rows(),
                result.entries(),
                result.cpuSeconds(),
                result.cpuSeconds() / HOUR * 100,
                result.cpuSeconds() / result.gpus() * 1e6,
                result.bytes() / result.gpus() / 1e3,
                result.rssBytes() / 1024.0 / 1024.0);
    }
}
