package io.gpuledger.analyzer.ledger;

import io.gpuledger.analyzer.time.Hour;
import io.gpuledger.analyzer.time.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/// What goes wrong with a drawn GPU, and with whoever tells of it.
///
/// @param observedBefore milliseconds that its exporter has counted already
/// @param resets when its exporter begins anew
/// @param started whether it says when it began
/// @param silences in which nobody is told anything
/// @param xidAt when it has a fatal XID
/// @param remapFailed from when on a row cannot be remapped
record Troubles(
        double observedBefore,
        List<Long> resets,
        boolean started,
        List<Span> silences,
        List<Span> lost,
        List<Span> stuck,
        int xid,
        long xidAt,
        long remapFailed) {
    private static final long MINUTE = 60_000;

    /// @param name of what they befall
    static Troubles drawn(Dice dice, String name, Span story, Set<Trait> traits) {
        var drawn = drawn(dice, story, traits);
        return drawn.hiding(dice.apart(name), story, traits);
    }

    private static Troubles drawn(Dice dice, Span story, Set<Trait> traits) {
        var silences = new ArrayList<Span>();
        if (dice.chance(0.12)) {
            traits.add(Trait.SILENCE);
            silences.add(dice.part(story, 3 * MINUTE, 200 * MINUTE));
        }
        if (story.millis() > 12 * Hour.MILLIS) {
            silences.add(dice.part(story, Reach.MILLIS - 10 * MINUTE, 10 * Hour.MILLIS));
        }
        if (silences.stream().anyMatch(silence -> silence.millis() > Reach.MILLIS)) {
            traits.add(Trait.SILENCE_OUT_OF_REACH);
        }
        return new Troubles(
                dice.chance(0.3) ? 0 : 1e9 * dice.ratio(),
                some(dice, 0.12, Trait.RESET, traits) ? List.of(dice.between(story.from(), story.to())) : List.of(),
                false,
                silences,
                some(dice, 0.06, Trait.LOST, traits) ? List.of(dice.part(story, MINUTE, 200 * MINUTE)) : List.of(),
                some(dice, 0.04, Trait.STUCK, traits) ? List.of(dice.part(story, MINUTE, 90 * MINUTE)) : List.of(),
                dice.of(List.of(79, 95, 13)),
                some(dice, 0.05, Trait.XID, traits) ? dice.between(story.from(), story.to()) : Long.MAX_VALUE,
                some(dice, 0.03, Trait.REMAP_FAILED, traits) ? dice.between(story.from(), story.to()) : Long.MAX_VALUE);
    }

    /// It begins anew while nobody is told anything, shortly after it did before: when it is heard again, its counters
    /// have overtaken what they were.
    private Troubles hiding(Dice dice, Span story, Set<Trait> traits) {
        var says = some(dice, 0.7, Trait.STARTED, traits);
        if (!some(dice, 0.1, Trait.HIDDEN_RESET, traits)) {
            return with(resets, says, silences);
        }
        var silence = dice.part(story, 10 * MINUTE, 200 * MINUTE);
        var hidden = new TreeSet<>(resets);
        hidden.add(silence.from() - dice.length(MINUTE, 10 * MINUTE));
        hidden.add(dice.between(silence.from(), silence.to() - silence.millis() / 3));
        return with(
                List.copyOf(hidden),
                says,
                Stream.concat(silences.stream(), Stream.of(silence)).toList());
    }

    private Troubles with(List<Long> otherResets, boolean says, List<Span> otherSilences) {
        return new Troubles(observedBefore, otherResets, says, otherSilences, lost, stuck, xid, xidAt, remapFailed);
    }

    private static boolean some(Dice dice, double part, Trait trait, Set<Trait> traits) {
        return dice.chance(part) && traits.add(trait);
    }

    /// Returns the spans in which nothing can be read from the GPU.
    List<Span> unread() {
        return Span.union(Stream.concat(lost.stream(), stuck.stream()).toList());
    }
}
