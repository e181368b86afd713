package io.gpuledger.simulator.truth;

import io.gpuledger.simulator.story.Basis;
import io.gpuledger.simulator.story.Hold;
import io.gpuledger.simulator.story.Span;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// What each second of a hold is. Whoever works at a second has it used as far as it works, and underused for the rest.
final class HeldTime {
    /// A second of a hold is one of these.
    enum Is {
        SICK,
        UNOBSERVED,
        STARTING,
        IDLE,
        WORKING
    }

    private static final int STARTING_MAX = 600;
    /// What may lie before a quiet run that is seen from a distance: a start, and a faint minute's quiet neighbours.
    private static final long MARGIN = STARTING_MAX + 600;

    private final Hold hold;
    /// The part of it that is looked at.
    private final Span span;

    private final Weather weather;
    private final Basis basis;
    private final Is[] seconds;

    private HeldTime(Hold hold, Span span, Weather weather, Basis basis) {
        this.hold = hold;
        this.span = span;
        this.weather = weather;
        this.basis = basis;
        this.seconds = new Is[Math.toIntExact(span.seconds())];
    }

    /// Looks no further than it takes to know these seconds.
    static HeldTime of(Hold hold, Span wanted, Weather weather, Basis basis) {
        var reach = hold.pod().idleAfter().toSeconds() + MARGIN;
        var span = hold.span().within(new Span(wanted.from() - reach, wanted.to() + reach));
        var time = new HeldTime(hold, span, weather, basis);
        time.find();
        return time;
    }

    Is at(long second) {
        return seconds[(int) (second - span.from())];
    }

    private void find() {
        var started = started();
        for (var second = span.from(); second < span.to(); second++) {
            put(second, bySelf(second, started));
        }
        for (var stretch : stretches(new Span(started, span.to()))) {
            for (var run : QuietRuns.of(pieces(stretch), hold.pod().idleAfter())) {
                Arrays.fill(seconds, (int) (run.from() - span.from()), (int) (run.to() - span.from()), Is.IDLE);
            }
        }
    }

    private void put(long second, Is is) {
        seconds[(int) (second - span.from())] = is;
    }

    private Is bySelf(long second, long started) {
        if (weather.isSick(second)) {
            return Is.SICK;
        }
        if (weather.isUnobserved(second)) {
            return Is.UNOBSERVED;
        }
        return second < started ? Is.STARTING : Is.WORKING;
    }

    /// Returns when the hold no longer starts: that is with the first minute in which it does something, but after ten
    /// at most.
    private long started() {
        var latest = Math.clamp(hold.startedAt() + STARTING_MAX, span.from(), span.to());
        for (var minute = Math.floorDiv(span.from(), Piece.MINUTE) * Piece.MINUTE;
                minute < latest;
                minute += Piece.MINUTE) {
            if (isActive(new Span(minute, minute + Piece.MINUTE).within(span))) {
                return Math.max(minute, span.from());
            }
        }
        return latest;
    }

    /// Says whether a minute is active, by those of its seconds in which the unit was seen.
    private boolean isActive(Span minute) {
        return stretches(minute).stream().anyMatch(seen -> piece(seen).isActive());
    }

    /// What of it is neither sick nor unobserved.
    private List<Span> stretches(Span span) {
        var stretches = new ArrayList<Span>();
        for (var from = span.from(); from < span.to(); from++) {
            var to = from;
            while (to < span.to() && weather.isGood(to)) {
                to++;
            }
            if (to > from) {
                stretches.add(new Span(from, to));
                from = to;
            }
        }
        return stretches;
    }

    private List<Piece> pieces(Span stretch) {
        var pieces = new ArrayList<Piece>();
        for (var from = stretch.from(); from < stretch.to(); ) {
            var to = Math.min(stretch.to(), (Math.floorDiv(from, Piece.MINUTE) + 1) * Piece.MINUTE);
            pieces.add(piece(new Span(from, to)));
            from = to;
        }
        return pieces;
    }

    /// Power is near its idle level whenever all of these are quiet, so it is not asked for.
    private Piece piece(Span span) {
        var activity = 0L;
        var dram = 0L;
        var pcie = 0L;
        var nvlink = 0L;
        for (var second = span.from(); second < span.to(); second++) {
            var load = hold.activity().at(second);
            activity += basis.of(load);
            dram += load.dram();
            pcie += load.pcie();
            nvlink += load.nvlink();
        }
        return new Piece(span, activity, known(dram, Math.max(pcie, nvlink)));
    }

    /// Pods that share a GPU have no traffic told apart, and MIG devices only that of their memory; without profiling
    /// there is none.
    private long known(long dram, long links) {
        var gpu = hold.unit().gpu();
        if (gpu.replicas() > 1 || !gpu.isProfiled()) {
            return 0;
        }
        return hold.unit().profile().isPresent() ? dram : Math.max(dram, links);
    }
}
