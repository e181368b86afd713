package io.gpuledger.analyzer.books;

import static java.util.stream.Collectors.joining;

import io.gpuledger.analyzer.booking.BookedEntry;
import io.gpuledger.analyzer.ledger.Account;
import io.gpuledger.analyzer.ledger.Money;
import io.gpuledger.analyzer.ledger.Owner;
import io.gpuledger.analyzer.telemetry.UnitId;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// An account of a unit and hour whose entry is not the one that stood there before. More than one entry in an account
/// is a difference too, as it is wrong.
///
/// @param stood what stood there before; empty where there was no entry
/// @param stands what stands there now; empty where there is no entry any more
public record Difference(List<BookedEntry> stood, List<BookedEntry> stands) {
    private record Key(UnitId unit, long hour, Account account) {
        static Key of(BookedEntry booked) {
            return new Key(
                    booked.entry().unit(), booked.entry().hour(), booked.entry().account());
        }
    }

    /// The differences of the oldest hour come first.
    static List<Difference> between(Collection<BookedEntry> stood, Collection<BookedEntry> stands) {
        var before = byKey(stood);
        var after = byKey(stands);
        return Stream.concat(before.keySet().stream(), after.keySet().stream())
                .distinct()
                .map(key -> new Difference(before.getOrDefault(key, List.of()), after.getOrDefault(key, List.of())))
                .filter(difference -> !difference.stood().equals(difference.stands()))
                .sorted((one, other) -> one.what().compareTo(other.what()))
                .toList();
    }

    private static Map<Key, List<BookedEntry>> byKey(Collection<BookedEntry> entries) {
        return entries.stream().collect(Collectors.groupingBy(Key::of, HashMap::new, Collectors.toList()));
    }

    private BookedEntry any() {
        return stands.isEmpty() ? stood.getFirst() : stands.getFirst();
    }

    /// Returns the difference as one line of text.
    @Override
    public String toString() {
        return "%s: stood %s, stands %s".formatted(what(), words(stood), words(stands));
    }

    private String what() {
        var entry = any().entry();
        return "%s %s %s%s %s"
                .formatted(
                        Instant.ofEpochMilli(entry.hour()),
                        entry.unit().cluster(),
                        entry.unit().gpu(),
                        entry.unit().instance().map(instance -> "/" + instance).orElse(""),
                        words(entry.account()));
    }

    private static String words(Account account) {
        return joined(List.of(
                Optional.of(account.state().word()),
                account.cause(),
                account.owner().map(Difference::words),
                account.basis().map(basis -> "by " + basis.word()),
                Optional.of("estimated").filter(_ -> account.estimated())));
    }

    private static String words(Owner owner) {
        return owner.namespace() + "/" + owner.pod()
                + owner.uid().map(uid -> " (" + uid + ")").orElse("");
    }

    private static String words(List<BookedEntry> entries) {
        return entries.isEmpty()
                ? "nothing"
                : entries.stream().map(Difference::words).collect(joining(" and "));
    }

    private static String words(BookedEntry booked) {
        return joined(List.of(
                Optional.of(thousandths(booked.entry().millis()) + " s"),
                booked.entry().millijoules().map(energy -> thousandths(energy) + " J"),
                booked.cost().map(Difference::words),
                booked.payer().map(payer -> "paid by " + payer.team()),
                booked.payer()
                        .map(payer -> "for " + payer.workload().kind() + "/"
                                + payer.workload().name()),
                booked.node().map(node -> "on " + node),
                Optional.of("provisional").filter(_ -> !booked.settled())));
    }

    private static String words(Money money) {
        return BigDecimal.valueOf(money.micros(), 6).toPlainString() + " " + money.currency();
    }

    private static String thousandths(long amount) {
        return BigDecimal.valueOf(amount, 3).toPlainString();
    }

    private static String joined(List<Optional<String>> words) {
        return words.stream().flatMap(Optional::stream).collect(joining(" "));
    }
}
