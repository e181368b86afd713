package io.gpuledger.analyzer.admission;

import io.gpuledger.analyzer.admission.Making.Claimed;
import io.gpuledger.analyzer.admission.Making.Refused;
import io.gpuledger.analyzer.admission.Making.Scaling;
import io.gpuledger.analyzer.admission.Making.Step;
import io.gpuledger.analyzer.cluster.Attribute;
import io.gpuledger.analyzer.cluster.Instants;
import io.gpuledger.analyzer.cluster.Pairs;
import io.gpuledger.analyzer.fit.Ask;
import io.gpuledger.analyzer.telemetry.Kind;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// What autoscalers do about the pods that fit on no node. Nothing tells for whom Karpenter makes a node: so those that
/// are the first in the queue have the room that it will have, and who comes after them has none.
public final class Makings {
    /// A pod that fits on no node.
    public record Wanting(String uid, Ask ask) {}

    /// What is in the making for longer than the cluster autoscaler waits for a node is none any more.
    private static final long SCALING_MAX_MILLIS = 15 * 60_000;

    private static final int CLAIMS_MAX = 1_000;
    private static final String UNTOUCHED = "AwaitingReconciliation";
    private static final String LAUNCHED = "Launched";
    private static final String REGISTERED = "Registered";
    private static final String INITIALIZED = "Initialized";

    private final Facts facts;
    private final Map<String, Making> byPod = new HashMap<>();

    /// @param wanting those first that a scheduler would take first
    public Makings(Facts facts, List<Wanting> wanting) {
        this.facts = facts;
        facts.all(Kind.SCALE_UP).stream()
                .sorted(Comparator.comparingLong(event -> created(event).orElse(0)))
                .forEach(this::scaled);
        var nodes = facts.all(Kind.NODE_CLAIM).stream()
                .filter(claim -> !claim.holds(INITIALIZED))
                .sorted(Comparator.comparing(Fact::name))
                .limit(CLAIMS_MAX)
                .map(NodeInTheMaking::new)
                .toList();
        var next = new HashMap<List<Object>, Integer>();
        wanting.forEach(pod -> give(pod, nodes, next));
    }

    /// A node that has no room for a pod has none for a later one that asks for the same.
    ///
    /// @param next for each kind of asks the first of the nodes that may still have room for it
    private void give(Wanting pod, List<NodeInTheMaking> nodes, Map<List<Object>, Integer> next) {
        var ask = pod.ask();
        var kind = List.<Object>of(
                ask.node(),
                ask.requests(),
                ask.selector(),
                ask.affinity(),
                ask.tolerations(),
                ask.company().spreads());
        var at = next.getOrDefault(kind, 0);
        while (at < nodes.size() && !nodes.get(at).take(ask)) {
            at++;
        }
        next.put(kind, at);
        if (at < nodes.size()) {
            byPod.put(pod.uid(), claimed(nodes.get(at).claim()));
        }
    }

    /// Returns what is done about a pod.
    public Optional<Making> of(String uid) {
        return Optional.ofNullable(byPod.get(uid));
    }

    private void scaled(Fact event) {
        var pod = event.text(Attribute.POD).orElse("");
        var phase = event.text(Attribute.PHASE).orElse("");
        var message = event.text(Attribute.MESSAGE + phase).orElse("");
        var since = created(event);
        byPod.remove(pod);
        if (phase.equals("Refused")) {
            byPod.put(pod, new Refused(message));
        } else if (since.isEmpty() || since(since).orElse(0) <= SCALING_MAX_MILLIS) {
            byPod.put(pod, new Scaling(message, since(since)));
        }
    }

    private static OptionalLong created(Fact fact) {
        return fact.text(Attribute.CREATED)
                .flatMap(Instants::millis)
                .map(OptionalLong::of)
                .orElse(OptionalLong.empty());
    }

    private OptionalLong since(OptionalLong then) {
        return then.isPresent() ? OptionalLong.of(Math.max(0, facts.at() - then.getAsLong())) : then;
    }

    private Making claimed(Fact claim) {
        var step = claim.holds(REGISTERED) ? Step.REGISTERED : claim.holds(LAUNCHED) ? Step.LAUNCHED : Step.CREATED;
        return new Claimed(
                claim.name(),
                Optional.ofNullable(
                        Pairs.of(claim.text(Attribute.LABELS).orElse("")).get("karpenter_sh_nodepool")),
                step,
                since(
                        switch (step) {
                            case CREATED -> created(claim);
                            case LAUNCHED -> heldSince(claim, LAUNCHED);
                            case REGISTERED -> heldSince(claim, REGISTERED);
                        }),
                trouble(
                        claim,
                        switch (step) {
                            case CREATED -> LAUNCHED;
                            case LAUNCHED -> REGISTERED;
                            case REGISTERED -> INITIALIZED;
                        }));
    }

    private static OptionalLong heldSince(Fact claim, String condition) {
        var since = claim.since().get(Attribute.CONDITION + condition);
        return since == null ? OptionalLong.empty() : OptionalLong.of(since);
    }

    private static Optional<String> trouble(Fact claim, String condition) {
        return claim.text(Attribute.REASON + condition)
                        .filter(UNTOUCHED::equals)
                        .isPresent()
                ? Optional.empty()
                : claim.why(condition);
    }
}
