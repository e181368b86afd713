package io.gpuledger.analyzer.ledger;

import static io.gpuledger.analyzer.ledger.Stretch.MICROS;

import io.gpuledger.analyzer.time.Mark;
import io.gpuledger.analyzer.time.Span;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Puts all time of a unit into accounts, in whole parts. A part is a microsecond, divided by as many replicas as there
/// are, so that shares are whole numbers of parts.
///
/// - Where there is evidence against the unit, all shares and the rest are unhealthy.
/// - Where the unit was not seen, all shares and the rest are unobserved.
/// - What a holder's activity fills of its share is used, and the rest of its share is underused, unless the holder
///   starts or is idle.
/// - What is in nobody's share is withheld, stranded or free; what only a placeholder holds is withheld.
///
/// The energy that the GPU took in that time goes into the same accounts, by their parts of the time. It is kept beside
/// the time, and is not exact but rounded.
final class UnitBook {
    private static final Account PLACEHOLDER = Account.of(State.WITHHELD, Optional.of("placeholder"), Optional.empty());

    private final UnitFacts facts;
    private final long replicas;
    private final Map<Account, Long> accounts = new HashMap<>();
    private final Map<Account, Long> uncertain = new HashMap<>();
    private final Map<Account, Double> joules = new HashMap<>();

    private final Cursor<Span> there;
    private final Cursor<Mark> unhealthy;
    private final Cursor<Mark> withheld;
    private final Cursor<Mark> stranded;
    private final Cursor<Stretch> readings;
    private final Cursor<Energy> energy;
    private final Cursor<Span> blurred;
    private final List<Held> holders;

    /// A tenancy, and how far it was read.
    private record Held(Tenancy tenancy, Cursor<Hold> hold, Cursor<Stretch> own, Cursor<Span> idle) {
        Owner owner() {
            return tenancy.tenant().owner();
        }
    }

    /// A holder, and how many of the replicas it holds.
    private record Holding(Held held, long units, boolean isReckoned) {}

    private UnitBook(UnitFacts facts) {
        this.facts = facts;
        this.replicas = facts.tenancies().stream()
                .flatMap(tenancy -> tenancy.holds().stream())
                .mapToLong(hold -> hold.part().replicas())
                .reduce(1, Split::leastCommonMultiple);
        this.there = new Cursor<>(facts.there(), span -> span);
        this.unhealthy = new Cursor<>(facts.unhealthy(), Mark::span);
        this.withheld = new Cursor<>(facts.withheld(), Mark::span);
        this.stranded = new Cursor<>(facts.stranded(), Mark::span);
        this.readings = new Cursor<>(facts.readings(), Stretch::span);
        this.energy = new Cursor<>(facts.energy(), Energy::span);
        this.blurred = new Cursor<>(facts.uncertain(), span -> span);
        this.holders = facts.tenancies().stream().map(UnitBook::held).toList();
    }

    private static Held held(Tenancy tenancy) {
        return new Held(
                tenancy,
                new Cursor<>(tenancy.holds(), Hold::span),
                new Cursor<>(tenancy.own(), Stretch::span),
                new Cursor<>(tenancy.idle(), span -> span));
    }

    /// Books the part of an hour that lies in a window.
    static UnitBook of(UnitFacts known, Span window) {
        var facts = known.during(window);
        var book = new UnitBook(facts);
        var cuts = book.cuts(window);
        for (var i = 0; i + 1 < cuts.length; i++) {
            if (book.there.at(cuts[i]).isPresent()) {
                book.book(new Span(cuts[i], cuts[i + 1]));
            }
        }
        return book;
    }

    /// Returns how many parts make a millisecond.
    long partsInMillisecond() {
        return MICROS * replicas;
    }

    Map<Account, Long> accounts() {
        return accounts;
    }

    /// Returns how many parts of each account may belong to another one, as an instant was estimated.
    Map<Account, Long> uncertain() {
        return uncertain;
    }

    /// Returns the energy of each account, as if the unit were all of its GPU. An account is missing where that is not
    /// known.
    Map<Account, Double> joules() {
        return joules;
    }

    private long[] cuts(Span window) {
        var cuts = new Cuts(window);
        cuts.addAll(facts.there());
        cuts.addAll(facts.unhealthy(), Mark::span);
        cuts.addAll(facts.withheld(), Mark::span);
        cuts.addAll(facts.stranded(), Mark::span);
        cuts.addAll(facts.readings(), Stretch::span);
        cuts.addAll(facts.energy(), Energy::span);
        cuts.addAll(facts.uncertain());
        for (var tenancy : facts.tenancies()) {
            cuts.addAll(tenancy.holds(), Hold::span);
            cuts.add(tenancy.started());
            cuts.addAll(tenancy.idle());
            cuts.addAll(tenancy.own(), Stretch::span);
        }
        return cuts.sorted();
    }

