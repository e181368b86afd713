package io.gpuledger.analyzer.books;

import io.gpuledger.analyzer.booking.BookedEntry;
import io.gpuledger.analyzer.booking.Payer;
import io.gpuledger.analyzer.ledger.Money;
import io.gpuledger.analyzer.telemetry.UnitId;
import io.gpuledger.analyzer.time.Span;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// Sums up what a pass has settled that was not settled before, by account: so it takes as much memory as there are
/// accounts, and not as there are GPUs and hours.
final class Settled {
    record Account(String cluster, String team, String sku, String state) {
        static Account of(BookedEntry entry) {
            return new Account(
                    entry.entry().unit().cluster(),
                    entry.payer().map(Payer::team).orElse(""),
                    entry.sku(),
                    entry.entry().account().state().word());
        }
    }

    /// The time that an account has by cause.
    ///
    /// @param cause the cause; empty where there is none
    record Time(Account account, String cause) {}

    record Cost(String cluster, String team, String state, String currency) {}

    /// An hour of one GPU.
    record Hour(UnitId gpu, long begin) {}

    private final Span hours;
    private final Set<Hour> waiting;
    private final Set<Hour> open = new HashSet<>();
    private final Set<Hour> counted = new HashSet<>();
    private final Map<Time, Long> millis = new HashMap<>();
    private final Map<Cost, Long> micros = new HashMap<>();

    /// @param hours the hours that this pass settles for the first time
    /// @param waiting earlier hours that were not settled when the others were, and that this pass may settle
    Settled(Span hours, Set<Hour> waiting) {
        this.hours = hours;
        this.waiting = Set.copyOf(waiting);
    }

    /// Adds an entry. An account of which nothing was settled is kept all the same, with 0.
    void add(BookedEntry entry) {
        var account = Account.of(entry);
        var isNew = isNew(entry);
        var time = new Time(account, entry.entry().account().cause().orElse(""));
        millis.merge(time, isNew ? entry.entry().millis() : 0L, Long::sum);
        entry.cost().ifPresent(cost -> micros.merge(key(account, cost), isNew ? cost.micros() : 0L, Long::sum));
    }

    private boolean isNew(BookedEntry entry) {
        var begin = entry.entry().hour();
        if (hours.contains(begin) && entry.settled()) {
            return true;
        }
        if (waiting.isEmpty() && !hours.contains(begin)) {
            return false;
        }
        var hour = new Hour(entry.entry().unit().device(), begin);
        if (!hours.contains(begin) && !waiting.contains(hour)) {
            return false;
        }
        (entry.settled() ? counted : open).add(hour);
        return entry.settled();
    }

    /// Returns the hours that are not counted yet, as the past of their GPUs is still coming in.
    Set<Hour> waiting() {
        var all = new HashSet<>(waiting);
        all.removeAll(counted);
        all.addAll(open);
        return all;
    }

    private static Cost key(Account account, Money cost) {
        return new Cost(account.cluster(), account.team(), account.state(), cost.currency());
    }

    Map<Time, Long> millis() {
        return millis;
    }

    Map<Cost, Long> micros() {
        return micros;
    }

    /// Returns until when hours are settled.
    long until() {
        return hours.to();
    }
}
