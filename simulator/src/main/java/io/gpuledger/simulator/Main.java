package io.gpuledger.simulator;

import io.gpuledger.service.CannotStartException;
import io.gpuledger.service.Program;
import io.gpuledger.service.http.HealthRoutes;
import io.gpuledger.service.http.HttpDeclaration;
import io.gpuledger.service.http.HttpServer;
import io.gpuledger.service.http.LandingPage;
import io.gpuledger.service.http.Readiness;
import io.gpuledger.service.http.Readiness.NotReady;
import io.gpuledger.service.http.Readiness.Ready;
import io.gpuledger.service.life.Thrift;
import io.gpuledger.service.reload.Reloads;
import io.gpuledger.service.settings.Address;
import io.gpuledger.service.settings.BadSettingsException;
import io.gpuledger.service.settings.Command;
import io.gpuledger.service.settings.Declaration;
import io.gpuledger.service.settings.Setting;
import io.gpuledger.service.settings.Settings;
import io.gpuledger.simulator.cluster.Cluster;
import io.gpuledger.simulator.history.History;
import io.gpuledger.simulator.history.History.Target;
import io.gpuledger.simulator.history.HistorySettings;
import io.gpuledger.simulator.history.Present;
import io.gpuledger.simulator.history.ProgressLog;
import io.gpuledger.simulator.http.PagesRoute;
import io.gpuledger.simulator.http.PendingRoute;
import io.gpuledger.simulator.http.StatePageRoute;
import io.gpuledger.simulator.http.StoryRoute;
import io.gpuledger.simulator.http.TargetsRoute;
import io.gpuledger.simulator.http.TruthRoute;
import io.gpuledger.simulator.kubernetes.MirrorSettings;
import io.gpuledger.simulator.kubernetes.MirrorThread;
import io.gpuledger.simulator.page.PageSettings;
import io.gpuledger.simulator.page.Pages;
import io.gpuledger.simulator.play.PlaySettings;
import io.gpuledger.simulator.remote.RefusedException;
import io.gpuledger.simulator.remote.Sender;
import io.gpuledger.simulator.statemetrics.StatePage;
import io.gpuledger.simulator.story.Span;
import io.gpuledger.simulator.story.Story;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// gpu-simulator: wires the parts, from left to right.
public final class Main {
    private static final String WHAT_IT_IS = "A fleet of GPUs whose truth is known, by a seed or by a script.";
    private static final HttpDeclaration HTTP = HttpDeclaration.of(HttpDeclaration.listen("127.0.0.1:9500"));

    static final Declaration DECLARATION = new Declaration(
            "gpu-simulator",
            WHAT_IT_IS,
            List.of(
                    new Command(
                            "serve",
                            "Serves the pages of all nodes as time goes on.",
                            all(Stream.of(HTTP.settings(), PlaySettings.ALL, PageSettings.ALL, MirrorSettings.ALL))),
                    new Command(
                            "history",
                            "Sends what a scraper would have got in the past, and ends.",
                            all(Stream.of(PlaySettings.ALL, PageSettings.ALL, HistorySettings.ALL)))),
            all(Stream.of(
                    HTTP.settings(), PlaySettings.ALL, PageSettings.ALL, MirrorSettings.ALL, HistorySettings.ALL)));

    private Main() {}

    public static void main(String[] args) {
        new Program(DECLARATION, Main.class, Main::start, Map.of("history", Main::history), _ -> {}).main(args);
    }

    private static List<Setting<?>> all(Stream<List<Setting<?>>> some) {
        return some.<Setting<?>>flatMap(List::stream).toList();
    }

    static AutoCloseable start(Settings settings, Reloads reloads) {
        Thrift.start();
        return serve(settings, reloads, InstantSource.system());
    }

    private static AutoCloseable serve(Settings settings, Reloads reloads, InstantSource clock) {
        var now = clock.instant();
        var play = PlaySettings.from(settings, now);
        var story = play.story();
        var shown = PageSettings.from(settings);
        var pages = shown.pages(story, now.getEpochSecond());
        var clusters = Cluster.of(story);
        var http = HttpServer.start(HTTP.in(settings), reloads, routing -> {
            new PagesRoute(pages, clock, shown.failing()).add(routing);
            new StatePageRoute(clusters, clock).add(routing);
            new TargetsRoute(story.fleet(), clusters.keySet()).add(routing);
            new TruthRoute(story, clock).add(routing);
            new PendingRoute(clusters, clock).add(routing);
            new StoryRoute(play.identity()).add(routing);
            new HealthRoutes(() -> readiness(story, clock.instant())).add(routing);
            LandingPage.add(
                    routing,
                    "gpu-simulator",
                    WHAT_IT_IS,
                    links(clusters.firstEntry().getKey()));
        });
        var mirror = MirrorSettings.from(settings).mirror(story).map(one -> MirrorThread.start(one, clock));
        return () -> {
            mirror.ifPresent(MirrorThread::close);
            http.close();
        };
    }

