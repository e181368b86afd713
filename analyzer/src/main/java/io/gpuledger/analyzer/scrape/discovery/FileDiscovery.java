package io.gpuledger.analyzer.scrape.discovery;

import static java.lang.System.Logger.Level.WARNING;

import io.gpuledger.service.reload.Reloads;
import io.gpuledger.service.settings.SmallFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Targets that stand in files, read anew when they change. Of one that cannot be read, what it said before stands.
final class FileDiscovery implements Discovery {
    private static final System.Logger LOG = System.getLogger(FileDiscovery.class.getName());
    private static final String POOL = "file";
    private static final int LENGTH_MAX = 64 << 20;

    private final List<FilePattern> patterns;
    private final Reloads reloads;
    private final RefreshMetrics refreshes;
    private Map<Path, List<FoundTarget>> known = Map.of();

    FileDiscovery(List<FilePattern> patterns, Reloads reloads, RefreshMetrics refreshes) {
        this.patterns = List.copyOf(patterns);
        this.reloads = reloads;
        this.refreshes = refreshes;
    }

    @Override
    public String pool() {
        return POOL;
    }

    @Override
    public void start(Listener listener) {
        reloads.watch("scrape-file-sd", () -> files(patterns), () -> refresh(listener));
        try {
            refresh(listener);
        } catch (IOException e) {
            LOG.log(WARNING, e.getMessage());
        }
    }

    /// Reads the files and says what is wrong with each of them, and with the targets in them.
    static List<String> problems(List<FilePattern> patterns, TargetDefaults defaults) {
        var problems = new ArrayList<String>();
        for (var file : files(patterns)) {
            try {
                for (var one : read(file)) {
                    target(file, one, defaults).ifPresent(problems::add);
                }
            } catch (IOException e) {
                problems.add(unread(file, e));
            }
        }
        return problems;
    }

    /// Says what is wrong with a target, if anything is.
    private static Optional<String> target(Path file, FoundTarget one, TargetDefaults defaults) {
        try {
            Targets.of(POOL, one, defaults);
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.of("a target in %s is none: %s".formatted(file, e.getMessage()));
        }
    }

    private static String unread(Path file, IOException why) {
        return "cannot read targets from " + file + ": " + SmallFile.why(why);
    }

    private static List<Path> files(List<FilePattern> patterns) {
        return patterns.stream()
                .flatMap(pattern -> pattern.files().stream())
                .distinct()
                .toList();
    }

    /// All of them, the good ones and what is known of the bad ones; then throws what is wrong with these.
    private synchronized void refresh(Listener listener) throws IOException {
        var problems = new ArrayList<String>();
        var now = new HashMap<Path, List<FoundTarget>>();
        var files = files(patterns);
        for (var file : files) {
            found(file, problems).ifPresent(found -> now.put(file, found));
        }
        known = now;
        var all = files.stream().flatMap(file -> now.getOrDefault(file, List.of()).stream());
        listener.found(all.toList(), now.size() == files.size());
        if (problems.isEmpty()) {
            refreshes.succeeded();
        } else {
            refreshes.failed();
            throw new IOException(String.join("; ", problems) + "; targets that are known from before stay");
        }
    }

    private Optional<List<FoundTarget>> found(Path file, List<String> problems) {
        try {
            return Optional.of(read(file).stream().map(one -> from(file, one)).toList());
        } catch (IOException e) {
            problems.add(unread(file, e));
            return Optional.ofNullable(known.get(file));
        }
    }

    private static FoundTarget from(Path file, FoundTarget found) {
        var labels = new HashMap<>(found.labels());
        labels.put("__meta_filepath", file.toString());
        return new FoundTarget(labels);
    }

    private static List<FoundTarget> read(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new IOException("there is no such file");
        }
        if (!file.toString().endsWith(".json")) {
            return TargetGroups.yaml(file);
        }
        try (var content = Files.newInputStream(file)) {
            var text = content.readNBytes(LENGTH_MAX + 1);
            if (text.length > LENGTH_MAX) {
                throw new IOException("it holds more than 64 MiB");
            }
            return TargetGroups.json(text, text.length);
        }
    }

    @Override
    public void close() {
        // Whoever watches the files ends by itself.
    }
}
