package io.gpuledger.exporter.counters;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import io.gpuledger.service.settings.BadSettingsException;
import io.gpuledger.service.settings.SmallFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// A source says where the counters stand.
public sealed interface CountersSource {
    String DEFAULT_LIST = "default-counters.csv";

    /// The image of dcgm-exporter has its lists here, and its charts and manifests name them so.
    Path THEIR_FOLDER = Path.of("/etc/dcgm-exporter");

    List<String> THEIR_LISTS = List.of(DEFAULT_LIST, "dcp-metrics-included.csv", "1.x-compatibility-metrics.csv");

    /// The counters stand in a file of the user's.
    record File(Path path) implements CountersSource {
        @Override
        public Counters read() {
            try {
                return CountersFile.parse(path.toString(), SmallFile.read(path));
            } catch (IOException e) {
                throw new IllegalArgumentException(
                        "must be a file that this process can read (" + SmallFile.why(e) + ")", e);
            }
        }

        @Override
        public Optional<Path> file() {
            return Optional.of(path);
        }

        @Override
        public String toString() {
            return path.toString();
        }
    }

    /// The counters stand in one of dcgm-exporter's own lists.
    record BuiltIn(String list) implements CountersSource {
        @Override
        public Counters read() {
            try (var resource = Objects.requireNonNull(CountersSource.class.getResourceAsStream(list), list)) {
                return CountersFile.parse(list, new String(resource.readAllBytes(), StandardCharsets.UTF_8));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public String toString() {
            return "the built-in " + list;
        }
    }

    /// The file at this path; or our own, where the path names a list in dcgm-exporter's image that is not there.
    static CountersSource at(Path path) {
        var list = String.valueOf(path.getFileName());
        return path.startsWith(THEIR_FOLDER) && THEIR_LISTS.contains(list) && !Files.exists(path)
                ? new BuiltIn(list)
                : new File(path);
    }

    /// The file that somebody may change.
    default Optional<Path> file() {
        return Optional.empty();
    }

    /// The counters as they stand there now. Throws [IllegalArgumentException], or [BadSettingsException] with each
    /// problem and its line.
    Counters read();

    /// Reads as [#read] does, and logs what is odd about the counters.
    default Counters load() {
        var counters = read();
        var log = System.getLogger(CountersSource.class.getName());
        counters.warnings().forEach(warning -> log.log(WARNING, warning));
        log.log(
                INFO,
                () -> "%d metrics and %d labels of dcgm-exporter are shown, by %s"
                        .formatted(counters.metrics().size(), counters.labels().size(), this));
        return counters;
    }
}
