package io.gpuledger.analyzer.alert;

import io.gpuledger.analyzer.health.Severity;
import io.gpuledger.analyzer.store.findings.KeptFinding;
import io.gpuledger.analyzer.store.findings.Notice;
import java.time.Instant;
import java.util.Optional;

/// Word of a finding to one Alertmanager.
///
/// @param severity under which the finding is told, which is another than it has now where that has changed
/// @param ended since when it is over; empty while it is open
/// @param isNews whether Alertmanager has not taken this word yet
record Alert(KeptFinding kept, Severity severity, Optional<Instant> ended, boolean isNews) {
    static Alert firing(KeptFinding kept, boolean isNews) {
        return new Alert(kept, kept.finding().severity(), Optional.empty(), isNews);
    }

    /// Returns what tells it from other alerts.
    Notice.Key key() {
        return new Notice.Key(kept.id(), severity);
    }

    boolean isFiring() {
        return ended.isEmpty();
    }
}
