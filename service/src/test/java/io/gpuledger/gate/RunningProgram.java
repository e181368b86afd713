package io.gpuledger.gate;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A real process that a test started: what it prints, on both streams, and how it ends. Closing it ends it for sure.
public final class RunningProgram implements AutoCloseable {
    /// Only what fails waits as long: on a busy machine a program starts slowly, and is as good.
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    /// A test that runs under nohup has SIGHUP ignored, which a program that it starts should not inherit.
    private static final List<String> AS_A_SERVICE = List.of("env", "--default-signal=HUP");

    private final Process process;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final List<String> seen = new ArrayList<>();
    /// To read from a pipe holds the thread of the machine: a few virtual ones that do would leave none to the others.
    private final Thread collector = Thread.ofPlatform().daemon().unstarted(this::collect);

    private RunningProgram(Process process) {
        this.process = process;
        collector.start();
    }

    public static RunningProgram start(List<String> command) {
        return start(command, Map.of());
    }

    /// An empty value takes the variable out of the environment.
    public static RunningProgram start(List<String> command, Map<String, String> environment) {
        var builder = new ProcessBuilder(
                        Stream.of(AS_A_SERVICE, command).flatMap(List::stream).toList())
                .redirectErrorStream(true);
        environment.forEach((name, value) -> {
            if (value.isEmpty()) {
                builder.environment().remove(name);
            } else {
                builder.environment().put(name, value);
            }
        });
        try {
            return new RunningProgram(builder.start());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start " + command, e);
        }
    }

    private void collect() {
        try (BufferedReader output = process.inputReader()) {
            output.lines().forEach(lines::add);
        } catch (IOException | UncheckedIOException _) {
            // The process ended in the middle of a line.
        }
    }

    /// Waits for a line in which the pattern is found, and returns its first group.
    public String await(String pattern) throws InterruptedException {
        var wanted = Pattern.compile(pattern);
        var deadline = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() < deadline) {
            var line = lines.poll(100, TimeUnit.MILLISECONDS);
            if (line != null) {
                seen.add(line);
                var match = wanted.matcher(line);
                if (match.find()) {
                    return match.group(1);
                }
            } else if (!process.isAlive() && lines.isEmpty()) {
                break;
            }
        }
        throw new AssertionError("no line like '%s' among:%n%s".formatted(pattern, String.join("\n", seen)));
    }

    /// The process' number: a launcher gives it to the program that it becomes.
    public long pid() {
        return process.pid();
    }

    /// Asks it to end, as a service manager does.
    public RunningProgram terminate() {
        // By its handle: the process' own way closes the streams too, and its last words are lost.
        process.toHandle().destroy();
        return this;
    }

    /// Sends it a signal: `HUP`.
    public void signal(String name) throws IOException, InterruptedException {
        var kill = new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid())).start();
        if (kill.waitFor() != 0) {
            throw new AssertionError("cannot send " + name);
        }
    }

    /// Waits for its end and its last word, and returns its exit code.
    public int exitCode() throws InterruptedException {
        return exitCode(PATIENCE);
    }

    /// Waits for a program that takes longer.
    public int exitCode(Duration patience) throws InterruptedException {
        if (!process.waitFor(patience)) {
            throw new AssertionError("still running after %s:%n%s".formatted(patience, output()));
        }
        collector.join(PATIENCE);
        return process.exitValue();
    }

    /// Says whether the program ends by itself within this time.
    public boolean endsWithin(Duration time) throws InterruptedException {
        return process.waitFor(time);
    }

    /// Returns all that the program has printed so far.
    public String output() {
        lines.drainTo(seen);
        return String.join("\n", seen);
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
