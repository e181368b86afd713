package io.gpuledger.exporter.attribution;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// This is who holds a unit.
///
/// @param replicas how many the unit is advertised as; nothing where the kubelet does not say
public record Held(Mode mode, Optional<Integer> replicas, List<Share> shares) {
    public enum Mode {
        /// One container has the unit for itself.
        EXCLUSIVE,
        /// The device plugin advertises it several times: by time slices, or under MPS.
        REPLICAS,
        /// Several containers have claimed it.
        CLAIMS;

        private final String word = name().toLowerCase(Locale.ROOT);

        public String word() {
            return word;
        }
    }

    /// This is a holder's part of the unit.
    ///
    /// @param replicas how many of the unit's the holder holds
    public record Share(Holder holder, int replicas) {}

    public Held {
        shares = List.copyOf(shares);
    }

    /// Whether nothing of the unit is left for somebody else.
    boolean isTaken() {
        return switch (mode) {
            case EXCLUSIVE, CLAIMS -> true;
            case REPLICAS ->
                replicas.filter(all ->
                                all == shares.stream().mapToInt(Share::replicas).sum())
                        .isPresent();
        };
    }

    /// The container that everything of the unit is to be put down to.
    public Optional<Holder> exclusiveHolder() {
        return mode == Mode.EXCLUSIVE ? shares.stream().map(Share::holder).findFirst() : Optional.empty();
    }
}
