package io.gpuledger.analyzer.health.watch;

import java.util.OptionalDouble;

/// How active a unit was over the last half hour, in pieces of five minutes.
final class HalfHour {
    static final long MILLIS = 30 * 60_000;

    private static final long PIECE_MILLIS = 5 * 60_000;
    private static final int PIECES = (int) (MILLIS / PIECE_MILLIS) + 1;
    /// The mean of less than this says nothing of the half hour.
    private static final double LEAST_MILLIS = 25 * 60_000;

    /// Of each piece for how long it was seen, and for how long it was active, in milliseconds.
    private final double[] pieces = new double[2 * PIECES];

    private long latest = Long.MIN_VALUE;

    /// Adds what was seen of it until an instant.
    ///
    /// @param millis for how long it was seen
    /// @param part the part of that in which it was active
    void add(long at, double millis, double part) {
        var piece = Math.floorDiv(at, PIECE_MILLIS);
        for (var next = Math.max(latest + 1, piece - PIECES + 1); next <= piece; next++) {
            pieces[place(next)] = 0;
            pieces[place(next) + 1] = 0;
        }
        latest = Math.max(latest, piece);
        pieces[place(piece)] += millis;
        pieces[place(piece) + 1] += millis * part;
    }

    private static int place(long piece) {
        return 2 * Math.floorMod(piece, PIECES);
    }

    /// Returns the part of the time in which it was active, if enough of the half hour was seen.
    OptionalDouble mean() {
        var all = 0.0;
        var some = 0.0;
        for (var place = 0; place < pieces.length; place += 2) {
            all += pieces[place];
            some += pieces[place + 1];
        }
        return all >= LEAST_MILLIS ? OptionalDouble.of(some / all) : OptionalDouble.empty();
    }
}
