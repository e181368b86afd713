package io.gpuledger.analyzer.durability;

import io.gpuledger.analyzer.benchmark.Child;
import io.gpuledger.analyzer.benchmark.Counters;
import io.gpuledger.gate.FreePort;
import io.gpuledger.gate.ProcessFiles;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The packaged analyzer at an address of its own, through all its lives.
final class Analyzer implements AutoCloseable {
    private static final Pattern STORED = Pattern.compile("stored \\S+ (\\d+) rows=[1-9]");

    private final List<String> command;
    private final Path folder;
    private final int port = FreePort.find();
    private final List<Child> lives = new ArrayList<>();

    Analyzer(Path folder, List<String> flags) {
        this.folder = folder;
        this.command = Stream.concat(
                        Stream.of(
                                "target/dist/bin/gpu-analyzer",
                                "serve",
                                "--listen=127.0.0.1:" + port,
                                "--data-dir=" + folder.toAbsolutePath(),
                                "--log-level=debug"),
                        flags.stream())
                .toList();
    }

    /// Returns the flags that have the analyzer scrape the page, followed by the others.
    static List<String> flags(ScrapedPage page, String... others) {
        return Stream.concat(
                        Stream.of("--scrape-targets=127.0.0.1:" + page.port(), "--scrape-interval=500ms"),
                        Stream.of(others))
                .toList();
    }

    void start() {
        lives.add(Child.start(command, folder));
    }

    private Child life() {
        return lives.getLast();
    }

    private ProcessHandle process() {
        return ProcessHandle.of(life().program().pid())
                .orElseThrow(() -> new AssertionError(
                        "the analyzer has ended by itself:\n" + life().program().output()));
    }

    void requireRunning() {
        process();
    }

    /// Kills the process as `kill -9` does, and waits until it has ended.
    void kill() throws InterruptedException {
        process().destroyForcibly();
        life().program().exitCode();
    }

    /// Asks the process to end, and waits until it has.
    void end() throws InterruptedException {
        process().destroy();
        life().program().exitCode();
    }

    /// Has the process stand still, as one does whose machine is paused.
    void pause() throws IOException, InterruptedException {
        signal("STOP");
    }

    void resume() throws IOException, InterruptedException {
        signal("CONT");
    }

    private void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("sh", "-c", "kill -%s %d".formatted(name, process().pid()))
                .inheritIO()
                .start()
                .waitFor();
    }

    /// Whether it says that it keeps the books of its database.
    boolean keepsBooks() throws IOException, InterruptedException {
        return Counters.of(at("/metrics")).sum("gpu_analyzer_books_kept") == 1;
    }

    /// How many passes of the books it has come to the end of, by its own account.
    double passes() throws IOException, InterruptedException {
        return Counters.of(at("/metrics")).sum("gpu_analyzer_books_passes_seconds_count");
    }

    URI at(String path) {
        return URI.create("http://127.0.0.1:%d%s".formatted(port, path));
    }

    /// How many rows are not in the database yet, by its own account.
    long spoolRows() throws IOException, InterruptedException {
        requireRunning();
        return (long) Counters.of(at("/metrics")).sum("gpu_analyzer_spool_rows");
    }

    long rssBytes() {
        return new ProcessFiles(process().pid()).rssBytes();
    }

    /// The times of the scrapes that it has said are stored, in all its lives.
    List<Long> storedScrapes() {
        return lives.stream()
                .flatMap(life -> STORED.matcher(life.program().output()).results())
                .map(found -> Long.parseLong(found.group(1)))
                .toList();
    }

    /// What it said in this life, for a reader of a failure.
    List<String> complaints() {
        return lives.stream()
                .flatMap(life -> life.program().output().lines())
                .filter(line -> line.contains(" WARNING ") || line.contains(" ERROR ") || line.contains("SEVERE"))
                .toList();
    }

    @Override
    public void close() {
        lives.reversed().forEach(Child::close);
    }
}
