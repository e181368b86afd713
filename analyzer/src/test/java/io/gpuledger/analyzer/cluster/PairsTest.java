package io.gpuledger.analyzer.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class PairsTest {
    private static final String LETTERS = "ab\"\\,:{}\n\u0000é😀";

    private static String word(Random random) {
        return random.ints(random.nextInt(6), 0, LETTERS.length())
                .collect(StringBuilder::new, (word, at) -> word.append(LETTERS.charAt(at)), StringBuilder::append)
                .toString();
    }

    private static Map<String, String> drawn(Random random) {
        var pairs = new HashMap<String, String>();
        for (var i = random.nextInt(5); i > 0; i--) {
            pairs.put(word(random), word(random));
        }
        return pairs;
    }

    @RepeatedTest(300)
    void what_is_written_is_read_back_by_anybody_who_reads_json(RepetitionInfo info) throws JsonProcessingException {
        var pairs = drawn(new Random(info.getCurrentRepetition()));
        var text = Pairs.text(pairs);

        assertThat(Pairs.of(text)).isEqualTo(pairs);
        assertThat(new ObjectMapper().readValue(text, new TypeReference<Map<String, String>>() {}))
                .isEqualTo(pairs);
    }

    @RepeatedTest(100)
    void of_a_text_that_is_cut_off_whole_pairs_are_read(RepetitionInfo info) {
        var random = new Random(info.getCurrentRepetition());
        var pairs = drawn(random);
        var text = Pairs.text(pairs);

        assertThat(pairs.entrySet())
                .containsAll(Pairs.of(text.substring(0, random.nextInt(text.length())))
                        .entrySet());
    }

    @Test
    void a_text_without_pairs_has_none() {
        assertThat(Pairs.of("")).isEmpty();
        assertThat(Pairs.of("{}")).isEmpty();
        assertThat(Pairs.of("\"")).isEmpty();
    }
}
