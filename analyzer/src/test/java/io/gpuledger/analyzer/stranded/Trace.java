package io.gpuledger.analyzer.stranded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Nodes and pods of a trace in two CSV files, as those of Alibaba's cluster-trace-gpu-v2023. Columns are found by the
/// names in the first line, in any order, and others are left alone:
///
///  - of nodes `sn`, `cpu_milli`, `memory_mib`, `gpu` (how many) and `model`;
///  - of pods `name`, `cpu_milli`, `memory_mib`, `num_gpu`, `gpu_milli` (of each) and `gpu_spec` (models that it may
///    have, with `|` between them).
record Trace(List<Node> nodes, List<Pod> pods) {
    /// A node with nothing on it.
    record Node(String name, Remainder whole, long memoryMebibytes) {}

    record Pod(String name, PodShape shape, long memoryMebibytes) {
        long gpuMillis() {
            return (long) shape.gpus() * shape.gpuMillis();
        }
    }

    Trace {
        nodes = List.copyOf(nodes);
        pods = List.copyOf(pods);
    }

    static Trace read(Path nodes, Path pods) throws IOException {
        return new Trace(
                rows(nodes, List.of("sn", "cpu_milli", "memory_mib", "gpu", "model"), Trace::node),
                rows(pods, List.of("name", "cpu_milli", "memory_mib", "num_gpu", "gpu_milli", "gpu_spec"), Trace::pod));
    }

    private interface Reader<T> {
        T read(Map<String, String> row);
    }

    private static <T> List<T> rows(Path file, List<String> columns, Reader<T> reader) throws IOException {
        var lines = Files.readAllLines(file);
        var header = lines.isEmpty() ? List.<String>of() : cells(lines.getFirst());
        if (!header.containsAll(columns)) {
            throw new IOException("%s: its first line has to name the columns %s, and names %s"
                    .formatted(file, String.join(", ", columns), header));
        }
        var rows = new ArrayList<T>();
        for (var i = 1; i < lines.size(); i++) {
            try {
                rows.add(reader.read(row(header, cells(lines.get(i)))));
            } catch (IllegalArgumentException e) {
                throw new IOException("%s: line %d cannot be read: %s".formatted(file, i + 1, e.getMessage()), e);
            }
        }
        return rows;
    }

    private static List<String> cells(String line) {
        return Stream.of(line.split(",", -1)).map(String::strip).toList();
    }

    private static Map<String, String> row(List<String> header, List<String> cells) {
        if (cells.size() != header.size()) {
            throw new IllegalArgumentException("it has %d cells for %d columns".formatted(cells.size(), header.size()));
        }
        var row = new TreeMap<String, String>();
        for (var i = 0; i < cells.size(); i++) {
            row.put(header.get(i), cells.get(i));
        }
        return row;
    }

    private static String text(Map<String, String> row, String column) {
        return Objects.requireNonNull(row.get(column));
    }

    private static long number(Map<String, String> row, String column) {
        return Long.parseLong(text(row, column));
    }

    private static Node node(Map<String, String> row) {
        var gpus = Collections.nCopies((int) number(row, "gpu"), 1_000);
        var whole = new Remainder(text(row, "model"), number(row, "cpu_milli"), gpus);
        return new Node(text(row, "sn"), whole, number(row, "memory_mib"));
    }

    private static Pod pod(Map<String, String> row) {
        Set<String> models = Stream.of(text(row, "gpu_spec").split("\\|", -1))
                .filter(model -> !model.isEmpty())
                .collect(Collectors.toSet());
        var shape = new PodShape(
                number(row, "cpu_milli"), (int) number(row, "num_gpu"), (int) number(row, "gpu_milli"), models);
        return new Pod(text(row, "name"), shape, number(row, "memory_mib"));
    }

    long gpuMillis() {
        return nodes.stream().mapToLong(node -> node.whole().idleMillis()).sum();
    }
}
