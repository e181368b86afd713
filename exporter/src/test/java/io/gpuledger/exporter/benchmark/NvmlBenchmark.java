package io.gpuledger.exporter.benchmark;

import io.gpuledger.exporter.benchmark.Figure.Unit;
import io.gpuledger.exporter.device.nvml.NvmlScript;
import io.gpuledger.exporter.doubles.LibraryDouble;
import io.gpuledger.gate.Golden;
import io.gpuledger.gate.Machine;
import io.gpuledger.gate.PackagedProgram;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Measures the packaged exporter on NVML's double, once on eight H100 and once on as many in seven instances each, and
/// prints a table. With -Dupdate it writes it into docs/benchmarks.md.
public final class NvmlBenchmark {
    private static final int GPUS = 8;
    private static final double MEBIBYTE = 1024 * 1024;

    private final Duration settling;
    private final Duration cpuWindow;
    private final int scrapes;

    NvmlBenchmark(Duration settling, Duration cpuWindow, int scrapes) {
        this.settling = settling;
        this.cpuWindow = cpuWindow;
        this.scrapes = scrapes;
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        var results = new NvmlBenchmark(Duration.ofMinutes(3), Duration.ofMinutes(2), 10_000).results();
        System.out.print(results);
        if (System.getProperty("update") != null) {
            Golden.section(Path.of("docs/benchmarks.md"), "nvml").matches(results);
        }
    }

    String results() throws IOException, InterruptedException {
        var text = new StringBuilder(Machine.here().text()).append(".\n");
        text.append(table("8 H100", NvmlScript.of("h100") + NvmlScript.gpus(GPUS)));
        text.append(table("8 H100 x 7 MIG instances", NvmlScript.of("h100") + NvmlScript.gpus(GPUS) + sevenths()));
        return text.toString();
    }

    private static String sevenths() {
        var lines = new StringBuilder();
        for (var gpu = 0; gpu < GPUS; gpu++) {
            lines.append("gpu%d mig 1\n".formatted(gpu));
            for (var instance = 0; instance < 7; instance++) {
                lines.append(NvmlScript.instance(gpu, instance, 7 + instance, 0, "1g.10gb", 1, 9984));
            }
        }
        return lines.toString();
    }

    private String table(String name, String script) throws IOException, InterruptedException {
        var figures = new ArrayList<Figure>();
        try (var folder = ScratchFolder.named("nvml")) {
            measure(LibraryDouble.ofNvml(folder.path()).says(script).library(), figures);
        }
        var text = new StringBuilder("\n| %s | | budget | |\n|---|---:|---:|---|\n".formatted(name));
        figures.forEach(figure -> text.append(figure.alone()));
        return text.toString();
    }

    private void measure(Path library, List<Figure> figures) throws IOException, InterruptedException {
        var begunNanos = System.nanoTime();
        var program = new PackagedProgram("gpu-exporter")
                .start(
                        "--listen",
                        "127.0.0.1:0",
                        "--nvml-library",
                        library.toString(),
                        "--max-concurrent-scrapes",
                        "0");
        try (var exporter = Contender.GPU_EXPORTER.ready(program, begunNanos)) {
            figures.add(Figure.ours(
                            "start to ready",
                            Unit.MILLISECONDS,
                            exporter.readyAfter().toNanos() / 1e6)
                    .atMost(1500));
            TimeUnit.NANOSECONDS.sleep(settling.toNanos());
            var page = page(exporter);
            figures.add(Figure.ours("page, plain", Unit.BYTES, (double) page.length()));
            figures.add(Figure.ours("samples on it", Unit.COUNT, (double)
                    page.lines().filter(line -> !line.startsWith("#")).count()));
            figures.addAll(cpu(exporter));
            figures.addAll(latency(exporter, RawRequest.PLAIN, "plain"));
            figures.addAll(latency(exporter, RawRequest.GZIP, "gzip"));
            figures.add(Figure.ours(
                            "RSS after %,d scrapes".formatted(2 * scrapes),
                            Unit.MEBIBYTES,
                            exporter.files().rssBytes() / MEBIBYTE)
                    .atMost(96));
        }
    }

    private static String page(Contestant exporter) throws IOException {
        try (var connection = new RawConnection(exporter.port())) {
            return connection.exchange(RawRequest.PLAIN).text();
        }
    }

    private List<Figure> cpu(Contestant exporter) throws IOException, InterruptedException {
        var share = new CpuShare(cpuWindow, Duration.ofSeconds(15)).measure(exporter);
        return List.of(
                Figure.ours("CPU, of one core", Unit.PERCENT, share.all()),
                Figure.ours("- of it, the threads that call the double", Unit.PERCENT, share.driver()),
                Figure.ours("- of it, all else", Unit.PERCENT, share.all() - share.driver())
                        .atMost(0.5));
    }

    private List<Figure> latency(Contestant exporter, RawRequest request, String form) {
        var quantiles = Quantiles.of(new Load(request, 1, scrapes).nanos(exporter.port()));
        return List.of(
                Figure.ours(
                        "scrape, 1 connection, %s: median".formatted(form),
                        Unit.MILLISECONDS,
                        quantiles.medianMillis()),
                Figure.ours("- p99", Unit.MILLISECONDS, quantiles.p99Millis()).atMost(5));
    }
}
