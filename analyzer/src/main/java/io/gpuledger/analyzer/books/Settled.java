package io.gpuledger.analyzer.books;

import io.gpuledger.analyzer.ledger.Money;
import io.gpuledger.analyzer.ledger.Span;
import io.gpuledger.analyzer.store.database.BookedEntry;
import io.gpuledger.analyzer.store.database.Payer;
import java.util.HashMap;
import java.util.Map;

/// What a pass has settled that was not settled before, by account: so that there is as much of it as there are
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

    /// @param cause empty where there is none
    record Time(Account account, String cause) {}

    record Cost(String cluster, String team, String state, String currency) {}

    private final Span hours;
    private final Map<Time, Long> millis = new HashMap<>();
    private final Map<Cost, Long> micros = new HashMap<>();

    /// @param hours that were not settled before, and are now
    Settled(Span hours) {
        this.hours = hours;
    }

    /// An account that nothing was settled of is there all the same, with nothing.
    void add(BookedEntry entry) {
        var account = Account.of(entry);
        var isNew = entry.settled() && hours.contains(entry.entry().hour());
        var time = new Time(account, entry.entry().account().cause().orElse(""));
        millis.merge(time, isNew ? entry.entry().millis() : 0L, Long::sum);
        entry.cost().ifPresent(cost -> micros.merge(key(account, cost), isNew ? cost.micros() : 0L, Long::sum));
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

    /// Until when all hours are settled.
    long until() {
        return hours.to();
    }
}
