package io.gpuledger.exporter.top;

import io.gpuledger.exporter.top.node.Watch;
import io.gpuledger.exporter.top.screen.Frame;
import io.gpuledger.exporter.top.screen.Key;
import io.gpuledger.exporter.top.screen.Keys;
import io.gpuledger.exporter.top.screen.Line;
import io.gpuledger.exporter.top.screen.Rows;
import io.gpuledger.exporter.top.screen.Scene;
import io.gpuledger.exporter.top.screen.Size;
import io.gpuledger.exporter.top.screen.View;
import io.gpuledger.exporter.top.terminal.Terminal;
import io.gpuledger.service.signal.UnixSignal;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Function;
import java.util.logging.Logger;

/// The view that redraws itself. All that happens comes one after the other to one thread, which draws; what has to be
/// waited for, a page or a key, is waited for elsewhere, so that a key is obeyed whatever the exporter does.
final class Live {
    /// Something after which the screen is another.
    private sealed interface Event {
        record Typed(String text) implements Event {}

        record Seen(Watch watch) implements Event {}

        record Resized() implements Event {}
    }

    /// Looks again.
    @FunctionalInterface
    interface Look {
        Watch after(Watch watch) throws InterruptedException;
    }

    /// Where nobody says how large the terminal is.
    private static final Size USUAL = new Size(80, 24);

    /// The log goes to the same terminal. What is wrong with GPUs stands on the screen already.
    private static final Logger LOGS = Logger.getLogger("");

    private final TopSettings settings;
    private final Terminal terminal;
    private final String source;
    private final InstantSource clock;
    private final ZoneId zone;
    private final Function<Line, String> written;
    private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();

    Live(
            TopSettings settings,
            Terminal terminal,
            String source,
            InstantSource clock,
            ZoneId zone,
            Function<Line, String> written) {
        this.settings = settings;
        this.terminal = terminal;
        this.source = source;
        this.clock = clock;
        this.zone = zone;
        this.written = written;
    }

    /// Returns when somebody quits.
    void run(Watch first, Look look) throws InterruptedException {
        UnixSignal.handle("WINCH", () -> events.add(new Event.Resized()));
        // The terminal may have been set by somebody else meanwhile.
        UnixSignal.handle("CONT", () -> events.add(new Event.Resized()));
        terminal.read(text -> events.add(new Event.Typed(text)));
        var handlers = List.of(LOGS.getHandlers());
        handlers.forEach(LOGS::removeHandler);
        var looking = Thread.ofVirtual().name("looking").start(() -> look(first, look));
        try {
            draw(first);
        } finally {
            looking.interrupt();
            handlers.forEach(LOGS::addHandler);
        }
    }

    private void look(Watch first, Look look) {
        try {
            var watch = first;
            while (true) {
                Thread.sleep(settings.interval());
                watch = look.after(watch);
                events.add(new Event.Seen(watch));
            }
        } catch (InterruptedException _) {
            // Somebody has quit.
        }
    }

    private void draw(Watch first) throws InterruptedException {
        var view = View.of(settings.sort(), settings.filter());
        var scene = scene(first);
        var size = size();
        while (true) {
            terminal.show(
                    Frame.of(scene, view, size).lines().stream().map(written).toList());
            switch (events.take()) {
                case Event.Seen(Watch watch) -> scene = view.paused() ? scene : scene(watch);
                case Event.Resized() -> {
                    size = size();
                    terminal.clear();
                }
                case Event.Typed(String text) -> {
                    for (var key : Key.of(text)) {
                        if (Keys.isQuit(view, key)) {
                            return;
                        }
                        view = Keys.press(view, key, Rows.places(scene.node(), view));
                    }
                }
            }
        }
    }

    private Scene scene(Watch watch) {
        return Scene.of(watch, source, clock.instant(), zone);
    }

    private static Size size() {
        return Terminal.extent()
                .map(extent -> new Size(extent.columns(), extent.lines()))
                .orElse(USUAL);
    }
}
