package io.gpuledger.analyzer.scrape;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class SharingTest {
    private static final List<String> URLS = IntStream.range(0, 3_000)
            .mapToObj(node -> "http://10.0.%d.%d:9400/metrics".formatted(node / 250, node % 250))
            .toList();

    private static SortedSet<Integer> drawn(Random random, int count) {
        var members = new TreeSet<Integer>();
        while (members.size() < count) {
            members.add(random.nextInt());
        }
        return members;
    }

    private static int who(String url, SortedSet<Integer> members) {
        var those = members.stream()
                .filter(member -> new Sharing(member, members).has(url))
                .toList();
        assertThat(those).hasSize(1);
        return those.getFirst();
    }

    @RepeatedTest(20)
    void each_target_is_one_member_s_and_each_has_about_as_many() {
        var seed = ThreadLocalRandom.current().nextLong();
        var random = new Random(seed);
        var members = drawn(random, 1 + random.nextInt(7));
        var counts = new HashMap<Integer, Integer>();
        URLS.forEach(url -> counts.merge(who(url, members), 1, Integer::sum));

        var each = URLS.size() / members.size();
        assertThat(counts.keySet()).as("seed %d", seed).containsExactlyInAnyOrderElementsOf(members);
        assertThat(counts.values())
                .as("seed %d", seed)
                .allMatch(count -> count >= each * 0.75 - 1 && count <= each * 1.25 + 1);
    }

    @RepeatedTest(20)
    void where_one_leaves_only_its_targets_change_hands() {
        var seed = ThreadLocalRandom.current().nextLong();
        var random = new Random(seed);
        var before = drawn(random, 2 + random.nextInt(6));
        int left = List.copyOf(before).get(random.nextInt(before.size()));
        var after = new TreeSet<>(before);
        after.remove(left);

        for (var url : URLS.subList(0, 300)) {
            int was = who(url, before);
            int now = who(url, after);
            assertThat(now == was).as("seed %d", seed).isEqualTo(was != left);
        }
    }

    @Test
    void who_is_not_known_to_be_a_member_has_none() {
        assertThat(new Sharing(7, new TreeSet<>()).has(URLS.getFirst())).isFalse();
        assertThat(new Sharing(7, new TreeSet<>(Set.of(8))).has(URLS.getFirst()))
                .isFalse();
        assertThat(new Sharing(7, new TreeSet<>(Set.of(7))).has(URLS.getFirst()))
                .isTrue();
    }
}
