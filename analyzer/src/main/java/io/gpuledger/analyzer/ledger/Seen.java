package io.gpuledger.analyzer.ledger;

import static io.gpuledger.analyzer.ledger.Stretch.MICROS;

import io.gpuledger.analyzer.time.Span;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Finds the time of a hold in which the unit was seen and healthy, in pieces that end wherever it was not.
///
/// An exporter that counts begins anew when it is restarted, and nobody knows what it had seen since its last reading.
/// So a gap of up to two minutes does not end a piece. To judge by, the gap was as active as the busier of its two
/// sides; but it is not booked so.
final class Seen {
    private static final Duration MISSED_MAX = Duration.ofMinutes(2);

    private final List<Span> unhealthy;
    private final List<List<Stretch>> pieces = new ArrayList<>();

    private Seen(List<Span> unhealthy) {
        this.unhealthy = unhealthy;
    }

    /// @param activity sorted and without overlaps
    /// @param unhealthy sorted and without overlaps
    static List<List<Stretch>> of(Span held, List<Stretch> activity, List<Span> unhealthy) {
        var seen = new Seen(unhealthy);
        for (var stretch : Stretch.during(activity, held)) {
            if (stretch.isWhole() && stretch.basis().isPresent()) {
                stretch.span().within(held).without(unhealthy).forEach(part -> seen.add(stretch.within(part)));
            }
        }
        return seen.pieces;
    }

    private void add(Stretch stretch) {
        if (pieces.isEmpty() || !isJoined(pieces.getLast().getLast(), stretch)) {
            pieces.add(new ArrayList<>());
        } else if (pieces.getLast().getLast().span().to() < stretch.span().from()) {
            pieces.getLast().add(missed(pieces.getLast().getLast(), stretch));
        }
        pieces.getLast().add(stretch);
    }

    private boolean isJoined(Stretch before, Stretch after) {
        if (before.span().to() == after.span().from()) {
            return true;
        }
        var missed = new Span(before.span().to(), after.span().from());
        return missed.millis() <= MISSED_MAX.toMillis()
                && missed.without(unhealthy).equals(missed.isEmpty() ? List.of() : List.of(missed));
    }

    private static Stretch missed(Stretch before, Stretch after) {
        var span = new Span(before.span().to(), after.span().from());
        var all = span.millis() * MICROS;
        return new Stretch(
                span,
                after.basis(),
                all,
                Math.round(Math.max(before.activity(), after.activity()) * all),
                Math.round(Math.max(before.busiest(), after.busiest()) * all));
    }
}
