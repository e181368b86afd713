package io.gpuledger.analyzer;

import io.gpuledger.analyzer.clock.Timekeeper;
import io.gpuledger.analyzer.cluster.statemetrics.StateMetrics;
import io.gpuledger.analyzer.prometheus.Preflight;
import io.gpuledger.analyzer.prometheus.ReadSettings;
import io.gpuledger.analyzer.prometheus.ReadState;
import io.gpuledger.analyzer.prometheus.Survey;
import io.gpuledger.analyzer.prometheus.Wanted;
import io.gpuledger.analyzer.prometheus.peer.Peer;
import io.gpuledger.analyzer.prometheus.peer.PeerException;
import io.gpuledger.analyzer.source.SourceSettings;
import io.gpuledger.service.CannotStartException;
import io.gpuledger.service.reload.Reloads;
import io.gpuledger.service.settings.BadSettingsException;
import io.gpuledger.service.settings.Setting;
import io.gpuledger.service.settings.Settings;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;

/// The command `backfill`: says what a Prometheus has and lacks, reads its past, and ends when the books of it are
/// kept. Meanwhile all is there that `serve` shows.
final class Backfilling {
    static final Setting<Boolean> DRY_RUN =
            Setting.onOff("dry-run", "Says what there is to be read and what is missing, and reads nothing.");
    static final List<Setting<?>> OWN = List.of(DRY_RUN);

    private static final Duration LOOK = Duration.ofSeconds(1);
    private static final int LOOKS_A_LINE = 10;
    /// So many looks in a row find all books kept before it is believed: late rows are looked for in between.
    private static final int CALM_LOOKS = 8;

    private static final double SECONDS_OF_DAY = 86_400;

    private final Settings settings;
    private final PrintStream out;

    private Backfilling(Settings settings, PrintStream out) {
        this.settings = settings;
        this.out = out;
    }

    /// Runs the command, and returns its exit code. Throws [CannotStartException] with the obstacle where it cannot
    /// run, and [BadSettingsException] where no Prometheus is named.
    static int run(Settings settings, PrintStream out) throws InterruptedException {
        var reading = ReadSettings.from(settings)
                .orElseThrow(() -> new BadSettingsException(
                        List.of("backfill needs --from-prometheus, as http://prometheus:9090")));
        return new Backfilling(settings, out).run(reading);
    }

    private int run(ReadSettings reading) throws InterruptedException {
        var preflight = preflight(reading);
        out.printf("%s%n%s", reading.source(), preflight.text());
        if (preflight.gpus() == 0) {
            return 1;
        }
        if (!settings.get(DRY_RUN)) {
            fill();
        }
        return 0;
    }

    private Preflight preflight(ReadSettings reading) throws InterruptedException {
        var clock = Timekeeper.system();
        try (var peer = new Peer(reading.peer(), clock)) {
            var catalog = SourceSettings.from(settings).catalog();
            return new Survey(peer, Wanted.of(catalog, StateMetrics.metrics(), reading.shard()))
                    .look(reading.way(), clock.instant().minus(reading.delay()));
        } catch (IOException e) {
            throw new CannotStartException(e);
        } catch (PeerException e) {
            throw new CannotStartException(
                    new IOException("%s cannot be read: %s".formatted(reading.source(), e.getMessage()), e));
        }
    }

    private void fill() throws InterruptedException {
        var reloads = new Reloads(Duration.ZERO, InstantSource.system());
        try (var running = Main.run(settings, reloads)) {
            out.printf(
                    "Its past is read now; the page is at http://%s/ meanwhile.%n", settings.get(Main.HTTP.listen()));
            var began = System.nanoTime();
            var calm = 0;
            for (var look = 0; calm < CALM_LOOKS; look++) {
                Thread.sleep(LOOK);
                var state = running.ingest().reading().orElseThrow();
                calm = state.isFilled() && running.isAllBooked() ? calm + 1 : 0;
                if (look % LOOKS_A_LINE == 0) {
                    out.println(progress(state));
                }
            }
            out.printf(
                    Locale.ROOT,
                    "All of it was read, and is in the books: %,d samples in %d s.%n",
                    running.ingest().reading().orElseThrow().samples(),
                    Duration.ofNanos(System.nanoTime() - began).toSeconds());
        }
    }

    private static String progress(ReadState state) {
        return state.trouble()
                .map("  %s"::formatted)
                .orElseGet(() -> String.format(
                        Locale.ROOT,
                        "  %,d samples, %,.0f a second; %.1f days are left, %d min",
                        state.samples(),
                        state.perSecond(),
                        state.left().toSeconds() / SECONDS_OF_DAY,
                        state.toGo().plusSeconds(59).toMinutes()));
    }
}
