package io.gpuledger.exporter.top;

import io.gpuledger.exporter.top.json.NodeJson;
import io.gpuledger.exporter.top.node.Watch;
import io.gpuledger.exporter.top.screen.Frame;
import io.gpuledger.exporter.top.screen.Line;
import io.gpuledger.exporter.top.screen.Scene;
import io.gpuledger.exporter.top.screen.View;
import io.gpuledger.exporter.top.source.CannotReadException;
import io.gpuledger.exporter.top.source.Source;
import io.gpuledger.exporter.top.terminal.Terminal;
import io.gpuledger.service.CannotStartException;
import java.io.PrintStream;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// Looks at a node: once, on a terminal, or for a program.
public final class Top {
    private static final int WIDTH_WITHOUT_TERMINAL = 160;

    private final TopSettings settings;
    private final Source source;
    private final InstantSource clock;
    private final ZoneId zone;
    private final PrintStream out;
    private final Surroundings around;

    /// Holds what the view needs to know of the surroundings it runs in.
    ///
    /// @param isTerminal whether both sides of the program are on a terminal
    /// @param environment its variables
    public record Surroundings(boolean isTerminal, Map<String, String> environment) {
        /// Returns the surroundings of this process.
        public static Surroundings ofProcess() {
            return new Surroundings(
                    Optional.ofNullable(System.console())
                            .filter(console -> console.isTerminal())
                            .isPresent(),
                    System.getenv());
        }

        private String variable(String name) {
            return environment.getOrDefault(name, "");
        }

        boolean canRedraw() {
            return isTerminal
                    && !variable("TERM").isEmpty()
                    && !variable("TERM").equals("dumb");
        }

        boolean wantsColours() {
            return canRedraw() && variable("NO_COLOR").isEmpty();
        }
    }

    public Top(
            TopSettings settings,
            Source source,
            InstantSource clock,
            ZoneId zone,
            PrintStream out,
            Surroundings around) {
        this.settings = settings;
        this.source = source;
        this.clock = clock;
        this.zone = zone;
        this.out = out;
        this.around = around;
    }

    /// Returns when it has printed what it should, or somebody has quit. Throws [CannotStartException] where there is
    /// nothing to look at.
    public void run() throws InterruptedException {
        var watch = begin();
        if (settings.once() || (!settings.json() && !around.canRedraw())) {
            once(watch);
        } else if (settings.json()) {
            documents(watch);
        } else {
            live(watch);
        }
    }

    private Watch begin() throws InterruptedException {
        try {
            return Watch.begin(source.page(), clock.instant());
        } catch (CannotReadException e) {
            throw new CannotStartException(new IllegalStateException(
                    "cannot read %s: %s; %s".formatted(source.name(), e.why(), e.remedy()), e));
        }
    }

    private Watch next(Watch watch) throws InterruptedException {
        try {
            return watch.saw(source.page(), clock.instant());
        } catch (CannotReadException e) {
            return watch.missed(e.why(), clock.instant());
        }
    }

    private void once(Watch first) throws InterruptedException {
        Thread.sleep(settings.interval());
        var watch = next(first);
        if (settings.json()) {
            print(document(watch));
            return;
        }
        var scene = Scene.of(watch, source.name(), clock.instant(), zone);
        var view = View.of(settings.sort(), settings.filter());
        Frame.whole(scene, view, width()).lines().stream().map(written()).forEach(this::print);
    }

    private int width() {
        return around.isTerminal()
                ? Terminal.extent().map(Terminal.Extent::columns).orElse(WIDTH_WITHOUT_TERMINAL)
                : WIDTH_WITHOUT_TERMINAL;
    }

    private void documents(Watch first) throws InterruptedException {
        var watch = first;
        while (!out.checkError()) {
            Thread.sleep(settings.interval());
            watch = next(watch);
            print(document(watch));
        }
    }

    private String document(Watch watch) {
        return watch.outage()
                .map(gone -> NodeJson.failure(gone.why(), source.name(), clock.instant()))
                .orElseGet(() -> NodeJson.of(watch.node(), source.name(), clock.instant()));
    }

    private void print(String line) {
        out.println(line);
    }

    private void live(Watch watch) throws InterruptedException {
        var terminal = Terminal.take(out)
                .orElseThrow(() -> new CannotStartException(new IllegalStateException(
                        "the terminal cannot be set, as there is no stty: give --once, or install coreutils")));
        try (terminal) {
            new Live(settings, terminal, source.name(), clock, zone, written()).run(watch, this::next);
        }
    }

    private Function<Line, String> written() {
        var isColoured = switch (settings.color()) {
            case AUTO -> around.wantsColours();
            case ALWAYS -> true;
            case NEVER -> false;
        };
        return isColoured ? Line::coloured : Line::plain;
    }
}
