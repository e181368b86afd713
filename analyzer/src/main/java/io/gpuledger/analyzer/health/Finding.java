package io.gpuledger.analyzer.health;

import io.gpuledger.analyzer.health.FindingKind.Loss;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Something that a person should act on. All instants are in milliseconds since 1970, by the clocks of those who told
/// the readings that it was found in.
///
/// @param node where the GPU was
/// @param opened since when it has been so
/// @param closed since when it is so no more; empty while it is
/// @param told until when it is known
/// @param evidence what was read, in words with numbers
/// @param action what is to be done about it
/// @param holders who held the GPU meanwhile, as namespace/pod
/// @param lostMillis time of the GPU that was lost by it so far
public record Finding(
        Key key,
        String node,
        Severity severity,
        long opened,
        OptionalLong closed,
        long told,
        String evidence,
        String action,
        Set<String> holders,
        long lostMillis) {
    /// What it is and whom it is about: of the same key one is open at a time.
    ///
    /// @param detail tells several of a kind from each other, such as the number of an XID; else it is empty
    public record Key(Subject subject, FindingKind kind, String detail) {}

    public Finding {
        holders = Set.copyOf(new TreeSet<>(holders));
    }

    public boolean isOpen() {
        return closed.isEmpty();
    }

    /// Returns the same, which was over when it was last told.
    public Finding closedAsTold() {
        return new Finding(
                key,
                node,
                severity,
                opened,
                OptionalLong.of(Math.max(opened, told)),
                told,
                evidence,
                action,
                holders,
                lostMillis);
    }

    /// Returns the same with no other holders than these.
    public Finding heldBy(Set<String> some) {
        return new Finding(
                key,
                node,
                severity,
                opened,
                closed,
                told,
                evidence,
                action,
                holders.stream().filter(some::contains).collect(Collectors.toUnmodifiableSet()),
                lostMillis);
    }

    /// Returns how much time a finding of this kind has cost until an instant.
    ///
    /// @param measured what was measured to be lost, which counts where only a part is
    public static long lost(Loss loss, long opened, long until, long measured) {
        return switch (loss) {
            case ALL -> Math.max(0, until - opened);
            case PART -> measured;
            case NONE -> 0;
        };
    }
}
