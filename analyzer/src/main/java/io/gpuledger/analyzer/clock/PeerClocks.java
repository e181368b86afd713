package io.gpuledger.analyzer.clock;

import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;

/// What others' clocks say, by how far they are ahead. Of many some are wrong: the one in the middle counts, which is
/// looked for no more than once a second.
final class PeerClocks {
    private static final long KEPT = Duration.ofHours(1).toMillis();
    private static final long OFTEN = Duration.ofSeconds(1).toMillis();

    private record Word(long ahead, long at) {}

    private final Map<String, Word> words = new ConcurrentHashMap<>();
    private OptionalLong median = OptionalLong.empty();
    private long found;

    void put(String who, long ahead, long now) {
        words.put(who, new Word(ahead, now));
    }

    /// Returns the earlier of the two in the middle, where their number is even.
    OptionalLong median(long now) {
        if (median.isEmpty() || now - found >= OFTEN) {
            words.values().removeIf(word -> now - word.at() > KEPT);
            var all = words.values().stream().mapToLong(Word::ahead).sorted().toArray();
            median = all.length == 0 ? OptionalLong.empty() : OptionalLong.of(all[(all.length - 1) / 2]);
            found = now;
        }
        return median;
    }
}
