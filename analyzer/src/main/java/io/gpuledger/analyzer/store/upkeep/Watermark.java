package io.gpuledger.analyzer.store.upkeep;

import io.gpuledger.analyzer.store.upkeep.Disk.Room;
import java.util.Optional;
import java.util.OptionalLong;

/// Knows how full a disk may get, and whether it helps to drop a day when it is fuller. To delete our past helps nobody
/// when others fill the disk, and what the last day has freed has to be seen before another one goes.
final class Watermark {
    /// Why no day goes, although the disk is too full.
    enum Held {
        OTHERS(
                "others",
                "what fills it is not ours, and all that we hold would not make room enough. Give it more room,"
                        + " look what else is on it, or move --data-dir to a disk of its own"),
        NOT_FREED(
                "not_freed",
                "the last one has made no room. Look whether others fill it as fast, and give it more room"),
        NONE_LEFT("none_left", "there is no old day left. Give it more room");

        private final String word;
        private final String words;

        Held(String word, String words) {
            this.word = word;
            this.words = words;
        }

        String word() {
            return word;
        }

        /// Returns the reason in words for people.
        String words() {
            return words;
        }
    }

    /// Who holds less of what is used than one part in so many does not fill the disk.
    private static final int SMALL = 10;

    private final double part;
    private OptionalLong before = OptionalLong.empty();

    Watermark(double part) {
        this.part = part;
    }

    /// Whether all is well. Then no day is waited for any more.
    boolean isLow(Room room) {
        var isLow = room.part() <= part;
        if (isLow) {
            before = OptionalLong.empty();
        }
        return isLow;
    }

    /// Returns what there is to say against dropping a day of a disk that is too full.
    ///
    /// @param own bytes of the database, which is more than what can go
    Optional<Held> against(Room room, long own, boolean isAnyLeft) {
        var excess = room.used() - part * room.total();
        if (own < excess || own < room.used() / SMALL) {
            return Optional.of(Held.OTHERS);
        }
        if (before.isPresent() && room.used() >= before.getAsLong()) {
            return Optional.of(Held.NOT_FREED);
        }
        return isAnyLeft ? Optional.empty() : Optional.of(Held.NONE_LEFT);
    }

    /// Notes that a day was dropped.
    ///
    /// @param room as it was until then
    void dropped(Room room) {
        before = OptionalLong.of(room.used());
    }
}
