package io.gpuledger.analyzer.cluster.kubernetes;

import static java.lang.System.Logger.Level.DEBUG;
import static java.lang.System.Logger.Level.ERROR;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.gpuledger.analyzer.apiserver.ApiServerStatus;
import io.gpuledger.analyzer.cluster.Annotations;
import io.gpuledger.analyzer.cluster.PreferredOrigin;
import io.gpuledger.analyzer.telemetry.Batch;
import io.gpuledger.analyzer.telemetry.Intake;
import io.gpuledger.analyzer.telemetry.Kind;
import io.gpuledger.analyzer.telemetry.NotTakenException;
import io.gpuledger.analyzer.telemetry.Statement;
import io.gpuledger.analyzer.telemetry.Statement.Census;
import io.gpuledger.service.life.Lifelong;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Tells what the API server of one cluster says: what it is asked once, and then changes, as it tells them.
public final class KubernetesCluster implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(KubernetesCluster.class.getName());
    private static final String ORIGIN = "kubernetes";
    private static final int BATCH = 5_000;
    /// What is known stays known until the API server has not answered for so many probes, as a few may be lost.
    private static final int STALE_PROBES = 8;

    /// @param settle how long changes are collected
    /// @param round how often is looked after those that do not change
    /// @param census after how long all that there are of a kind have been told of
    /// @param again when something that was not taken is tried again
    /// @param probe how often the API server is asked whether it is there, and gives what is watched
    /// @param refused after how long a controller that it did not give is asked for again
    record Pace(Duration settle, Duration round, Duration census, Duration again, Duration probe, Duration refused) {
        static final Pace USUAL = new Pace(
                Duration.ofSeconds(1),
                Duration.ofSeconds(30),
                Duration.ofMinutes(2),
                Duration.ofSeconds(5),
                Duration.ofSeconds(30),
                Duration.ofMinutes(10));
    }

    private final KubernetesClient client;
    private final String cluster;
    private final Intake intake;
    private final PreferredOrigin preferred;
    private final InstantSource clock;
    private final Pace pace;
    private final ChangeQueue changes = new ChangeQueue();
    private final Controllers controllers;
    private final List<Watch<?>> watches;
    private final OtherPods otherPods;
    private final ObjectStatements objectStatements = new ObjectStatements();
    /// Since when all of a kind are known, and whether who was not among them was told to be gone.
    private final Map<Kind, Long> currentSince = new EnumMap<>(Kind.class);
    private final Set<Kind> counted = EnumSet.noneOf(Kind.class);
    private final ApiServerStatus apiServer;
    private final Thread publisher = Lifelong.virtual("cluster-kubernetes", this::publishLoop);
    private final Thread prober = Lifelong.virtual("cluster-probe", this::probeLoop);
    private final Thread asker = Lifelong.virtual("cluster-controllers", this::askLoop);
    private final long startMillis;
    private long roundMillis;
    private boolean isPreferred;

    KubernetesCluster(
            KubernetesClient client,
            String cluster,
            Annotations kept,
            Intake intake,
            PreferredOrigin preferred,
            InstantSource clock,
            Pace pace,
            MeterRegistry registry) {
        this.client = client;
        this.cluster = cluster;
        this.intake = intake;
        this.preferred = preferred;
        this.clock = clock;
        this.pace = pace;
        this.startMillis = clock.millis();
        this.controllers = new Controllers(client, cluster, changes, clock, pace.refused(), pace.round());
        this.otherPods = new OtherPods(cluster);
        this.watches = Watches.of(client, cluster, kept, changes, otherPods, clock);
        this.apiServer = new ApiServerStatus(
                "cluster",
                client.getMasterUrl().toString(),
                watches.stream().map(Watch::resource).toList(),
                registry);
        watches.forEach(watch -> Gauge.builder(
                        "gpu.analyzer.cluster.watched",
                        watch,
                        one -> known(one, clock.millis()).isPresent() ? 1 : 0)
                .description("1 while all objects of the kind are known, as the API server has them.")
                .tag("kind", watch.kind().word())
                .register(registry));
    }

    public KubernetesCluster start() {
        watches.forEach(Watch::start);
        prober.start();
        publisher.start();
        asker.start();
        return this;
    }

    private interface Step {
        void run() throws InterruptedException;
    }

    /// Does a step again and again until this is closed, with a pause after each.
    ///
    /// @param defect what to say of a step that failed by a defect
    /// @param mend what to do then
    @SuppressWarnings("CatchingUnchecked") // the edge: a defect that one object brings to light is not the end of all
    private static void repeat(Step step, Duration pause, String defect, Runnable mend) {
        try {
            while (true) {
                try {
                    step.run();
                } catch (RuntimeException e) {
                    LOG.log(ERROR, defect, e);
                    mend.run();
                }
                Thread.sleep(pause);
            }
        } catch (InterruptedException _) {
            // It is closed.
        }
    }

    private void askLoop() {
        repeat(controllers::askNext, Duration.ZERO, "a controller could not be asked for, by a defect", () -> {});
    }

    private void probeLoop() {
        repeat(this::probe, pace.probe(), "The API server could not be asked what it gives, by a defect", () -> {});
    }

    private void publishLoop() {
        repeat(
                () -> publish(changes.take(pace.round().toMillis())),
                pace.settle(),
                "objects could not be told of, by a defect",
                objectStatements::forget);
    }

    private void probe() {
        var isThere = true;
        for (var watch : watches) {
            if (isThere) {
                isThere = watch.probe(apiServer);
            } else {
                watch.unasked();
            }
        }
    }

    private void publish(List<ChangeQueue.ObjectChange> seen) throws InterruptedException {
        var now = clock.millis();
        var current = current(now);
        checkPreference(!current.isEmpty(), now);
        var statements = new ArrayList<Statement>();
        for (var change : seen) {
            statements.addAll(objectStatements.statements(change));
            change.observed()
                    .flatMap(ObservedObject::owner)
                    .ifPresent(owner -> controllers.want(change.object().namespace(), owner));
        }
        if (now - roundMillis >= pace.round().toMillis()) {
            roundMillis = now;
            statements.addAll(otherPods(current.keySet(), now));
            statements.addAll(objectStatements.reminders(current));
            statements.addAll(censuses(now));
        }
        pass(statements);
    }

    /// The sums of pods are none before all pods and nodes are known.
    private List<Statement> otherPods(Set<Kind> current, long now) {
        return current.contains(Kind.OTHER_PODS)
                ? otherPods.changes().stream()
                        .map(load -> new ChangeQueue.ObjectChange(load.object(), load.observed(), now))
                        .flatMap(change -> objectStatements.statements(change).stream())
                        .toList()
                : List.of();
    }

    /// The kinds of which all is known, and until when. Of controllers all is known that was ever asked for.
    private Map<Kind, Long> current(long now) {
        var current = new EnumMap<Kind, Long>(Kind.class);
        watches.forEach(watch -> known(watch, now).ifPresent(until -> current.put(watch.kind(), until)));
        var pods = current.get(Kind.POD);
        var nodes = current.get(Kind.NODE);
        if (pods != null) {
            current.put(Kind.GPU_SOFTWARE, pods);
        }
        if (pods != null && nodes != null) {
            current.put(Kind.OTHER_PODS, Math.min(pods, nodes));
            current.put(Kind.GROUP_PODS, Math.min(pods, nodes));
        }
        currentSince.keySet().retainAll(current.keySet());
        if (!currentSince.keySet().containsAll(current.keySet())) {
            // What was seen of a kind before all of it was known is told of at once.
            roundMillis = 0;
        }
        current.keySet().forEach(kind -> currentSince.putIfAbsent(kind, now));
        current.values().stream().max(Long::compare).ifPresent(until -> current.put(Kind.CONTROLLER, until));
        return current;
    }

    /// A connection may be dead and nobody says so: what was known long ago is not known now.
    private Optional<Long> known(Watch<?> watch, long now) {
        var until = watch.knownUntil();
        return until.isPresent()
                        && now - until.getAsLong()
                                <= STALE_PROBES * pace.probe().toMillis()
                ? Optional.of(until.getAsLong())
                : Optional.empty();
    }

    /// Somebody else who tells of the cluster may be listened to, until he is silent.
    private void checkPreference(boolean isCurrent, long now) {
        if (!isCurrent) {
            return;
        }
        var before = isPreferred;
        isPreferred = preferred.accepts(cluster, PreferredOrigin.About.CLUSTER, ORIGIN, now);
        if (isPreferred && !before) {
            objectStatements.forget();
            counted.clear();
            roundMillis = 0;
        }
    }

    private List<Statement> censuses(long now) {
        var censuses = new ArrayList<Statement>();
        currentSince.forEach((kind, since) -> {
            if (isPreferred && now - since >= pace.census().toMillis() && counted.add(kind)) {
                censuses.add(new Census(cluster, kind, now, startMillis));
            }
        });
        return censuses;
    }

    private void pass(List<Statement> statements) throws InterruptedException {
        if (!isPreferred) {
            return;
        }
        for (var from = 0; from < statements.size(); from += BATCH) {
            var to = Math.min(statements.size(), from + BATCH);
            var batch = new Batch(ORIGIN, List.of(), statements.subList(from, to));
            while (!isTaken(batch)) {
                Thread.sleep(pace.again());
            }
        }
    }

    private boolean isTaken(Batch batch) {
        try {
            intake.take(batch);
            return true;
        } catch (NotTakenException e) {
            // Who does not take it says so.
            LOG.log(DEBUG, "not taken, and tried again", e);
            return false;
        }
    }

    @Override
    public void close() {
        watches.forEach(Watch::close);
        publisher.interrupt();
        asker.interrupt();
        prober.interrupt();
        client.close();
    }
}
