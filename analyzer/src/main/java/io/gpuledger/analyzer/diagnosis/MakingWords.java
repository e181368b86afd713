package io.gpuledger.analyzer.diagnosis;

import io.gpuledger.analyzer.admission.Making;
import io.gpuledger.analyzer.admission.Making.Claimed;
import io.gpuledger.analyzer.admission.Making.Refused;
import io.gpuledger.analyzer.admission.Making.Scaling;
import io.gpuledger.analyzer.admission.Making.Step;
import io.gpuledger.analyzer.fit.spec.Shortened;
import java.util.OptionalLong;

/// Says for people what an autoscaler does about a pod.
final class MakingWords {
    private static final String AUTOSCALER = "the cluster autoscaler";
    private static final long SECOND = 1_000;
    private static final long MINUTE = 60 * SECOND;
    private static final long HOUR = 60 * MINUTE;

    private MakingWords() {}

    /// @param found what keeps the pod from the nodes that there are
    static Cause cause(Making making, Cause found) {
        return switch (making) {
            case Claimed one -> new Cause(Blocker.PROVISIONING, claimed(one) + " " + found.why());
            case Scaling(var message, var since) ->
                new Cause(
                        Blocker.PROVISIONING,
                        "A node is being made for it%s.%s %s"
                                .formatted(
                                        since.isPresent() ? " (asked for %s)".formatted(ago(since)) : "",
                                        HoldWords.said(AUTOSCALER, message),
                                        found.why()));
            case Refused(var message) ->
                new Cause(
                        found.blocker(),
                        found.why() + " No node is made for it." + HoldWords.said(AUTOSCALER, message));
        };
    }

    private static String claimed(Claimed one) {
        return "A node is being made that would take it (%s): the claim %s of Karpenter%s.%s"
                .formatted(
                        step(one.step()) + (one.sinceMillis().isPresent() ? " " + ago(one.sinceMillis()) : ""),
                        Shortened.of(one.claim()),
                        one.pool()
                                .map(pool -> ", in the pool " + Shortened.of(pool))
                                .orElse(""),
                        one.trouble()
                                .map(words -> HoldWords.said("Karpenter", words))
                                .orElse(""));
    }

    private static String step(Step step) {
        return switch (step) {
            case CREATED -> "asked for";
            case LAUNCHED -> "launched";
            case REGISTERED -> "registered";
        };
    }

    private static String ago(OptionalLong millis) {
        var time = millis.orElse(0);
        if (time < MINUTE) {
            return "%,d s ago".formatted(time / SECOND);
        }
        return time < HOUR ? "%,d min ago".formatted(time / MINUTE) : "%,d h ago".formatted(time / HOUR);
    }
}
