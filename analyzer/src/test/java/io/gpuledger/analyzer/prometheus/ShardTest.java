package io.gpuledger.analyzer.prometheus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShardTest {
    private static final int DRAWN = 10_000;
    /// So many ids are drawn: with fewer, chance alone would make shards more uneven than the bound allows.
    private static final int MANY = 100_000;

    private static final Optional<String> LEFT_OUT = Optional.of("GPU-");

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);

    private List<String> drawn(Function<UUID, String> id) {
        return drawn(DRAWN, id);
    }

    private List<String> drawn(int howMany, Function<UUID, String> id) {
        System.out.println("ShardTest seed " + seed);
        return Stream.generate(() -> id.apply(new UUID(random.nextLong(), random.nextLong())))
                .limit(howMany)
                .toList();
    }

    private static List<Shard> shards(int count) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(number -> new Shard(number, count))
                .toList();
    }

    /// Ids of other forms are often almost of one, and their numbers follow each other.
    private List<String> ofOtherForms() {
        var ids = drawn(uuid -> switch (random.nextInt(5)) {
            case 0 -> "GPU-" + uuid.toString().toUpperCase(Locale.ROOT);
            case 1 -> uuid.toString();
            case 2 -> "GPU-" + uuid.toString().substring(0, random.nextInt(4));
            case 3 -> "node-" + random.nextInt(1_000) + "#" + random.nextInt(8);
            default -> "GPU-" + random.nextInt(100) + "-" + uuid;
        });
        assertThat(ids).contains("GPU-");
        return ids;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 16, 48, 63, 64})
    void each_gpu_is_in_exactly_one_shard_and_no_pattern_of_others_has_it(int count) {
        var ids = Stream.concat(drawn(uuid -> "GPU-" + uuid).stream(), ofOtherForms().stream());
        var shards = shards(count);
        var patterns = shards.stream()
                .map(shard -> shard.others(Optional.empty()).map(Pattern::compile))
                .toList();

        ids.forEach(id -> {
            var in = shards.stream().filter(shard -> shard.hasGpu(id)).toList();
            assertThat(in).as(id).hasSize(1);
            assertThat(patterns.get(in.getFirst().number() - 1))
                    .as(id)
                    .matches(others ->
                            others.isEmpty() || !others.get().matcher(id).matches());
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 7, 16, 48, 63, 64})
    void of_nvidia_s_ids_the_pattern_has_all_that_are_in_other_shards(int count) {
        var ids = drawn(UUID::toString);
        for (var shard : shards(count)) {
            var whole = Pattern.compile(shard.others(Optional.empty()).orElseThrow());
            var leftOut = Pattern.compile(shard.others(LEFT_OUT).orElseThrow());
            for (var id : ids) {
                var isOthers = !shard.hasGpu("GPU-" + id);
                assertThat(whole.matcher("GPU-" + id).matches()).as(id).isEqualTo(isOthers);
                assertThat(leftOut.matcher("GPU-" + id).matches()).as(id).isEqualTo(isOthers);
                assertThat(leftOut.matcher(id).matches()).as(id).isEqualTo(isOthers);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5, 7})
    void shards_are_alike_in_size(int count) {
        var all = List.of(drawn(MANY, uuid -> "GPU-" + uuid), drawn(MANY, UUID::toString), drawn(MANY, _ -> serial()));
        for (var ids : all) {
            for (var shard : shards(count)) {
                assertThat((double) ids.stream().filter(shard::hasGpu).count())
                        .as("%s seed %d", shard, seed)
                        .isCloseTo((double) MANY / count, withinPercentage(5));
            }
        }
    }

    private String serial() {
        return "PCB%06d-%04d".formatted(random.nextInt(1_000_000), random.nextInt(50));
    }

    /// What was read once is not to be read by another shard after an update.
    @Test
    void the_shard_of_an_id_never_changes() {
        assertThat(Stream.of("GPU-00012345-", "GPU-3ff0", "GPU-400a", "GPU-fff1", "ef4fbdd2-0000", "PCB081212-0071")
                        .map(id -> shards(4).stream()
                                .filter(shard -> shard.hasGpu(id))
                                .findFirst()
                                .orElseThrow()
                                .number()))
                .containsExactly(1, 1, 2, 4, 3, 4);
    }

    @Test
    void a_pattern_is_short() {
        assertThat(new Shard(2, 4).others(Optional.empty()))
                .contains("GPU-([0-3][0-9a-f][0-9a-f]|[8-9a-f][0-9a-f][0-9a-f]).*");
        assertThat(new Shard(2, 3).others(LEFT_OUT))
                .contains("(GPU-)?([0-4][0-9a-f][0-9a-f]|5[0-4][0-9a-f]|55[0-5]"
                        + "|aa[b-f]|a[b-f][0-9a-f]|[b-f][0-9a-f][0-9a-f]).*");
        assertThat(new Shard(2, 3).others(Optional.of("AMD-"))).isEmpty();
    }

    @Test
    void it_is_named_where_there_are_several() {
        var url = URI.create("http://prometheus:9090");

        assertThat(Shard.ALL.name(url)).isEqualTo("http://prometheus:9090");
        assertThat(Shard.parse("2/4").name(url)).isEqualTo("shard 2/4 of http://prometheus:9090");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "2", "0/4", "5/4", "1/0", "1/65", "1/4/2", "-1/4", "a/b", "1/99999999999"})
    void what_is_no_shard_is_refused(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Shard.parse(text))
                .withMessage("must be I/N with 1 <= I <= N <= 64, as 2/4");
    }
}
