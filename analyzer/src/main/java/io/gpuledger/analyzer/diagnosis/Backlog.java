package io.gpuledger.analyzer.diagnosis;

import io.gpuledger.analyzer.admission.Facts;
import io.gpuledger.analyzer.diagnosis.Gangs.Gang;
import io.gpuledger.analyzer.diagnosis.Proposal.Explained;
import io.gpuledger.analyzer.diagnosis.WaitingPod.Said;
import io.gpuledger.analyzer.fit.Ask;
import io.gpuledger.analyzer.fit.Diagnosis;
import io.gpuledger.analyzer.fit.Places;
import io.gpuledger.analyzer.fit.PodReason.Gated;
import io.gpuledger.analyzer.fit.Together;
import io.gpuledger.analyzer.fit.spec.SpecReading.Known;
import io.gpuledger.analyzer.fit.spec.SpecReading.Partial;
import io.gpuledger.analyzer.fit.spec.SpecReading.Unknown;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/// A backlog is all pods that wait in a cluster at an instant, with the nodes that there are.
///
/// What the scheduler wrote into a pod counts where nothing that is known here keeps the pod: it has looked at
/// devices and volumes, of which less is known here.
public final class Backlog {
    private final List<WaitingPod> pods;
    private final Places places;
    private final Function<String, Optional<String>> skuOf;
    private final Queue queue;
    private final Facts facts;
    private final Holds holds;
    private final Gangs gangs;

    /// Makes a backlog.
    ///
    /// @param places one thread uses them
    /// @param skuOf says by the name of a node which GPUs it has, where that is known
    /// @param facts what was told of queues, groups and nodes in the making
    public Backlog(List<WaitingPod> pods, Places places, Function<String, Optional<String>> skuOf, Facts facts) {
        this.pods = List.copyOf(pods);
        this.places = places;
        this.skuOf = skuOf;
        this.queue = new Queue(pods);
        this.facts = facts;
        this.holds = new Holds(pods, places, facts);
        this.gangs = new Gangs(pods, places, holds::missing);
    }

    /// Returns what is said of each of the pods.
    public List<Verdict> verdicts() {
        return pods.stream().map(this::verdict).toList();
    }

    /// Returns the GPUs that nobody holds meanwhile, and what stands between them and these pods.
    ///
    /// @param verdicts what this said of each of the pods
    public FreeWhileWaiting freeWhileWaiting(List<Verdict> verdicts) {
        return new Matching(places, skuOf)
                .of(verdicts.stream()
                        .sorted(Comparator.comparing(Verdict::pod, Queue.ORDER))
                        .toList());
    }

    /// Returns what would be said of pods if they were made now. They come last of those of their priority, and may
    /// fit at once while others wait before them.
    public Explained explain(Proposal proposal) {
        var creation = proposal.creation(facts);
        var pod = proposal.waiting(creation);
        var together =
                pod.need() instanceof Known(Ask ask) ? Together.of(places, ask, proposal.pods()) : OptionalLong.empty();
        var all = new ArrayList<>(pods);
        all.add(pod);
        return new Explained(proposal, new Backlog(all, places, skuOf, facts).verdict(pod), together, creation);
    }

    private Verdict verdict(WaitingPod pod) {
        return switch (pod.need()) {
            case Known(var ask) -> verdict(pod, ask, places.diagnose(ask));
            case Partial(var ask, var missing) -> partial(pod, missing, places.diagnose(ask));
            case Unknown(var why) ->
                new Verdict(
                        pod,
                        pod.gates().isEmpty() ? Blocker.UNKNOWN : Blocker.of(new Gated(pod.gates())),
                        String.join("; ", why),
                        0,
                        0,
                        List.of(),
                        List.of(),
                        queue.of(pod),
                        Optional.empty(),
                        List.of());
        };
    }

