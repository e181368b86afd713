package io.gpuledger.analyzer.alert;

import static java.util.stream.Collectors.groupingBy;

import io.gpuledger.analyzer.health.Finding;
import io.gpuledger.analyzer.health.Severity;
import io.gpuledger.analyzer.store.findings.KeptFinding;
import io.gpuledger.analyzer.store.findings.Mute;
import io.gpuledger.analyzer.store.findings.Notice;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Decides what an Alertmanager is to be told at an instant, from what there is and what it was told before:
/// nothing else is remembered.
///
/// A finding is told under its severity. When that changes, what was told under the one before is told to be over.
///
/// @param least findings that are less grave are not told
record DueAlerts(List<Mute> mutes, Severity least, Instant now) {
    /// Alertmanager forgets alerts when it starts anew, and remembers whom it has notified: so what is over is
    /// told for some more time. Prometheus does the same.
    static final Duration TOLD_AGAIN = Duration.ofMinutes(15);

    /// Alertmanager forgets by then whom it has notified, and takes what it was not told of any more to be over.
    static final Duration FORGOTTEN = Duration.ofDays(5);
    /// What was found in readings as old as this may be history that comes in.
    static final Duration OLD = Duration.ofHours(1);
    /// History that comes in closes what it opens, long before this.
    static final Duration PATIENCE = Duration.ofMinutes(10);

    DueAlerts {
        mutes = List.copyOf(mutes);
    }

    /// Returns the alerts, in the order of the findings.
    List<Alert> of(List<KeptFinding> findings, List<Notice> notices) {
        var byFinding =
                notices.stream().collect(groupingBy(notice -> notice.key().finding()));
        var alerts = new ArrayList<Alert>();
        for (var kept : findings) {
            add(kept, byFinding.getOrDefault(kept.id(), List.of()), alerts);
        }
        return List.copyOf(alerts);
    }

    private void add(KeptFinding kept, List<Notice> notices, List<Alert> alerts) {
        var finding = kept.finding();
        var isWanted = isWanted(finding);
        var isTold = false;
        for (var notice : notices) {
            if (!isWanted || notice.key().severity() != finding.severity()) {
                over(kept, notice).ifPresent(alerts::add);
            } else if (notice.resolved().isEmpty()) {
                alerts.add(Alert.firing(kept, notice.fired().isEmpty()));
                isTold = true;
            }
        }
        if (isWanted && !isTold && isOfNow(kept)) {
            alerts.add(Alert.firing(kept, true));
        }
    }

    private boolean isWanted(Finding finding) {
        return finding.isOpen()
                && finding.severity().compareTo(least) <= 0
                && mutes.stream().noneMatch(mute -> mute.isOf(finding, now));
    }

    /// What lasts until now was told until now, or has been open in the database for a while.
    private boolean isOfNow(KeptFinding kept) {
        var told = Instant.ofEpochMilli(kept.finding().told());
        return told.isAfter(now.minus(OLD)) || kept.found().isBefore(now.minus(PATIENCE));
    }

    private Optional<Alert> over(KeptFinding kept, Notice notice) {
        var ended = ended(kept.finding(), notice);
        if (notice.resolved().isEmpty()) {
            return ended.isBefore(now.minus(FORGOTTEN))
                    ? Optional.empty()
                    : Optional.of(new Alert(kept, notice.key().severity(), Optional.of(ended), true));
        }
        return notice.resolved().get().isBefore(now.minus(TOLD_AGAIN))
                ? Optional.empty()
                : Optional.of(new Alert(kept, notice.key().severity(), Optional.of(ended), false));
    }

    /// The alert may be over while the finding is not: where it is muted, or has another severity.
    private Instant ended(Finding finding, Notice notice) {
        var closed = finding.closed().isPresent()
                ? Instant.ofEpochMilli(finding.closed().getAsLong())
                : notice.resolved().orElse(now);
        return closed.isAfter(now) ? now : closed;
    }
}
