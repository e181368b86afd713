package io.gpuledger.analyzer.store.samples;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class AttributeHistoryTest {
    /// What a unit is told to be at an instant.
    private record Word(long millis, String value) {}

    @Test
    void words_in_any_order_and_however_often_make_the_same_course() {
        var seed = new Random().nextLong();
        System.out.println("seed " + seed);
        var random = new Random(seed);
        for (var round = 0; round < 2_000; round++) {
            var words = words(random);
            var told = new ArrayList<>(words);
            told.addAll(words.subList(0, random.nextInt(words.size())));
            Collections.shuffle(told, random);
            assertThat(history(told).values())
                    .as("seed %d, round %d: %s", seed, round, told)
                    .isEqualTo(turns(words));
        }
    }

    private static List<Word> words(Random random) {
        var words = new ArrayList<Word>();
        for (var i = 3 + random.nextInt(12); i > 0; i--) {
            words.add(new Word(10L * words.size(), String.valueOf((char) ('a' + random.nextInt(3)))));
        }
        return words;
    }

    /// Makes a history as the program does when it writes words down: word by word, in the order given.
    private static AttributeHistory history(List<Word> words) {
        var told = new TreeSet<Long>();
        var history = Optional.<AttributeHistory>empty();
        for (var word : words) {
            var next = Optional.ofNullable(told.higher(word.millis()));
            var first = told.isEmpty() ? word.millis() : told.first();
            history = Optional.of(history.map(known -> known.told(
                            word.millis(),
                            word.value(),
                            first,
                            next.map(OptionalLong::of).orElse(OptionalLong.empty())))
                    .orElseGet(() -> AttributeHistory.always(word.value())));
            told.add(word.millis());
        }
        return history.orElseThrow();
    }

    /// All of them are known, in the order of time.
    private static Map<Long, String> turns(List<Word> words) {
        var turns = new TreeMap<Long, String>();
        words.forEach(word -> {
            if (turns.isEmpty()) {
                turns.put(AttributeHistory.EVER, word.value());
            } else if (!turns.lastEntry().getValue().equals(word.value())) {
                turns.put(word.millis(), word.value());
            }
        });
        return turns;
    }

    @Test
    void of_two_words_of_one_instant_the_greater_counts() {
        var history = AttributeHistory.always("b").told(5, "c", 0, OptionalLong.empty());
        assertThat(history.told(5, "a", 0, OptionalLong.empty())).isEqualTo(history);
        assertThat(history.told(5, "d", 0, OptionalLong.empty()).at(5)).isEqualTo("d");
    }

    @Test
    void it_is_known_for_which_time_it_is_another() {
        var before = AttributeHistory.always("a").with(10, "b").with(20, "a");
        assertThat(before.since(before)).isEmpty();
        assertThat(AttributeHistory.always("a").since(before)).hasValueSatisfying(span -> {
            assertThat(span.from()).isEqualTo(10);
            assertThat(span.to()).isEqualTo(20);
        });
        assertThat(before.with(30, "c").since(before))
                .hasValueSatisfying(span -> assertThat(span.to()).isEqualTo(Long.MAX_VALUE));
    }
}
