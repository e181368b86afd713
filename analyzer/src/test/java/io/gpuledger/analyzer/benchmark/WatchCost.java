package io.gpuledger.analyzer.benchmark;

import com.sun.management.ThreadMXBean;
import io.gpuledger.analyzer.health.Xids;
import io.gpuledger.analyzer.health.watch.Watches;
import io.gpuledger.analyzer.ledger.PageRows;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.gate.Golden;
import io.gpuledger.gate.Machine;
import io.gpuledger.service.settings.Declaration;
import io.gpuledger.service.settings.Setting;
import io.gpuledger.service.settings.Settings;
import io.gpuledger.simulator.draw.Drawing;
import io.gpuledger.simulator.page.Exporter;
import io.gpuledger.simulator.page.Pages;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// What it costs to watch for findings, beside what it costs to read the same pages: both are done in turns, of
/// the same pages of some drawn nodes, again and again, until so many GPUs are watched. No page is read again
/// from memory for a copy, so the readers' part is as small as it can be, and each copy has watches of its own,
/// so the watches' part is not.
public final class WatchCost {
    private static final Setting<Long> GPUS = Setting.whole("gpus", "How many GPUs are watched.")
            .that(gpus -> gpus >= 1, "1 or more")
            .or("100000");
    private static final Setting<Long> NODES = Setting.whole("nodes", "How many nodes are drawn for that.")
            .that(nodes -> nodes >= 1 && nodes <= 100, "1 to 100")
            .or("20");
    private static final Declaration DECLARATION = new Declaration(
            "findings", "Measures what it costs to watch for findings.", List.of(), List.of(GPUS, NODES));

    private static final long BEGIN = 1_790_035_200;
    /// Pods hold their GPUs by then.
    private static final long FROM = BEGIN + 4 * 3_600;

    private static final int TICKS = 12;
    private static final int WARM = 4;
    private static final int INTERVAL = 30;

    /// @param rows that were read and watched
    record Result(long gpus, long rows, double readingNanos, double watchingNanos, double bytesOfGpu) {
        double part() {
            return watchingNanos / readingNanos;
        }
    }

    /// The pages of each tick, one a node.
    private final List<List<byte[]>> ticks = new ArrayList<>();

    private final int nodes;

    WatchCost(int nodes) {
        var span = new io.gpuledger.simulator.story.Span(BEGIN, FROM + TICKS * INTERVAL + 1);
        var pages = new Pages(Drawing.of(1, nodes, span), BEGIN, Exporter.GPU_EXPORTER, 1);
        this.nodes = nodes;
        for (var tick = 0; tick < TICKS; tick++) {
            var at = FROM + (long) tick * INTERVAL;
            ticks.add(IntStream.range(0, nodes)
                    .boxed()
                    .flatMap(node -> pages.at(node, at).stream())
                    .toList());
        }
    }

    public static void main(String[] args) throws Exception {
        CommandLine.run(DECLARATION, args, WatchCost::run);
    }

    private static void run(Settings settings) {
        var machine = Machine.here().text();
        var cost = new WatchCost(Math.toIntExact(settings.get(NODES)));
        var text = text(machine, cost.measure(settings.get(GPUS)));
        System.out.print(text);
        if (System.getProperty("update") != null) {
            Golden.section(Path.of("docs/benchmarks.md"), "findings").matches(text);
        }
    }

    Result measure(long gpus) {
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        var readers = Stream.generate(PageRows::new).limit(nodes).toList();
        var each = read(readers, 0).stream().mapToInt(List::size).sum();
        var copies = Stream.generate(() -> new Watches(Xids.BUILT_IN, List.of()))
                .limit(Math.max(1, gpus / Math.max(1, each)))
                .toList();
        var before = heap();
        var reading = 0L;
        var watching = 0L;
        var rows = 0L;
        for (var tick = 0; tick < TICKS; tick++) {
            for (var copy : copies) {
                var begun = threads.getCurrentThreadCpuTime();
                var read = read(readers, tick);
                var between = threads.getCurrentThreadCpuTime();
                read.forEach(copy::read);
                var ended = threads.getCurrentThreadCpuTime();
                if (tick >= WARM) {
                    reading += between - begun;
                    watching += ended - between;
                    rows += read.stream().mapToInt(List::size).sum();
                }
            }
        }
        var watched = copies.size() * (long) each;
        var bytes = (double) (heap() - before) / watched;
        // They are needed until here, so that the heap above has them.
        if (copies.stream().anyMatch(copy -> copy.open().size() > watched)) {
            throw new IllegalStateException("more findings than GPUs");
        }
        return new Result(watched, rows, (double) reading / rows, (double) watching / rows, bytes);
    }

    private List<List<Row>> read(List<PageRows> readers, int tick) {
        var pages = ticks.get(tick);
        return IntStream.range(0, pages.size())
                .mapToObj(node -> readers.get(node).rows(pages.get(node), (FROM + (long) tick * INTERVAL) * 1000))
                .toList();
    }

    private static long heap() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    static String text(String machine, Result result) {
        return String.format(
                Locale.ROOT,
                """
                %s.

                | %,d GPUs and MIG devices, each 30 s | |
                |---|---:|
                | readings | %,d |
                | CPU of reading a page, for a GPU | %.2f µs |
                | CPU of watching it | %.2f µs |
                | - of reading | %.1f %% |
                | heap of the watches, for a GPU | %,.0f bytes |
                """,
                machine,
                result.gpus(),
                result.rows(),
                result.readingNanos() / 1e3,
                result.watchingNanos() / 1e3,
                100 * result.part(),
                result.bytesOfGpu());
    }
}
