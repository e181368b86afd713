package io.gpuledger.analyzer.mail;

import io.gpuledger.analyzer.report.Week;
import io.gpuledger.analyzer.store.outbox.ExemptionTables.Exemption;
import io.gpuledger.analyzer.store.outbox.OutboxStatus.Line;
import io.gpuledger.analyzer.store.outbox.OutboxStatus.Refusal;
import io.gpuledger.analyzer.store.outbox.OutboxStatus.Way;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;

/// Writes what the outbox holds of a week, for a terminal.
final class StatusText {
    private final StringBuilder text = new StringBuilder();

    private StatusText() {}

    /// @param waits what the week waits for; empty where it does not
    static String of(
            Week week, String waits, List<Line> lines, List<Refusal> refusals, Collection<Exemption> exemptions) {
        var status = new StatusText();
        status.line("Letters of " + week);
        if (!waits.isEmpty()) {
            status.line("  wait: " + waits);
        }
        if (lines.isEmpty()) {
            status.line("  none yet");
        }
        lines.forEach(status::edition);
        status.addresses(refusals);
        status.teams(exemptions);
        return status.text.toString();
    }

    private void line(String line) {
        text.append(line).append('\n');
    }

    private void edition(Line line) {
        var name = DeskSettings.words(line.edition());
        line.withheld()
                .ifPresentOrElse(
                        why -> line("  %s: none: %s".formatted(name, OneLine.of(why))),
                        () -> line("  %s: written %s".formatted(name, seconds(line.written()))));
        line.ways().forEach(this::way);
        line.troubles().forEach(trouble -> line("      passed over: " + trouble));
    }

    private void way(Way way) {
        var next = switch (way.state()) {
            case QUEUED, DEFERRED -> ", next try " + seconds(way.next());
            case SENDING, DATA, SENT, REFUSED, GIVEN_UP, UNCERTAIN, DRY_RUN -> "";
        };
        line("    %-10s %s, since %s, tries %d%s%s%s"
                .formatted(
                        way.state().word(),
                        way.address(),
                        seconds(way.since()),
                        way.tries(),
                        next,
                        way.askedBy()
                                .map(who -> ", asked for by " + OneLine.of(who))
                                .orElse(""),
                        way.why().isEmpty() ? "" : ": " + OneLine.of(way.why())));
    }

    private void addresses(List<Refusal> refusals) {
        if (!refusals.isEmpty()) {
            line("Addresses that get nothing, as they were refused");
        }
        refusals.forEach(one -> line("  %s since %s, until %s: %s"
                .formatted(one.address(), seconds(one.since()), seconds(one.until()), OneLine.of(one.words()))));
    }

    private void teams(Collection<Exemption> exemptions) {
        if (!exemptions.isEmpty()) {
            line("Teams that want no letters");
        }
        exemptions.forEach(one -> line("  %s since %s, by %s: %s"
                .formatted(
                        one.team().isEmpty() ? "(fleet)" : OneLine.of(one.team()),
                        seconds(one.since()),
                        OneLine.of(one.who()),
                        OneLine.of(one.reason()))));
    }

    private static Instant seconds(Instant instant) {
        return instant.truncatedTo(ChronoUnit.SECONDS);
    }
}
