package io.gpuledger.analyzer.parse.read;

import io.gpuledger.analyzer.parse.proto.MalformedMessageException;
import io.gpuledger.gate.Golden;
import io.gpuledger.gate.Machine;
import io.gpuledger.gate.ProcessFiles;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// What it costs to read samples that a server has kept, in each of the forms in which it answers, beside what the
/// same samples cost by remote write: CPU time of one thread, the best of some rounds.
public final class ReadBenchmark {
    interface Work {
        /// Returns how many samples it has read.
        long read() throws IOException, BadAnswerException, MalformedMessageException;
    }

    /// @param perSecond samples
    /// @param bytes of a sample, as it comes
    record Rate(double perSecond, double bytes) {}

    /// @param kind of values
    /// @param forms in the order of [AnswerForm#ALL]
    record Rates(String kind, List<Rate> forms, Rate write) {}

    private final int series;
    private final int rounds;

    ReadBenchmark(int series, int rounds) {
        this.series = series;
        this.rounds = rounds;
    }

    /// Measures, and prints the table.
    ///
    /// @param args how many series there are
    public static void main(String[] args) throws IOException, BadAnswerException, MalformedMessageException {
        var machine = Machine.here().text();
        var series = args.length == 1 ? Integer.parseInt(args[0]) : 100;
        var text = text(machine, series, new ReadBenchmark(series, 15).measure());
        System.out.print(text);
        if (System.getProperty("update") != null) {
            Golden.section(Path.of("docs/benchmarks.md"), "read").matches(text);
        }
    }

    /// Returns the rates of all kinds of values.
    List<Rates> measure() throws IOException, BadAnswerException, MalformedMessageException {
        var random = new Random(1);
        return List.of(
                rates("a gauge of whole numbers", _ -> random.nextInt(100)),
                rates("a gauge that stands still", last -> random.nextInt(50) == 0 ? random.nextInt(100) : last),
                rates("a counter of joules", last -> Math.round(last * 1_000 + random.nextInt(10_000_000)) / 1_000.0));
    }

    private Rates rates(String kind, DoubleUnaryOperator next)
            throws IOException, BadAnswerException, MalformedMessageException {
        var all = IntStream.range(0, series)
                .mapToObj(gpu -> KeptSeries.day(gpu, next))
                .toList();
        var forms = new ArrayList<Rate>();
        for (var form : AnswerForm.ALL) {
            var answer = form.writing().apply(all);
            forms.add(rate(answer.length, () -> form.count(answer)));
        }
        var written = new SameByWrite(all);
        return new Rates(kind, forms, rate(written.bytes(), written::read));
    }

    private Rate rate(long bytes, Work work) throws IOException, BadAnswerException, MalformedMessageException {
        var samples = (long) series * KeptSeries.SAMPLES;
        var best = Long.MAX_VALUE;
        for (var round = 0; round < rounds; round++) {
            var began = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            var read = work.read();
            best = Math.min(best, ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - began);
            if (read != samples) {
                throw new IllegalStateException("%d of %d samples were read".formatted(read, samples));
            }
        }
        return new Rate(samples * 1e9 / best, (double) bytes / samples);
    }

    static String text(String machine, int series, List<Rates> kinds) {
        var rows = new StringBuilder();
        for (var form = 0; form < AnswerForm.ALL.size(); form++) {
            var at = form;
            rows.append(rows(
                    AnswerForm.ALL.get(form).name(), kinds, kind -> kind.forms().get(at)));
            rows.append(row(
                    "- times remote write",
                    kinds,
                    kind -> kind.forms().get(at).perSecond() / kind.write().perSecond()));
        }
        rows.append(rows("remote write 1.0, series that are known", kinds, Rates::write));
        return String.format(
                Locale.ROOT,
                """
                %s; %s.

                | %,d samples of %,d series, in millions a second of CPU | %s |
                |---|---:|---:|---:|
                %s\
                """,
                machine,
                Machine.jdk(new ProcessFiles(ProcessHandle.current().pid())),
                (long) series * KeptSeries.SAMPLES,
                series,
                kinds.stream().map(Rates::kind).collect(Collectors.joining(" | ")),
                rows);
    }

    private static String rows(String what, List<Rates> kinds, Function<Rates, Rate> rate) {
        return row(what, kinds, kind -> rate.apply(kind).perSecond() / 1e6)
                + row("- bytes of a sample", kinds, kind -> rate.apply(kind).bytes());
    }

    private static String row(String what, List<Rates> kinds, ToDoubleFunction<Rates> figure) {
        return kinds.stream()
                .map(kind -> String.format(Locale.ROOT, "%.1f", figure.applyAsDouble(kind)))
                .collect(Collectors.joining(" | ", "| " + what + " | ", " |\n"));
    }
}
