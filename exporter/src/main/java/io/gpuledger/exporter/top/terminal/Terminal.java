package io.gpuledger.exporter.top.terminal;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The terminal that the program was started on, for as long as it has all of it: on its second screen, without a
/// cursor, and with keys that come at once and are not echoed. Closing it, by whichever way the program ends, leaves it
/// as it was found.
public final class Terminal implements AutoCloseable {
    private static final String ENTER = "\u001b[?1049h\u001b[?25l\u001b[?7l\u001b[H\u001b[2J";
    private static final String LEAVE = "\u001b[0m\u001b[?7h\u001b[?25h\u001b[?1049l";
    private static final Pattern SIZE = Pattern.compile("(\\d{1,4}) (\\d{1,4})");
    private static final int MOST_KEYS = 256;
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final PrintStream out;
    private final String found;
    private final Thread hook = new Thread(this::restore, "terminal");
    /// A terminal that takes nothing more keeps who writes to it; whoever ends the program does not wait for that.
    private final ReentrantLock writing = new ReentrantLock();

    private List<String> shown = List.of();
    private boolean isLeft;

    private Terminal(PrintStream out, String found) {
        this.out = out;
        this.found = found;
    }

    /// Takes the terminal. Returns nothing where there is none that can be set.
    public static Optional<Terminal> take(PrintStream out) {
        return Stty.run("-g").map(found -> new Terminal(out, found).taken());
    }

    private Terminal taken() {
        Runtime.getRuntime().addShutdownHook(hook);
        // A stop by Ctrl-Z would leave the second screen to the shell, and Ctrl-S would be taken for a hang.
        Stty.run("-icanon", "-echo", "-ixon", "susp", "undef", "min", "1", "time", "0");
        write(ENTER);
        return this;
    }

    /// How large a terminal is.
    public record Extent(int lines, int columns) {}

    /// Asks the terminal. One that does not know says 0, which is nothing.
    public static Optional<Extent> extent() {
        return Stty.run("size")
                .map(SIZE::matcher)
                .filter(Matcher::matches)
                .map(said -> new Extent(Integer.parseInt(said.group(1)), Integer.parseInt(said.group(2))))
                .filter(extent -> extent.lines() > 0 && extent.columns() > 0);
    }

    /// Shows these lines from the top. Only those are written that are others than before. One thread calls this.
    public void show(List<String> lines) {
        var changes = new StringBuilder();
        for (var i = 0; i < lines.size(); i++) {
            if (i >= shown.size() || !lines.get(i).equals(shown.get(i))) {
                // Cleared first: a line that is full to its last column would lose that.
                changes.append("\u001b[%d;1H\u001b[2K".formatted(i + 1)).append(lines.get(i));
            }
        }
        shown = List.copyOf(lines);
        write(changes.toString());
    }

    /// Has everything written anew, as after a change of size.
    public void clear() {
        shown = List.of();
        write("\u001b[2J");
    }

    /// Hands on what is typed, as it comes, until the terminal is gone.
    public void read(Consumer<String> typed) {
        Thread.ofPlatform().daemon().name("keys").start(() -> {
            try (var keys = new FileInputStream("/dev/tty")) {
                var bytes = new byte[MOST_KEYS];
                for (var some = keys.read(bytes); some > 0; some = keys.read(bytes)) {
                    typed.accept(new String(bytes, 0, some, ISO_8859_1));
                }
            } catch (IOException _) {
                // It is gone, and the program will be told so by a signal.
            }
        });
    }

    private void write(String text) {
        writing.lock();
        try {
            if (!isLeft) {
                out.writeBytes(text.getBytes(US_ASCII));
                out.flush();
            }
        } finally {
            writing.unlock();
        }
    }

    private void restore() {
        try {
            if (writing.tryLock(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                write(LEAVE);
                isLeft = true;
                writing.unlock();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        Stty.run(found);
    }

    @Override
    public void close() {
        restore();
        Runtime.getRuntime().removeShutdownHook(hook);
    }
}
