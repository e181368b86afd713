package io.gpuledger.analyzer.scrape.discovery;

import static java.lang.System.Logger.Level.WARNING;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// Several ways to find targets, as one: what all of them find, each URL once.
public final class CombinedDiscovery implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(CombinedDiscovery.class.getName());

    private final List<Discovery> all;
    private final TargetDefaults defaults;
    private final Consumer<DiscoveredTargets> listener;
    private final Map<Discovery, List<FoundTarget>> found = new HashMap<>();
    private final Set<Discovery> complete = new HashSet<>();
    private Set<String> warned = Set.of();
    private boolean started;

    /// @param listener is told all targets that are found, one time after the other, whenever something changes
    public CombinedDiscovery(List<Discovery> all, TargetDefaults defaults, Consumer<DiscoveredTargets> listener) {
        this.all = List.copyOf(all);
        this.defaults = defaults;
        this.listener = listener;
    }

    /// Returns once all of them have looked, or have tried to, and the listener knows what they found.
    public void start() {
        all.forEach(discovery -> discovery.start((targets, isComplete) -> found(discovery, targets, isComplete)));
        synchronized (this) {
            started = true;
            publish();
        }
    }

    private synchronized void found(Discovery discovery, List<FoundTarget> targets, boolean isComplete) {
        found.put(discovery, List.copyOf(targets));
        if (isComplete) {
            complete.add(discovery);
        }
        if (started) {
            publish();
        }
    }

    private void publish() {
        var discovered = discovered();
        warn(discovered.dropped());
        listener.accept(discovered);
    }

    private DiscoveredTargets discovered() {
        var targets = new ArrayList<Target>();
        var dropped = new ArrayList<DiscoveredTargets.Dropped>();
        var firsts = new HashMap<String, Target>();
        for (var discovery : all) {
            for (var one : found.getOrDefault(discovery, List.of())) {
                try {
                    var target = Targets.of(discovery.pool(), one, defaults);
                    var first = firsts.putIfAbsent(target.url().toString(), target);
                    if (first == null) {
                        targets.add(target);
                    } else {
                        dropped.add(duplicate(discovery, one, first));
                    }
                } catch (IllegalArgumentException e) {
                    dropped.add(new DiscoveredTargets.Dropped(
                            discovery.pool(), one, Optional.empty(), String.valueOf(e.getMessage())));
                }
            }
        }
        return new DiscoveredTargets(targets, dropped, complete.containsAll(all));
    }

    private static DiscoveredTargets.Dropped duplicate(Discovery discovery, FoundTarget one, Target first) {
        var reason = "%s is found by %s and by %s: it is scraped once, as the former says"
                .formatted(first.url(), first.pool(), discovery.pool());
        return new DiscoveredTargets.Dropped(discovery.pool(), one, Optional.of(first.url()), reason);
    }

    /// Once, as long as it stays so.
    private void warn(List<DiscoveredTargets.Dropped> dropped) {
        var reasons = new HashSet<String>();
        for (var one : dropped) {
            var reason =
                    one.isDuplicate() ? one.reason() : "a target of %s is none: %s".formatted(one.pool(), one.reason());
            if (reasons.add(reason) && !warned.contains(reason)) {
                LOG.log(WARNING, reason);
            }
        }
        warned = reasons;
    }

    @Override
    public void close() {
        all.forEach(Discovery::close);
    }
}
