package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.booking.BookedEntry;
import io.gpuledger.analyzer.books.Present;
import io.gpuledger.analyzer.html.Node;
import io.gpuledger.analyzer.ledger.State;
import io.gpuledger.analyzer.report.Figures;
import io.gpuledger.analyzer.web.page.Sections;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/// What all GPUs cost in an hour, as things are now: sixty times what the last minute cost.
final class MoneyNow {
    private static final long MINUTES = 60;

    private MoneyNow() {}

    /// Returns millionths by currency.
    static SortedMap<String, Long> anHour(Present present, Predicate<BookedEntry> which) {
        var sums = new TreeMap<String, Long>();
        present.entries().stream()
                .filter(which)
                .flatMap(entry -> entry.cost().stream())
                .forEach(money -> sums.merge(money.currency(), money.micros() * MINUTES, Math::addExact));
        return sums;
    }

    static Node of(Present present) {
        var all = anHour(present, _ -> true);
        if (all.isEmpty()) {
            return Node.NONE;
        }
        var idle = anHour(present, entry -> entry.entry().account().state() == State.IDLE);
        return Sections.aside(
                Node.text("Now the fleet costs "),
                Sections.strong(Figures.money(all)),
                Node.text(" an hour"),
                idle.isEmpty()
                        ? Node.text(", and none of that is idle.")
                        : Node.of(
                                Node.text(", of which "),
                                Sections.strong(Figures.money(idle)),
                                Node.text(" is held idle.")));
    }
}
