package io.gpuledger.analyzer.benchmark;

import io.gpuledger.analyzer.ledger.State;
import io.gpuledger.analyzer.time.Span;
import io.gpuledger.gate.ProcessFiles;
import io.gpuledger.gate.Repository;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A packaged analyzer that comes to know the past of a fleet, and when it knew what.
final class FilledAnalyzer implements AutoCloseable {
    private static final double MINUTE = 60;
    /// The pass of the books that is under way when the last row is in the database, and a whole one after it.
    private static final int PASSES = 2;

    /// When something had come in, and when it was booked.
    static final class Milestone {
        private double in;
        private double booked;
        private double passes = Double.MAX_VALUE;

        private void look(Course course, double seconds) {
            in = in > 0 ? in : seconds;
            if (course.isDrained() && passes == Double.MAX_VALUE) {
                passes = course.passes();
            }
            booked = booked == 0 && course.passes() >= passes + PASSES ? seconds : booked;
        }

        double in() {
            return in;
        }

        double booked() {
            return booked;
        }
    }

    /// How far it is, by its own account.
    ///
    /// @param left seconds of the past that are still to be read
    /// @param samples that it has read
    /// @param written samples that it was sent
    /// @param isDrained whether all that was taken in is in the database
    /// @param passes of the books
    private record Course(double left, double samples, double written, boolean isDrained, double passes) {
        static Optional<Course> of(URI site) throws InterruptedException {
            try {
                var counters = Counters.of(site.resolve("/metrics"));
                var samples = counters.sum("gpu_analyzer_read_samples_total");
                return Optional.of(new Course(
                        samples > 0 ? counters.sum("gpu_analyzer_read_left_seconds") : Double.MAX_VALUE,
                        samples,
                        counters.sum("gpu_analyzer_remote_write_samples_total"),
                        counters.sum("gpu_analyzer_spool_rows") == 0
                                && counters.sum("gpu_analyzer_books_waiting_gpus") == 0,
                        counters.sum("gpu_analyzer_books_passes_seconds_count")));
            } catch (IOException _) {
                return Optional.empty();
            }
        }
    }

    private final long began = System.nanoTime();
    private final Child program;
    private final ProcessTree tree;
    private final URI site;
    private final Milestone week = new Milestone();
    private final Milestone all = new Milestone();
    private final WeekReports reports = new WeekReports();
    private double samples;

    private FilledAnalyzer(Path data, List<String> more) throws InterruptedException {
        var usual = List.of(
                Repository.root()
                        .resolve("analyzer/target/dist/bin/gpu-analyzer")
                        .toString(),
                "serve",
                "--listen=127.0.0.1:0",
                "--data-dir=" + data,
                "--retention-raw=60d");
        this.program = Child.start(Stream.concat(usual.stream(), more.stream()).toList(), data);
        this.tree = new ProcessTree(program.program().pid(), Optional.of(data));
        this.site = URI.create(program.program().await("serving (http://[0-9.:]+)"));
    }

    static FilledAnalyzer reading(Path data, URI peer, String way, int days) throws InterruptedException {
        return new FilledAnalyzer(
                data, List.of("--from-prometheus=" + peer, "--prometheus-days=" + days, "--prometheus-way=" + way));
    }

    static FilledAnalyzer written(Path data) throws InterruptedException {
        return new FilledAnalyzer(data, List.of());
    }

    URI site() {
        return site;
    }

    private double seconds() {
        return (System.nanoTime() - began) / 1e9;
    }

    /// Looks how far it has come with reading.
    ///
    /// @param newest the newest week that is over
    /// @param leftOfWeeksBefore seconds of the past that are still to be read when that week is
    /// @return whether all is booked
    boolean hasRead(Span newest, double leftOfWeeksBefore) throws InterruptedException {
        var course = Course.of(site);
        var seconds = seconds();
        reports.look(site, newest, seconds);
        course.filter(now -> now.left() <= leftOfWeeksBefore).ifPresent(now -> week.look(now, seconds));
        course.filter(now -> now.left() < MINUTE).ifPresent(now -> {
            samples = samples == 0 ? now.samples() : samples;
            all.look(now, seconds);
        });
        return all.booked() > 0;
    }

    /// Looks how far it has come with what was sent to it, now that all was.
    ///
    /// @return whether all is booked
    boolean hasBooked() throws InterruptedException {
        var seconds = seconds();
        Course.of(site).ifPresent(now -> {
            samples = now.written();
            all.look(now, seconds);
        });
        return all.booked() > 0;
    }

    /// The newest week that is over.
    Milestone week() {
        return week;
    }

    Milestone all() {
        return all;
    }

    /// Returns after how many seconds the report of that week was what it is in the end, to a thousandth of all time.
    double reported() {
        return reports.rightAfter();
    }

    double samples() {
        return samples;
    }

    ProcessTree.Cpu cpu() {
        return tree.cpu();
    }

    long highestBytes() {
        return new ProcessFiles(program.program().pid()).highestRssBytes();
    }

    /// Returns the GPU-seconds of each state. What nobody holds is free in truth, also where it is of no use to anybody
    /// and stands in the books as stranded.
    ///
    /// @param nodes the only ones that count
    Map<State, Double> booked(ToldFleet fleet, List<String> nodes) throws IOException, InterruptedException {
        var path = "/api/v1/ledger?by=state&from=%s&to=%s%s"
                .formatted(
                        fleet.comparedFrom(),
                        fleet.comparedTo(),
                        nodes.stream().map(node -> "&node=" + node).collect(Collectors.joining()));
        return WeekReports.sums(site.resolve(path));
    }

    @Override
    public void close() {
        program.close();
    }
}
