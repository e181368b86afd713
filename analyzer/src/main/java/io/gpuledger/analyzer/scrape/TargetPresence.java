package io.gpuledger.analyzer.scrape;

import static java.lang.System.Logger.Level.WARNING;

import io.gpuledger.analyzer.cluster.Attribute;
import io.gpuledger.analyzer.scrape.discovery.DiscoveredTargets;
import io.gpuledger.analyzer.scrape.discovery.Target;
import io.gpuledger.analyzer.source.SourceSettings;
import io.gpuledger.analyzer.telemetry.Batch;
import io.gpuledger.analyzer.telemetry.Intake;
import io.gpuledger.analyzer.telemetry.Kind;
import io.gpuledger.analyzer.telemetry.NotTakenException;
import io.gpuledger.analyzer.telemetry.ObjectId;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/// States which targets there are, and of which node each tells: a GPU that is silent since its target is no longer
/// found has left, and is not missed for a week.
public final class TargetPresence {
    private static final System.Logger LOG = System.getLogger(TargetPresence.class.getName());
    /// Word of a node may be lost, and is seldom needed.
    private static final long AGAIN = Duration.ofHours(1).toMillis();

    private static final int BATCH = 1000;

    private final SourceSettings sources;
    private final Intake intake;
    private final InstantSource clock;
    private Set<ObjectId> there = Set.of();
    private boolean isCounted;

    public TargetPresence(SourceSettings sources, Intake intake, InstantSource clock) {
        this.sources = sources;
        this.intake = intake;
        this.clock = clock;
    }

    /// Those that are not found again are gone; and once all discoveries have answered, those that were found before
    /// the analyzer was started. What is not taken is said with the next targets that are found.
    public synchronized void note(DiscoveredTargets discovered) {
        var now = clock.millis();
        var found = new LinkedHashSet<ObjectId>();
        discovered.targets().forEach(target -> found.add(id(target)));
        var counts = discovered.isComplete() && !isCounted;
        var statements = new ArrayList<Statement>();
        found.stream().filter(id -> counts || !there.contains(id)).forEach(id -> statements.add(there(id, now)));
        there.stream().filter(id -> !found.contains(id)).forEach(id -> statements.add(new Statement.Gone(id, now)));
        if (counts) {
            clusters(found).forEach(cluster -> statements.add(new Statement.Census(cluster, Kind.TARGET, now, now)));
        }
        try {
            take(statements);
            there = found;
            isCounted |= counts;
        } catch (NotTakenException e) {
            LOG.log(WARNING, "which targets there are is not stored: " + e.getMessage());
        }
    }

    private ObjectId id(Target target) {
        var url = target.url().toString();
        var scope = sources.ofTarget(url, target.url().host(), target.labels());
        return ObjectId.named(scope.cluster(), Kind.TARGET, url);
    }

    private static Statement there(ObjectId id, long millis) {
        return new Statement.Part(id, millis, new TreeMap<>(), new TreeSet<>());
    }

    /// One whose targets are all gone may be the usual one.
    private Set<String> clusters(Collection<ObjectId> found) {
        var clusters = new HashSet<String>();
        clusters.add(sources.cluster());
        found.forEach(id -> clusters.add(id.cluster()));
        return clusters;
    }

    /// Hands the statements on in their order, some at a time.
    private void take(List<Statement> statements) throws NotTakenException {
        for (var from = 0; from < statements.size(); from += BATCH) {
            var some = statements.subList(from, Math.min(statements.size(), from + BATCH));
            intake.take(new Batch("discovery", List.of(), some));
        }
    }

    /// Returns a function that reads from the rows of a target's pages which node they are of. It states the node when
    /// that becomes another, and now and then.
    Function<List<Row>, Optional<Statement>> of(Target target) {
        return new Whereabouts(id(target));
    }

    private static final class Whereabouts implements Function<List<Row>, Optional<Statement>> {
        private final ObjectId target;
        private String node = "";
        private long told = Long.MIN_VALUE;

        Whereabouts(ObjectId target) {
            this.target = target;
        }

        @Override
        public Optional<Statement> apply(List<Row> rows) {
            var now = rows.stream()
                    .map(row -> row.unit().node())
                    .distinct()
                    .limit(2)
                    .toList();
            // Of several nodes it may be anybody's.
            if (now.size() != 1) {
                return Optional.empty();
            }
            var millis = rows.getFirst().millis();
            if (now.getFirst().equals(node) && millis < told + AGAIN) {
                return Optional.empty();
            }
            node = now.getFirst();
            told = millis;
            return Optional.of(
                    new Statement.Part(target, millis, new TreeMap<>(Map.of(Attribute.NODE, node)), new TreeSet<>()));
        }
    }
}