    /// Books a span within which nothing changes.
    private void book(Span span) {
        var isSure = blurred.at(span.from()).isEmpty();
        var atom = new Atom(span, isSure, readings.at(span.from()), energy.at(span.from()));
        var now = new ArrayList<Holding>(1);
        var left = replicas;
        var kept = 0L;
        for (var holder : holders) {
            var hold = holder.hold().at(span.from());
            if (hold.isPresent()) {
                var part = hold.get().part();
                var units = part.held() * (replicas / part.replicas());
                left -= units;
                if (holder.tenancy().tenant().isPlaceholder()) {
                    kept += units;
                } else {
                    now.add(new Holding(holder, units, hold.get().isReckoned()));
                }
            }
        }
        if (left < 0) {
            throw new IllegalStateException("%s are held more than once at %d".formatted(now, span.from()));
        }
        var evidence = unhealthy.at(span.from());
        var held = replicas - left - kept;
        for (var holder : now) {
            evidence.ifPresentOrElse(
                    mark -> atom.unhealthy(
                            mark, Optional.of(holder.held().owner()), holder.units(), holder.isReckoned()),
                    () -> atom.held(holder, held));
        }
        if (left > 0) {
            unheld(atom, evidence, atom.ofNobody(), left);
        }
        if (kept > 0) {
            unheld(atom, evidence, PLACEHOLDER, kept);
        }
    }

    private static void unheld(Atom atom, Optional<Mark> evidence, Account account, long units) {
        evidence.ifPresentOrElse(
                mark -> atom.unhealthy(mark, Optional.empty(), units, false), () -> atom.unheld(account, units));
    }

    private final class Atom {
        private final Span span;
        private final boolean isSure;
        private final Optional<Stretch> reading;
        private final Optional<Energy> energy;

        Atom(Span span, boolean isSure, Optional<Stretch> reading, Optional<Energy> energy) {
            this.span = span;
            this.isSure = isSure;
            this.reading = reading;
            this.energy = energy;
        }

        private long micros() {
            return span.millis() * MICROS;
        }

        private long seen(Optional<Stretch> stretch) {
            return stretch.map(one -> one.observed(span.from(), span.to())).orElse(0L);
        }

        private void add(Account account, long parts) {
            if (parts != 0) {
                accounts.merge(account, parts, Long::sum);
                if (!isSure) {
                    uncertain.merge(account, parts, Long::sum);
                }
                energy.ifPresent(taken -> joules.merge(
                        account, taken.joules(span) * parts / (micros() * (double) replicas), Double::sum));
            }
        }

        void unhealthy(Mark mark, Optional<Owner> owner, long units, boolean isReckoned) {
            add(Account.of(State.UNHEALTHY, Optional.of(mark.cause()), owner).reckoned(isReckoned), micros() * units);
        }

        void unheld(Account account, long units) {
            var seen = seen(reading) * units;
            add(account, seen);
            add(unobserved("silent", Optional.empty()), micros() * units - seen);
        }

        private Account ofNobody() {
            var out = withheld.at(span.from());
            if (out.isPresent()) {
                return Account.of(State.WITHHELD, out.map(Mark::cause), Optional.empty());
            }
            var blocked = stranded.at(span.from());
            return Account.of(
                    blocked.isPresent() ? State.STRANDED : State.FREE, blocked.map(Mark::cause), Optional.empty());
        }

        private static Account unobserved(String cause, Optional<Owner> owner) {
            return Account.of(State.UNOBSERVED, Optional.of(cause), owner);
        }

        /// @param sharing how many of the replicas all holders hold together
        void held(Holding holder, long sharing) {
            var own = holder.held().own().at(span.from());
            var known = reading.filter(stretch -> stretch.basis().isPresent()).or(() -> own);
            var seen = seen(known);
            var owner = Optional.of(holder.held().owner());
            var cause = known.isEmpty() && reading.isPresent() ? "no_activity" : "silent";
            add(unobserved(cause, owner).reckoned(holder.isReckoned()), (micros() - seen) * holder.units());
            if (known.isPresent() && seen > 0) {
                var active = own.or(() -> known).orElseThrow();
                var isEstimated = own.isEmpty() && sharing != holder.units();
                var parts = active.active(span.from(), span.to()) * replicas;
                book(
                        holder.held(),
                        holder.isReckoned(),
                        seen * holder.units(),
                        isEstimated ? Split.part(parts, holder.units(), sharing) : parts,
                        account(owner, active.basis(), isEstimated || holder.isReckoned()));
            }
        }

        private static Account account(Optional<Owner> owner, Optional<Basis> basis, boolean isEstimated) {
            return new Account(State.USED, Optional.empty(), owner, basis, isEstimated);
        }

        private void book(Held holder, boolean isReckoned, long seen, long active, Account used) {
            if (span.from() < holder.tenancy().started()) {
                add(Account.of(State.STARTING, Optional.empty(), used.owner()).reckoned(isReckoned), seen);
            } else if (holder.idle().at(span.from()).isPresent()) {
                add(used.as(State.IDLE), seen);
            } else {
                add(used, Math.min(seen, active));
                add(used.as(State.UNDERUSED), seen - Math.min(seen, active));
            }
        }
    }
}
