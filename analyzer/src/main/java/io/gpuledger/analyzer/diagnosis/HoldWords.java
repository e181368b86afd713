package io.gpuledger.analyzer.diagnosis;

import io.gpuledger.analyzer.admission.GroupName;
import io.gpuledger.analyzer.admission.Held;
import io.gpuledger.analyzer.admission.Hold;
import io.gpuledger.analyzer.admission.Hold.Admitted;
import io.gpuledger.analyzer.admission.Hold.Check;
import io.gpuledger.analyzer.admission.Hold.ChecksPending;
import io.gpuledger.analyzer.admission.Hold.GroupMissing;
import io.gpuledger.analyzer.admission.Hold.Incomplete;
import io.gpuledger.analyzer.admission.Hold.KueueQueueMissing;
import io.gpuledger.analyzer.admission.Hold.NoQuota;
import io.gpuledger.analyzer.admission.Hold.NotLetIn;
import io.gpuledger.analyzer.admission.Hold.Offer;
import io.gpuledger.analyzer.admission.Hold.OverLimit;
import io.gpuledger.analyzer.admission.Hold.QueueClosed;
import io.gpuledger.analyzer.admission.Hold.QueueInactive;
import io.gpuledger.analyzer.admission.Hold.QueueMissing;
import io.gpuledger.analyzer.admission.Hold.WorkloadOff;
import io.gpuledger.analyzer.fit.spec.Shortened;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Says for people what keeps a pod before any node is looked at.
final class HoldWords {
    private static final int TOLD_MAX = 3;

    private HoldWords() {}

    static Cause cause(Held held) {
        return new Cause(
                blocker(held.hold()),
                sentence(held.hold())
                        + held.said().map(words -> said(held.who(), words)).orElse(""));
    }

    static Blocker blocker(Hold hold) {
        return switch (hold) {
            case Incomplete _, GroupMissing _ -> Blocker.GANG;
            case OverLimit _, NoQuota _ -> Blocker.QUOTA;
            case ChecksPending one -> one.checks().isEmpty() ? Blocker.QUEUE : Blocker.ADMISSION_CHECK;
            case QueueMissing _,
                    QueueClosed _,
                    NotLetIn _,
                    WorkloadOff _,
                    QueueInactive _,
                    KueueQueueMissing _,
                    Admitted _ -> Blocker.QUEUE;
        };
    }

    /// Returns what somebody says, as a sentence that follows another one.
    static String said(String who, String words) {
        var quoted = Shortened.words(words.strip());
        return " %s says: %s%s".formatted(capitalized(who), quoted, endsSentence(quoted) ? "" : ".");
    }

    private static boolean endsSentence(String text) {
        return text.endsWith(".") || text.endsWith("!") || text.endsWith("?");
    }

    private static String capitalized(String text) {
        return text.isEmpty() ? text : Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }

    private static String sentence(Hold hold) {
        return switch (hold) {
            case Incomplete(var group, var min, var existing) ->
                "Its group %s of %s starts with %s at least, and %,d %s there so far."
                        .formatted(
                                name(group),
                                group.scheduler(),
                                Amount.of(min, "pod", "pods"),
                                existing,
                                existing == 1 ? "is" : "are");
            case GroupMissing(var group) ->
                "It is in the group %s of %s, and there is no such group.".formatted(name(group), group.scheduler());
            case QueueMissing(var group, var queue) ->
                "Its group %s is for the queue %s of %s, and there is no such queue."
                        .formatted(name(group), Shortened.of(queue), group.scheduler());
            case QueueClosed(var group, var queue, var isClosing) ->
                "The queue %s of %s is %s, and lets nobody in."
                        .formatted(Shortened.of(queue), group.scheduler(), isClosing ? "being closed" : "closed");
            case OverLimit one -> one.firm() ? overDue(one) : overLimit(one);
            case NotLetIn(var group, var queue) ->
                "%s has not let its group %s in%s yet."
                        .formatted(
                                group.scheduler(),
                                name(group),
                                queue.map(name -> "to the queue " + Shortened.of(name))
                                        .orElse(""));
            case WorkloadOff(var workload) ->
                "Its workload %s of Kueue is switched off.".formatted(Shortened.of(workload));
            case QueueInactive(var kind, var queue, var why) ->
                "The %s %s lets nobody in%s."
                        .formatted(
                                kind,
                                Shortened.of(queue),
                                why.map(HoldWords::because).orElse(""));
            case KueueQueueMissing(var kind, var queue) ->
                queue.isEmpty()
                        ? "Its workload of Kueue is for no %s.".formatted(kind)
                        : "Its workload is for the %s %s of Kueue, and there is no such queue."
                                .formatted(kind, Shortened.of(queue));
            case ChecksPending(var queue, var checks) -> pending(queue, checks);
            case NoQuota(var queue, var offers) -> noQuota(queue, offers);
            case Admitted(var workload) ->
                "Kueue has admitted its workload %s, and its gate is still there.".formatted(Shortened.of(workload));
        };
    }

