package io.gpuledger.analyzer.health.watch;

import io.gpuledger.analyzer.health.Finding;
import io.gpuledger.analyzer.health.Severity;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/// The course of one thing that may be wrong: a sign begins it; once it has stood long enough it is a finding, and that
/// is over once the sign has been gone long enough.
final class Course {
    private static final long SILENCE_MAX = 10 * 60_000;

    private final Finding.Key key;
    private final long since;
    private final TreeSet<String> holders = new TreeSet<>();
    private Severity severity;
    private String evidence;
    private String action;
    private OptionalLong goneSince = OptionalLong.empty();
    private long told;
    private boolean isOpen;
    private double lostMillis;

    private Course(Finding.Key key, long since, Severity severity, String evidence, String action) {
        this.key = key;
        this.since = since;
        this.severity = severity;
        this.evidence = evidence;
        this.action = action;
        this.told = since;
    }

    static Course begun(Finding.Key key, long since, Sign sign) {
        return new Course(key, since, sign.severity(), sign.evidence().get(), sign.action());
    }

    /// Goes on with a finding that was open before.
    static Course of(Finding finding) {
        var course =
                new Course(finding.key(), finding.opened(), finding.severity(), finding.evidence(), finding.action());
        course.isOpen = true;
        course.told = finding.told();
        course.lostMillis = finding.lostMillis();
        course.holders.addAll(finding.holders());
        return course;
    }

    Finding.Key key() {
        return key;
    }

    /// Returns when it began.
    long since() {
        return since;
    }

    boolean isOpen() {
        return isOpen;
    }

    /// Whether it was no finding yet, and nothing was told for so long that the sign may not have stood all along.
    boolean isStale(long at) {
        return !isOpen && at - told > SILENCE_MAX;
    }

    /// The sign stands at this instant. Returns whether that opens the finding, or makes it graver.
    boolean stands(long at, Sign sign, Set<String> held) {
        told = Math.max(told, at);
        goneSince = OptionalLong.empty();
        holders.addAll(held);
        var isGraver = sign.severity().compareTo(severity) < 0;
        var opens = !isOpen && at - since >= key.kind().opensAfter().toMillis();
        if (isGraver || opens) {
            severity = isGraver ? sign.severity() : severity;
            evidence = sign.evidence().get();
            action = sign.action();
        }
        isOpen |= opens;
        return opens || (isOpen && isGraver);
    }

    /// The sign does not stand at this instant. Returns whether the course is over: at once where it was no
    /// finding yet.
    boolean isOver(long at) {
        told = Math.max(told, at);
        if (goneSince.isEmpty()) {
            goneSince = OptionalLong.of(at);
        }
        return !isOpen || at - goneSince.getAsLong() >= key.kind().closesAfter().toMillis();
    }

    /// The sign has come again, and is told anew.
    void say(Sign sign) {
        evidence = sign.evidence().get();
    }

    /// The sign still stands, and may look otherwise than when it was told. Where that was graver, it stays told so.
    void sayAsItIs(Sign sign) {
        if (sign.severity() == severity) {
            say(sign);
        }
    }

    void lose(double millis) {
        lostMillis += millis;
    }

    /// Returns the finding as it is now, if it is one.
    Optional<Finding> finding(String node) {
        return isOpen ? Optional.of(finding(node, OptionalLong.empty())) : Optional.empty();
    }

    /// Returns the finding that is over now. It ended when the sign was first gone.
    Finding closed(String node) {
        return finding(node, OptionalLong.of(Math.max(since, goneSince.orElse(told))));
    }

    private Finding finding(String node, OptionalLong closed) {
        return new Finding(
                key,
                node,
                severity,
                since,
                closed,
                told,
                evidence,
                action,
                holders,
                Finding.lost(key.kind().loss(), since, closed.orElse(told), Math.round(lostMillis)));
    }
}
