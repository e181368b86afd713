package io.gpuledger.simulator.truth;

import io.gpuledger.simulator.fleet.Gpu;
import io.gpuledger.simulator.story.Ailment;
import io.gpuledger.simulator.story.Chapter;
import io.gpuledger.simulator.story.Span;
import io.gpuledger.simulator.story.Symptom;
import io.gpuledger.simulator.story.Trouble;
import java.util.BitSet;

/// What is so of a GPU at each second, whoever holds it.
final class Weather {
    private final Span span;
    private final BitSet sick;
    private final BitSet silent;
    private final BitSet withheld;

    private Weather(Span span) {
        this.span = span;
        var seconds = Math.toIntExact(span.seconds());
        this.sick = new BitSet(seconds);
        this.silent = new BitSet(seconds);
        this.withheld = new BitSet(seconds);
    }

    static Weather of(Gpu gpu, Chapter chapter) {
        var weather = new Weather(chapter.span());
        chapter.of(gpu).forEach(weather::add);
        return weather;
    }

    private void add(Trouble trouble) {
        switch (trouble) {
            case Trouble.Lost lost -> mark(sick, lost.span());
            case Trouble.Stuck stuck -> mark(sick, stuck.span());
            case Trouble.FatalXid xid -> mark(sick, xid.span());
            case Trouble.RemapFailed failed -> mark(sick, failed.span());
            case Trouble.NotReady notReady -> mark(sick, notReady.span());
            case Trouble.Missing missing -> mark(silent, missing.span());
            case Trouble.Dark dark -> mark(silent, dark.span());
            case Trouble.Cordoned cordoned -> mark(withheld, cordoned.span());
            case Trouble.Maintained maintained -> mark(withheld, maintained.span());
            case Symptom _, Ailment _, Trouble.Skewed _, Trouble.OtherDriver _ -> {
                // The GPUs go on.
            }
        }
    }

    private void mark(BitSet seconds, Span when) {
        var inside = when.within(span);
        seconds.set((int) (inside.from() - span.from()), (int) (inside.to() - span.from()));
    }

    /// There is evidence against it.
    boolean isSick(long second) {
        return sick.get((int) (second - span.from()));
    }

    /// There is no evidence, and no reading.
    boolean isUnobserved(long second) {
        return !isSick(second) && silent.get((int) (second - span.from()));
    }

    boolean isGood(long second) {
        return !isSick(second) && !isUnobserved(second);
    }

    /// Returns the state of a second in which nobody holds the unit.
    State ofNobody(long second) {
        if (isSick(second)) {
            return State.UNHEALTHY;
        }
        if (isUnobserved(second)) {
            return State.UNOBSERVED;
        }
        return withheld.get((int) (second - span.from())) ? State.WITHHELD : State.FREE;
    }
}
