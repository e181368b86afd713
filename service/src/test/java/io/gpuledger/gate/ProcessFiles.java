package io.gpuledger.gate;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// What Linux says of a process.
public record ProcessFiles(long pid) {
    private static final Pattern RSS = Pattern.compile("VmRSS:\\s+(\\d+) kB");
    private static final Pattern HIGHEST_RSS = Pattern.compile("VmHWM:\\s+(\\d+) kB");
    private static final Pattern PSS = Pattern.compile("(?m)^Pss:\\s+(\\d+) kB");
    /// What Linux calls USER_HZ, which has one value on all that it runs on.
    private static final Duration TICK = Duration.ofMillis(10);
    /// This is the place of the ticks in what follows the name in /proc/PID/stat.
    /// https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
    private static final int USER_TICKS = 11;
    private static final int SYSTEM_TICKS = 12;

    public long rssBytes() {
        return kibibytes("status", RSS);
    }

    /// The most that it has ever held.
    public long highestRssBytes() {
        return kibibytes("status", HIGHEST_RSS);
    }

    /// Returns the process' own pages, and its part of those that it shares.
    public long pssBytes() {
        return kibibytes("smaps_rollup", PSS);
    }

    public int threads() {
        return entries("task");
    }

    public int descriptors() {
        return entries("fd");
    }

    private int entries(String folder) {
        try (var entries = Files.list(folder().resolve(folder))) {
            return (int) entries.count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private long kibibytes(String file, Pattern figure) {
        var found = figure.matcher(read(folder().resolve(file)));
        if (!found.find()) {
            throw new IllegalStateException("no %s in %s".formatted(figure, file));
        }
        return Long.parseLong(found.group(1)) * 1024;
    }

    /// The CPU time of all threads, those that have ended too.
    public Duration cpu() {
        var stat = read(folder().resolve("stat"));
        // The name may hold whatever it likes, and ends with the last bracket.
        var fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        return TICK.multipliedBy(Long.parseLong(fields[USER_TICKS]) + Long.parseLong(fields[SYSTEM_TICKS]));
    }

    /// The CPU time of the living threads of such names, which Linux cuts to 15 characters. In nanoseconds: ticks would
    /// lose the most part of threads that run for microseconds.
    public Duration cpu(Predicate<String> threadName) {
        try (var threads = Files.list(folder().resolve("task"))) {
            return threads.filter(thread -> threadName.test(name(thread)))
                    .map(thread -> read(thread.resolve("schedstat")).split(" ", 2)[0])
                    .map(nanos -> Duration.ofNanos(Long.parseLong(nanos)))
                    .reduce(Duration.ZERO, Duration::plus);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Returns nothing once the thread has ended.
    private static String name(Path thread) {
        try {
            return Files.readString(thread.resolve("comm")).strip();
        } catch (IOException _) {
            return "";
        }
    }

    /// The folder of the JDK, or whatever else its program file lies in the bin folder of.
    public Path home() {
        try {
            return folder().resolve("exe").toRealPath().resolve("../..").normalize();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path folder() {
        return Path.of("/proc", Long.toString(pid));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