    private static Readiness readiness(Story story, Instant now) {
        return story.span().contains(now.getEpochSecond())
                ? new Ready("%d nodes, %d GPUs"
                        .formatted(
                                story.fleet().nodes().size(),
                                story.fleet().gpus().count()))
                : new NotReady("the story is over, or has not begun: see days, days-ahead and today");
    }

    private static Map<String, String> links(String cluster) {
        var links = new LinkedHashMap<String, String>();
        links.put("/n/0/metrics", "the page of the first node's exporter");
        links.put("/targets", "all of them, for Prometheus to discover by HTTP");
        links.put("/kube-state-metrics/" + cluster + "/metrics", "what kube-state-metrics says of the first cluster");
        links.put("/kube-state-metrics/targets", "that page of each cluster, for Prometheus to discover");
        links.put("/truth", "the ledger as it is: GPU-seconds by team and state, of a day");
        links.put("/truth/pending", "who waits at the moment, and why");
        links.put("/story", "which story it is");
        links.put("/readyz", "whether the story is being played");
        return links;
    }

    static int history(Settings settings) throws InterruptedException {
        var past = HistorySettings.from(settings);
        var until = past.until().orElseGet(Instant::now);
        var play = PlaySettings.from(settings, until);
        requireSame(play.identity(), HTTP.in(settings).listen());
        var story = play.story();
        var span = past(story, until, past.past());
        var shown = PageSettings.from(settings);
        var pages = shown.pages(story, span.from());
        try (var sender = new Sender(past.to())) {
            var history = new History(targets(story, pages), past.plan(span, shown), sender);
            history.send(new ProgressLog(System::nanoTime)::report);
            return 0;
        } catch (RefusedException e) {
            throw new CannotStartException(e);
        }
    }

    /// The program that listens where `serve` would, by the same setting, may play another story.
    private static void requireSame(String ours, Address serving) throws InterruptedException {
        var theirs = Present.story(serving, StoryRoute.PATH);
        if (theirs.isPresent() && !theirs.get().equals(ours)) {
            throw new BadSettingsException(
                    List.of("the simulator at %s plays another story (%s) than the one whose past is to be sent (%s):"
                                    .formatted(serving, theirs.get(), ours)
                            + " give both the same nodes, seed, script, days, days-ahead and today, or, if they have"
                            + " nothing to do with each other, history another listen"));
        }
    }

    private static Span past(Story story, Instant until, Optional<Duration> past) {
        var end = until.getEpochSecond();
        if (end <= story.span().from() || end > story.span().to()) {
            throw new BadSettingsException(List.of(
                    "until: %s is not within the story, which goes from %s to %s: see days, today and days-ahead"
                            .formatted(
                                    until,
                                    Instant.ofEpochSecond(story.span().from()),
                                    Instant.ofEpochSecond(story.span().to()))));
        }
        var from = past.map(far -> end - far.toSeconds()).orElse(story.span().from());
        return new Span(Math.max(story.span().from(), from), end);
    }

    /// Returns the targets that `/targets` and `/kube-state-metrics/targets` list, under the names that jobs usually
    /// have.
    private static List<Target> targets(Story story, Pages pages) {
        var nodes = story.fleet().nodes();
        var exporters = IntStream.range(0, nodes.size()).mapToObj(number -> {
            var node = nodes.get(number);
            var labels = Map.of("cluster", node.cluster(), "instance", node.name(), "job", "gpu-exporter");
            return new Target(labels, second -> pages.at(number, second));
        });
        var states = Cluster.of(story).values().stream().map(cluster -> {
            var labels =
                    Map.of("cluster", cluster.name(), "instance", "kube-state-metrics", "job", "kube-state-metrics");
            return new Target(labels, second -> Optional.of(StatePage.at(second, cluster)));
        });
        return Stream.concat(exporters, states).toList();
    }
}
