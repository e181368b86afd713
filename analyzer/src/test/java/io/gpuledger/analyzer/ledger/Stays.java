package io.gpuledger.analyzer.ledger;

import io.gpuledger.analyzer.telemetry.Holder;
import io.gpuledger.analyzer.time.Span;
import io.gpuledger.analyzer.time.Timeline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/// Draws pods that hold units, and answers who was meant by a name.
final class Stays implements Tenants {
    private static final long MINUTE = 60_000;
    private static final int CHANGING = 4;
    private static final List<Optional<Duration>> IDLE_AFTER =
            List.of(Optional.empty(), Optional.of(Duration.ofMinutes(5)), Optional.of(Duration.ofMinutes(60)));

    private final Dice dice;
    private final Set<Trait> traits;
    private final boolean hasUids;
    private final List<Stay> all = new ArrayList<>();

    Stays(Dice dice, Set<Trait> traits) {
        this.dice = dice;
        this.traits = traits;
        this.hasUids = dice.chance(0.7);
    }

    /// One after the other, of a part of a unit.
    ///
    /// @param most what each of them uses at most
    List<Stay> drawn(Span there, int held, double most) {
        var stays = new ArrayList<Stay>();
        for (var at = there.from() + (dice.chance(0.5) ? 0 : dice.length(MINUTE, 90 * MINUTE)); at < there.to(); ) {
            var end = Math.min(there.to(), at + dice.length(5 * MINUTE, 400 * MINUTE));
            stays.add(stay(new Span(at, end), held, most));
            at = end + (dice.chance(0.4) ? 0 : dice.length(1000, 60 * MINUTE));
        }
        return stays;
    }

    private Stay stay(Span span, int held, double most) {
        var again = !all.isEmpty() && dice.chance(0.05) ? Optional.of(all.getLast()) : Optional.<Stay>empty();
        var name = again.filter(stay -> stay.span().to() <= span.from())
                .map(stay -> {
                    traits.add(Trait.NAME_COMES_AGAIN);
                    return stay.holder().pod();
                })
                .orElseGet(() -> "pod-%d".formatted(all.size()));
        var uid = hasUids ? Optional.of("uid-%d".formatted(all.size())) : Optional.<String>empty();
        var owner = new Owner("team-%d".formatted(all.size() % 3), name, uid);
        var stay = new Stay(
                new Holder(owner.namespace(), name, "main", Optional.empty()),
                tenant(owner, span),
                span,
                held,
                Work.drawn(dice, span, most));
        all.add(stay);
        return stay;
    }

    private Tenant tenant(Owner owner, Span span) {
        var started = dice.chance(0.7) ? OptionalLong.of(span.from()) : OptionalLong.empty();
        var ended = started.isPresent() && dice.chance(0.7) ? OptionalLong.of(span.to()) : OptionalLong.empty();
        if (started.isEmpty()) {
            traits.add(Trait.POD_WITHOUT_START);
        }
        if (ended.isEmpty()) {
            traits.add(Trait.POD_WITHOUT_END);
        }
        var idleAfter = dice.chance(0.75) ? Optional.of(Tenant.IDLE_AFTER) : dice.of(IDLE_AFTER);
        if (idleAfter.isEmpty()) {
            traits.add(Trait.NEVER_IDLE);
        } else if (!idleAfter.get().equals(Tenant.IDLE_AFTER)) {
            traits.add(Trait.IDLE_AFTER_OTHER);
        }
        return new Tenant(owner, started, ended, overTime(idleAfter, span), false);
    }

    /// Some say something else while they hold it.
    private Timeline<Duration> overTime(Optional<Duration> idleAfter, Span span) {
        var first = idleAfter.map(Timeline::always).orElse(Timeline.empty());
        var middle = (span.from() + span.millis() / 2) / MINUTE * MINUTE;
        var then = IDLE_AFTER.get(all.size() % IDLE_AFTER.size());
        if (all.size() % CHANGING != 0 || middle <= span.from() || then.equals(idleAfter)) {
            return first;
        }
        traits.add(Trait.IDLE_AFTER_CHANGES);
        return Timeline.of(Map.of(Long.MIN_VALUE, idleAfter, middle, then));
    }

    @Override
    public Tenant of(Holder holder, long millis) {
        return all.stream()
                .filter(stay -> stay.holder().pod().equals(holder.pod()))
                .reduce((one, other) -> other.span().from() <= millis ? other : one)
                .orElseThrow()
                .tenant();
    }

    Duration longestIdleAfter() {
        return all.stream()
                .flatMap(stay -> stay.tenant().idleAfter().changes().stream())
                .flatMap(change -> change.value().stream())
                .reduce(Tenant.IDLE_AFTER, (one, other) -> one.compareTo(other) >= 0 ? one : other);
    }
}
