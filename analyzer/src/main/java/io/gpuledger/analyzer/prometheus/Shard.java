package io.gpuledger.analyzer.prometheus;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URI;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/// One of so many parts of a fleet, each of which an analyzer of its own reads. Each GPU is in exactly one of them, by
/// its id and by nothing else. What tells of a cluster and of no GPU is in the first.
///
/// NVIDIA's ids are drawn at random, so that their first digits deal them out evenly, and a server that knows nothing
/// of shards can be asked for some of them by a pattern. Other ids are dealt out by a checksum.
///
/// @param number from 1
public record Shard(int number, int count) {
    public static final Shard ALL = new Shard(1, 1);

    private static final int MOST = 64;
    private static final Pattern FORM = Pattern.compile("(\\d{1,4})/(\\d{1,4})");

    private static final String PREFIX = "GPU-";
    private static final int BUCKETS = 1 << (4 * HexRange.DIGITS);
    private static final int CHECKSUM_BITS = 32;

    public Shard {
        if (count < 1 || count > MOST || number < 1 || number > count) {
            throw new IllegalArgumentException("must be I/N with 1 <= I <= N <= %d, as 2/4".formatted(MOST));
        }
    }

    static Shard parse(String text) {
        var match = FORM.matcher(text);
        // What has another form is no shard either, and is refused in the same words.
        return match.matches()
                ? new Shard(Integer.parseInt(match.group(1)), Integer.parseInt(match.group(2)))
                : new Shard(0, 0);
    }

    /// Whether there is no other.
    boolean isAll() {
        return count == 1;
    }

    /// Whether what is of no GPU is in it.
    boolean hasCluster() {
        return number == 1;
    }

    boolean hasGpu(String id) {
        return bucket(id) * count / BUCKETS == number - 1;
    }

    private static int bucket(String id) {
        var digits = id.startsWith(PREFIX) ? HexRange.first(id.substring(PREFIX.length())) : OptionalInt.empty();
        return digits.orElseGet(() -> checksum(id));
    }

    private static int checksum(String id) {
        var checksum = new CRC32();
        checksum.update(id.getBytes(UTF_8));
        return (int) (checksum.getValue() >>> (CHECKSUM_BITS - 4 * HexRange.DIGITS));
    }

    /// Returns a pattern of the label values that are ids of other shards for sure. It is anchored at both ends. Ids
    /// of another form than NVIDIA's are in none.
    ///
    /// @param prefix what the id begins with although the label may leave it out
    /// @return nothing where no value can be one
    Optional<String> others(Optional<String> prefix) {
        if (isAll() || prefix.filter(word -> !word.equals(PREFIX)).isPresent()) {
            return Optional.empty();
        }
        var before = prefix.map(word -> "(" + word + ")?").orElse(PREFIX);
        return Optional.of(before + "(" + othersDigits() + ").*");
    }

    private String othersDigits() {
        return Stream.of(new HexRange(0, begin(number)), new HexRange(begin(number + 1), BUCKETS))
                .flatMap(range -> range.patterns().stream())
                .collect(Collectors.joining("|"));
    }

    /// Returns the first bucket of a shard, or the end of the last one.
    private int begin(int shard) {
        return Math.ceilDiv((shard - 1) * BUCKETS, count);
    }

    /// Returns what of a server it is, for people, and for the database to tell the shards of one server apart.
    public String name(URI url) {
        return isAll() ? url.toString() : "shard %s of %s".formatted(this, url);
    }

    @Override
    public String toString() {
        return number + "/" + count;
    }
}
