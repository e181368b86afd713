package io.gpuledger.analyzer.cluster.kubernetes;

import static java.lang.System.Logger.Level.DEBUG;
import static java.lang.System.Logger.Level.ERROR;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.gpuledger.analyzer.apiserver.Contact;
import io.gpuledger.analyzer.cluster.Annotations;
import io.gpuledger.analyzer.cluster.Voices;
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
import java.util.Set;

/// Tells what the API server of one cluster says: what it is asked once, and then changes, as it tells them.
public final class KubernetesCluster implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(KubernetesCluster.class.getName());
    private static final String ORIGIN = "kubernetes";
    private static final int BATCH = 5_000;

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
    private final Voices voices;
    private final InstantSource clock;
    private final Pace pace;
    private final Changes changes = new Changes();
    private final Controllers controllers;
    private final List<Watch<?>> watches;
    private final Told told = new Told();
    /// Since when all of a kind are known, and whether who was not among them was told to be gone.
    private final Map<Kind, Long> currentSince = new EnumMap<>(Kind.class);
    private final Set<Kind> counted = EnumSet.noneOf(Kind.class);
    private final Contact contact;
    private final Thread teller = Lifelong.virtual("cluster-kubernetes", this::tellOn);
    private final Thread prober = Lifelong.virtual("cluster-probe", this::probeOn);
    private final Thread asker = Lifelong.virtual("cluster-controllers", this::askOn);
    private final long startMillis;
    private long roundMillis;
    private boolean isHeard;

    KubernetesCluster(
            KubernetesClient client,
            String cluster,
            Annotations kept,
            Intake intake,
            Voices voices,
            InstantSource clock,
            Pace pace,
            MeterRegistry registry) {
        this.client = client;
        this.cluster = cluster;
        this.intake = intake;
        this.voices = voices;
        this.clock = clock;
        this.pace = pace;
        this.startMillis = clock.millis();
        this.controllers = new Controllers(client, cluster, changes, clock, pace.refused(), pace.round());
        this.watches = Watches.of(client, cluster, kept, changes, clock);
        this.contact = new Contact(
                "cluster",
                client.getMasterUrl().toString(),
                watches.stream().map(Watch::resource).toList(),
                registry);
        watches.forEach(watch -> Gauge.builder("gpu.analyzer.cluster.watched", watch, one -> one.isCurrent() ? 1 : 0)
                .description("1 while all objects of the kind are known, as the API server has them.")
                .tag("kind", watch.kind().word())
                .register(registry));
    }

    public KubernetesCluster start() {
        watches.forEach(Watch::start);
        prober.start();
        teller.start();
        asker.start();
        return this;
    }

    @SuppressWarnings(
            "CatchingUnchecked") // the edge: a defect that one controller brings to light is not the end of all
    private void askOn() {
        try {
            while (true) {
                try {
                    controllers.askNext();
                } catch (RuntimeException e) {
                    LOG.log(ERROR, "a controller could not be asked for, by a defect", e);
                }
            }
        } catch (InterruptedException _) {
            // It is closed.
        }
    }

    @SuppressWarnings("CatchingUnchecked") // the edge: a defect that one answer brings to light is not the end of all
    private void probeOn() {
        try {
            while (true) {
                try {
                    probe();
                } catch (RuntimeException e) {
                    LOG.log(ERROR, "The API server could not be asked what it gives, by a defect", e);
                }
                Thread.sleep(pace.probe());
            }
        } catch (InterruptedException _) {
            // It is closed.
        }
    }

    private void probe() {
        var isThere = true;
        for (var watch : watches) {
            if (isThere) {
                isThere = watch.probe(contact);
            } else {
                watch.unasked();
            }
        }
    }

    @SuppressWarnings("CatchingUnchecked") // the edge: a defect that one object brings to light is not the end of all
    private void tellOn() {
        try {
            while (true) {
                try {
                    tell(changes.take(pace.round().toMillis()));
                    Thread.sleep(pace.settle());
                } catch (RuntimeException e) {
                    LOG.log(ERROR, "objects could not be told of, by a defect", e);
                    told.forget();
                }
            }
        } catch (InterruptedException _) {
            // It is closed.
        }
    }

    private void tell(List<Changes.Change> seen) throws InterruptedException {
        var now = clock.millis();
        var current = current(now);
        hear(!current.isEmpty(), now);
        var statements = new ArrayList<Statement>();
        for (var change : seen) {
            statements.addAll(told.told(change));
            change.observed()
                    .flatMap(Observed::owner)
                    .ifPresent(owner -> controllers.want(change.object().namespace(), owner));
        }
        if (now - roundMillis >= pace.round().toMillis()) {
            roundMillis = now;
            statements.addAll(told.reminders(current, now));
            statements.addAll(censuses(now));
        }
        pass(statements);
    }

    /// The kinds of which all is known. Of controllers all is known that was ever asked for.
    private Set<Kind> current(long now) {
        var current = EnumSet.noneOf(Kind.class);
        watches.stream().filter(Watch::isCurrent).map(Watch::kind).forEach(current::add);
        currentSince.keySet().retainAll(current);
        if (!currentSince.keySet().containsAll(current)) {
            // What was seen of a kind before all of it was known is told of at once.
            roundMillis = 0;
        }
        current.forEach(kind -> currentSince.putIfAbsent(kind, now));
        if (!current.isEmpty()) {
            current.add(Kind.CONTROLLER);
        }
        return current;
    }

    /// Somebody else who tells of the cluster may be listened to, until he is silent.
    private void hear(boolean isCurrent, long now) {
        if (!isCurrent) {
            return;
        }
        var before = isHeard;
        isHeard = voices.hears(cluster, ORIGIN, now);
        if (isHeard && !before) {
            told.forget();
            counted.clear();
            roundMillis = 0;
        }
    }

    private List<Statement> censuses(long now) {
        var censuses = new ArrayList<Statement>();
        currentSince.forEach((kind, since) -> {
            if (isHeard && now - since >= pace.census().toMillis() && counted.add(kind)) {
                censuses.add(new Census(cluster, kind, now, startMillis));
            }
        });
        return censuses;
    }

    private void pass(List<Statement> statements) throws InterruptedException {
        if (!isHeard) {
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
        teller.interrupt();
        asker.interrupt();
        prober.interrupt();
        client.close();
    }
}
