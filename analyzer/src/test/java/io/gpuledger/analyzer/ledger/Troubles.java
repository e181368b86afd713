package io.gpuledger.analyzer.ledger;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// What goes wrong with a drawn GPU, and with whoever tells of it.
///
/// @param observedBefore milliseconds that its exporter has counted already
/// @param resets when its exporter begins anew
/// @param silences in which nobody is told anything
/// @param xidAt when it has a fatal XID
/// @param remapFailed from when on a row cannot be remapped
record Troubles(
        double observedBefore,
        List<Long> resets,
        List<Span> silences,
        List<Span> lost,
        List<Span> stuck,
        int xid,
        long xidAt,
        long remapFailed) {
    private static final long MINUTE = 60_000;

    static Troubles drawn(Dice dice, Span story, Set<Trait> traits) {
        var silences = new ArrayList<Span>();
        if (dice.chance(0.12)) {
            traits.add(Trait.SILENCE);
            silences.add(dice.part(story, 3 * MINUTE, 200 * MINUTE));
        }
        if (story.millis() > 12 * Ledger.HOUR) {
            silences.add(dice.part(story, Reach.MILLIS - 10 * MINUTE, 10 * Ledger.HOUR));
        }
        if (silences.stream().anyMatch(silence -> silence.millis() > Reach.MILLIS)) {
            traits.add(Trait.SILENCE_OUT_OF_REACH);
        }
        return new Troubles(
                dice.chance(0.3) ? 0 : 1e9 * dice.ratio(),
                some(dice, 0.12, Trait.RESET, traits) ? List.of(dice.between(story.from(), story.to())) : List.of(),
                silences,
                some(dice, 0.06, Trait.LOST, traits) ? List.of(dice.part(story, MINUTE, 200 * MINUTE)) : List.of(),
                some(dice, 0.04, Trait.STUCK, traits) ? List.of(dice.part(story, MINUTE, 90 * MINUTE)) : List.of(),
                dice.of(List.of(79, 95, 13)),
                some(dice, 0.05, Trait.XID, traits) ? dice.between(story.from(), story.to()) : Long.MAX_VALUE,
                some(dice, 0.03, Trait.REMAP_FAILED, traits) ? dice.between(story.from(), story.to()) : Long.MAX_VALUE);
    }

    private static boolean some(Dice dice, double part, Trait trait, Set<Trait> traits) {
        return dice.chance(part) && traits.add(trait);
    }

    /// When nothing can be read from it.
    List<Span> unread() {
        return Span.union(Stream.concat(lost.stream(), stuck.stream()).toList());
    }
}
