package io.gpuledger.analyzer.parse.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Comparator.comparing;

import io.gpuledger.analyzer.parse.RoutedSamples;
import io.gpuledger.analyzer.parse.SeriesConsumer;
import io.gpuledger.analyzer.parse.SeriesRouter;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/// How fast pages are read. By hand: its main, with the class path of the tests, tells it in GB/s. The iterations are
/// many and short, and the best one counts, as a machine has other things to do.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 200, time = 20, timeUnit = TimeUnit.MILLISECONDS)
@Fork(
        value = 2,
        jvmArgs = {"-XX:+UseSerialGC", "-XX:+UseCompactObjectHeaders", "-Xmx1g"})
public class PageReaderBenchmark {
    private static final int TARGETS = 300;

    private final SeriesRouter router =
            SeriesRouter.to((_, _) -> SeriesConsumer.IGNORED, (name, labels) -> name.length() + labels.size());
    private final Interner interner = new Interner();
    private final RoutedSamples samples = new RoutedSamples();
    private final byte[][] pages =
            IntStream.range(0, TARGETS).mapToObj(i -> NodePage.of(i, i)).toArray(byte[][]::new);
    private final byte[][] later = {NodePage.of(0, 1), NodePage.of(0, 2)};
    private final byte[][] changing = {later[0], changed(later[1])};
    private final PageReader[] readers =
            IntStream.range(0, TARGETS).mapToObj(_ -> newReader()).toArray(PageReader[]::new);
    private final PageReader ofOne = newReader();
    private final PageReader ofChanging = newReader();
    private int turn;

    /// A line of the first GPU is gone, and one of another pod has come.
    private static byte[] changed(byte[] page) {
        return new String(page, UTF_8)
                .replaceFirst("(?m)^DCGM_FI_DEV_READING_07.*\n", "")
                .replaceFirst("(?m)^DCGM_FI_DEV_READING_30(.*)worker-0", "DCGM_FI_DEV_READING_30$1worker-9")
                .getBytes(UTF_8);
    }

    private PageReader newReader() {
        return new PageReader(router, PageLimits.USUAL, interner);
    }

    private RoutedSamples read(PageReader reader, byte[] page) {
        return reader.read(page, page.length, PageFormat.PROMETHEUS, samples);
    }

    @Benchmark
    public RoutedSamples known() {
        return read(ofOne, later[turn++ & 1]);
    }

    @Benchmark
    public RoutedSamples knownOf300Targets() {
        turn = (turn + 1) % TARGETS;
        return read(readers[turn], pages[turn]);
    }

    @Benchmark
    public RoutedSamples twoLinesChanged() {
        return read(ofChanging, changing[turn++ & 1]);
    }

    @Benchmark
    public RoutedSamples firstSight() {
        turn = (turn + 1) % TARGETS;
        return read(newReader(), pages[turn]);
    }

    public static void main(String[] arguments) throws RunnerException {
        var options = new OptionsBuilder().include(PageReaderBenchmark.class.getName());
        new Runner(options.build())
                .run().stream()
                        .sorted(comparing(run -> run.getPrimaryResult().getLabel()))
                        .forEach(PageReaderBenchmark::tell);
    }

    private static void tell(RunResult run) {
        var length = NodePage.of(0, 0).length;
        var times = run.getBenchmarkResults().stream()
                .flatMap(fork -> fork.getIterationResults().stream())
                .map(IterationResult::getPrimaryResult)
                .mapToDouble(result -> result.getScore())
                .sorted()
                .toArray();
        System.out.printf(
                "%-20s best %.2f GB/s, median %.2f GB/s%n",
                run.getPrimaryResult().getLabel(), length / times[0], length / times[times.length / 2]);
    }
}