    private static String name(GroupName group) {
        return Shortened.of(group.name());
    }

    private static String because(String why) {
        var words = Shortened.words(why.strip());
        return ": " + (words.endsWith(".") ? words.substring(0, words.length() - 1) : words);
    }

    private static String overLimit(OverLimit one) {
        return over("The queue %s of %s may have %s and has %s, and its group %s asks for %s more.", one);
    }

    private static String overDue(OverLimit one) {
        return over(
                "Pods that nobody may preempt get no more than what is due to their queue: the queue %s of %s is due"
                        + " %s, such pods of it have %s, and its group %s asks for %s more.",
                one);
    }

    /// @param sentence with room for the queue, its scheduler, what it may have and has, the group and what that asks
    private static String over(String sentence, OverLimit one) {
        return sentence.formatted(
                Shortened.of(one.queue()),
                one.group().scheduler(),
                Amount.of(one.resource(), one.limit()),
                amount(one, one.used()),
                name(one.group()),
                amount(one, one.asked()));
    }

    /// The sentence names the resource once already. An amount that is counted in pieces, as of GPUs, would name it
    /// again.
    private static String amount(OverLimit one, long amount) {
        var text = Amount.of(one.resource(), amount);
        var suffix = " " + one.resource();
        return text.endsWith(suffix) && !one.resource().equals("memory")
                ? text.substring(0, text.length() - suffix.length())
                : text;
    }

    private static String pending(Optional<String> queue, List<Check> checks) {
        var has = "It has quota"
                + queue.map(name -> " of the ClusterQueue " + Shortened.of(name))
                        .orElse("");
        return checks.isEmpty()
                ? has + ", and Kueue has not admitted it yet."
                : "%s, and waits for %s %s."
                        .formatted(
                                has,
                                checks.size() == 1 ? "the admission check" : "the admission checks",
                                checks.stream()
                                        .limit(TOLD_MAX)
                                        .map(HoldWords::check)
                                        .collect(Collectors.joining("; ")));
    }

    private static String check(Check check) {
        return "%s, which says %s%s"
                .formatted(
                        Shortened.of(check.name()),
                        Shortened.of(check.state()),
                        check.message().map(HoldWords::because).orElse(""));
    }

    private static String noQuota(String queue, List<Offer> offers) {
        return "The ClusterQueue %s has no quota for it yet.%s"
                .formatted(
                        Shortened.of(queue),
                        offers.stream().limit(TOLD_MAX).map(HoldWords::offer).collect(Collectors.joining()));
    }

    private static String offer(Offer offer) {
        return " It asks for %s, and of the flavor %s %s%s."
                .formatted(
                        Amount.of(offer.resource(), offer.asked()),
                        Shortened.of(offer.flavor()),
                        offer.available()
                                .map("%,d are left"::formatted)
                                .orElseGet(() -> "nobody tells how many are left"),
                        offer.cohort()
                                .map(cohort -> " with those of the cohort " + Shortened.of(cohort))
                                .orElseGet(() -> " of " + String.format("%,d", offer.nominal())));
    }
}
