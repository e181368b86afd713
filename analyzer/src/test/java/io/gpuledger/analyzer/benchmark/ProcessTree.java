package io.gpuledger.analyzer.benchmark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/// A program with all processes that it has begotten. PostgreSQL's server may have let go of its parent: it is known by
/// the folder that it works in.
///
/// @param folder of the program's data, where it may have a PostgreSQL
public record ProcessTree(long root, Optional<Path> folder) {
    private static final String POSTGRES = "postgres";
    /// What Linux calls USER_HZ, which has one value on all that it runs on.
    private static final Duration TICK = Duration.ofMillis(10);

    /// CPU time that the program has taken itself, and PostgreSQL for it.
    public record Cpu(Duration own, Duration postgres) {
        public Cpu since(Cpu before) {
            return new Cpu(own.minus(before.own), postgres.minus(before.postgres));
        }
    }

    /// A line of /proc/PID/stat. https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
    ///
    /// @param ticks user's and system's, of its children that have ended too
    private record Entry(long pid, long parent, String name, long ticks) {
        static Entry parse(String stat) {
            // The name may hold whatever it likes, and ends with the last bracket.
            var end = stat.lastIndexOf(')');
            var fields = stat.substring(end + 2).split(" ", -1);
            return new Entry(
                    Long.parseLong(stat.substring(0, stat.indexOf(' '))),
                    Long.parseLong(fields[1]),
                    stat.substring(stat.indexOf('(') + 1, end),
                    LongStream.of(11, 12, 13, 14)
                            .map(field -> Long.parseLong(fields[(int) field]))
                            .sum());
        }
    }

    public Cpu cpu() {
        var tree = entries().toList();
        return new Cpu(
                cpu(tree.stream().filter(entry -> !isPostgres(entry))),
                cpu(tree.stream().filter(ProcessTree::isPostgres)));
    }

    private static Duration cpu(Stream<Entry> entries) {
        return TICK.multipliedBy(entries.mapToLong(Entry::ticks).sum());
    }

    private static boolean isPostgres(Entry entry) {
        return entry.name().equals(POSTGRES);
    }

    /// The numbers of PostgreSQL's processes.
    List<Long> postgres() {
        return entries().filter(ProcessTree::isPostgres).map(Entry::pid).toList();
    }

    /// All of it, for whoever has to end it.
    List<ProcessHandle> handles() {
        return entries()
                .map(entry -> ProcessHandle.of(entry.pid()))
                .flatMap(Optional::stream)
                .toList();
    }

    private Stream<Entry> entries() {
        var all = all();
        return all.values().stream().filter(entry -> belongs(entry, all));
    }

    private boolean belongs(Entry entry, Map<Long, Entry> all) {
        return Stream.iterate(Optional.of(entry), Optional::isPresent, above -> above.map(at -> all.get(at.parent())))
                .flatMap(Optional::stream)
                .anyMatch(above -> above.pid() == root || (isPostgres(above) && worksHere(above)));
    }

    private boolean worksHere(Entry postgres) {
        var command = read(Path.of("/proc", Long.toString(postgres.pid()), "cmdline"));
        return command.isPresent()
                && folder.map(Path::toAbsolutePath)
                        .map(Path::toString)
                        .filter(command.get()::contains)
                        .isPresent();
    }

    private static Map<Long, Entry> all() {
        try (var files = Files.list(Path.of("/proc"))) {
            return files.filter(file -> file.getFileName().toString().matches("\\d+"))
                    .map(file -> read(file.resolve("stat")))
                    .flatMap(Optional::stream)
                    .map(Entry::parse)
                    .collect(Collectors.toMap(Entry::pid, Function.identity()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Empty where the process has ended.
    private static Optional<String> read(Path file) {
        try {
            return Optional.of(Files.readString(file));
        } catch (IOException _) {
            return Optional.empty();
        }
    }
}