    private Verdict verdict(WaitingPod pod, Ask ask, Diagnosis diagnosis) {
        var said = pod.said().flatMap(Said::message).map(message -> SchedulersWords.of(message, diagnosis.nodes()));
        var cause = cause(pod, ask, Cause.of(diagnosis), said);
        return new Verdict(
                pod,
                cause.blocker(),
                cause.why(),
                diagnosis.nodes(),
                diagnosis.fitting().map(Diagnosis.Group::nodes).orElse(0),
                Findings.of(diagnosis),
                Findings.remedies(diagnosis),
                queue.of(pod),
                said.filter(_ -> diagnosis.unclear().isEmpty()).map(words -> words.agreesWith(diagnosis)),
                Lint.of(ask));
    }

    /// What keeps a pod by the little that is known of it keeps it by all of it. But no change is told that alone would
    /// do, as more may be against it.
    private Verdict partial(WaitingPod pod, String missing, Diagnosis diagnosis) {
        var found = pod.gates().isEmpty() ? Cause.of(diagnosis) : let(pod, gated(pod));
        var cause = found.blocker() == Blocker.NONE
                ? new Cause(Blocker.UNKNOWN, "By what it requests " + decapitalized(found.why()) + " " + missing)
                : found;
        return new Verdict(
                pod,
                cause.blocker(),
                cause.why(),
                diagnosis.nodes(),
                0,
                Findings.of(diagnosis),
                List.of(),
                queue.of(pod),
                Optional.empty(),
                List.of());
    }

    private static Cause gated(WaitingPod pod) {
        var gated = new Gated(pod.gates());
        return new Cause(Blocker.of(gated), ReasonWords.sentence(gated));
    }

    private static String decapitalized(String sentence) {
        return sentence.substring(0, 1).toLowerCase(Locale.ROOT) + sentence.substring(1);
    }

    /// Asks Kueue's objects about a gate of Kueue: they say more of it than the pod does.
    private Cause let(WaitingPod pod, Cause gate) {
        return gate.blocker() == Blocker.QUEUE ? holds.ofGate(pod).orElse(gate) : gate;
    }

    private Cause cause(WaitingPod pod, Ask ask, Cause found, Optional<SchedulersWords> said) {
        return pod.gates().isEmpty()
                ? holds.ofGroup(pod, found).orElseGet(() -> ofNodes(pod, ask, found, said))
                : let(pod, found);
    }

    private Cause ofNodes(WaitingPod pod, Ask ask, Cause found, Optional<SchedulersWords> said) {
        if (found.blocker() == Blocker.UNKNOWN) {
            return said.flatMap(SchedulersWords::beyondKnown)
                    .map(Backlog::beyond)
                    .orElse(found);
        }
        if (found.blocker() != Blocker.NONE && found.blocker() != Blocker.SCHEDULER) {
            return pod.nominated().map(Backlog::preemption).orElseGet(() -> made(pod, found));
        }
        return gangs.of(pod)
                .filter(Gang::isSplit)
                .map(gang -> made(pod, gang(gang)))
                .or(() -> said.flatMap(SchedulersWords::beyondKnown).map(Backlog::beyond))
                .or(() -> places.unjudged(ask).stream().findFirst().map(Backlog::unjudged))
                .orElseGet(() -> new Cause(found.blocker(), found.why() + holds.said(pod)));
    }

    private Cause made(WaitingPod pod, Cause found) {
        return holds.making(pod).map(making -> MakingWords.cause(making, found)).orElse(found);
    }

    private static Cause preemption(String node) {
        return new Cause(
                Blocker.PREEMPTION, "It is to have the node %s once others have made way for it.".formatted(node));
    }

    private static Cause gang(Gang gang) {
        return new Cause(
                Blocker.GANG,
                "It would fit by itself. Of the %,d of its gang that wait, %,d fit at once, at most%s."
                        .formatted(
                                gang.waiting(),
                                gang.fit().orElse(0L),
                                gang.needed() == gang.waiting() ? "" : ", and %,d have to".formatted(gang.needed())));
    }

    private static Cause beyond(Blocker blocker) {
        return new Cause(
                blocker,
                "By what is known here it would fit. The scheduler says no for something of which less is known here.");
    }

    private static Cause unjudged(String what) {
        return new Cause(
                Blocker.UNKNOWN, "It would fit, if it were not for what is not looked at: %s.".formatted(what));
    }
}
