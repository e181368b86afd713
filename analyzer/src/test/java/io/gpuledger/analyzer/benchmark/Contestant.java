package io.gpuledger.analyzer.benchmark;

import io.gpuledger.gate.ProcessFiles;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;

/// A contender that runs.
///
/// @param empty what lay in its folder before it took anything in
record Contestant(Contender contender, Child child, URI address, Path folder, Disk empty) implements AutoCloseable {
    static Contestant listening(Contender contender, Child child, String port, Path folder) {
        return new Contestant(
                contender, child, URI.create("http://127.0.0.1:" + port), folder, Disk.of(folder, contender.passing()));
    }

    Taken taken() throws IOException, InterruptedException {
        return contender.taken(Counters.of(address.resolve("/metrics")));
    }

    double behindSeconds() throws IOException, InterruptedException {
        return contender.behindSeconds(Counters.of(address.resolve("/metrics")));
    }

    ProcessTree.Cpu cpu() {
        return child.tree().cpu();
    }

    Memory memory() {
        var files = new ProcessFiles(child.program().pid());
        var postgres = child.tree().postgres().stream()
                .mapToLong(pid -> new ProcessFiles(pid).pssBytes())
                .sum();
        return new Memory(files.rssBytes(), files.highestRssBytes(), postgres);
    }

    /// Holds how much memory a contestant takes, in bytes.
    ///
    /// @param postgresPss each page that its processes share counts once
    record Memory(long rss, long highestRss, long postgresPss) {}

    /// What it has added.
    Disk disk() {
        return Disk.of(folder, contender.passing()).since(empty);
    }

    @Override
    public void close() {
        child.close();
    }
}
