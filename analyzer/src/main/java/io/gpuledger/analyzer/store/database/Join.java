package io.gpuledger.analyzer.store.database;

import io.gpuledger.analyzer.telemetry.Holding;
import io.gpuledger.analyzer.telemetry.Holding.Share;
import io.gpuledger.analyzer.telemetry.Values;
import java.util.Optional;
import java.util.OptionalDouble;

/// What GREATEST does in the database, column by column: an absent value yields to any other. The order in which pieces
/// of a row come, and how often, makes no difference.
final class Join {
    private Join() {}

    static Values of(Values one, Values other) {
        var said = one.said() | other.said();
        var packed = new double[Long.bitCount(said)];
        var bits = said;
        var fromOne = 0;
        var fromOther = 0;
        for (var i = 0; i < packed.length; i++) {
            var bit = Long.lowestOneBit(bits);
            bits ^= bit;
            var left = (one.said() & bit) == 0 ? Double.NEGATIVE_INFINITY : one.packed(fromOne++);
            var right = (other.said() & bit) == 0 ? Double.NEGATIVE_INFINITY : other.packed(fromOther++);
            packed[i] = Math.max(left, right);
        }
        return Values.of(said, packed);
    }

    static Holding of(Holding one, Holding other) {
        return new Holding(
                one.holder(),
                share(one.share(), other.share()),
                greatest(one.busySeconds(), other.busySeconds()),
                greatest(one.memoryUsedBytes(), other.memoryUsedBytes()));
    }

    private static Optional<Share> share(Optional<Share> one, Optional<Share> other) {
        return one.map(left -> other.map(right -> greatest(left, right)).orElse(left))
                .or(() -> other);
    }

    private static Share greatest(Share one, Share other) {
        return new Share(
                Math.max(one.replicasHeld(), other.replicasHeld()),
                Math.max(one.replicas(), other.replicas()),
                one.mode().compareTo(other.mode()) >= 0 ? one.mode() : other.mode());
    }

    private static OptionalDouble greatest(OptionalDouble one, OptionalDouble other) {
        if (one.isEmpty() || other.isEmpty()) {
            return one.isEmpty() ? other : one;
        }
        return OptionalDouble.of(Math.max(one.getAsDouble(), other.getAsDouble()));
    }
}
