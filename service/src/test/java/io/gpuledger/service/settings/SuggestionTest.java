package io.gpuledger.service.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SuggestionTest {
    private static final List<String> KNOWN = List.of("run", "sample-interval", "simulate-interval");

    @Test
    void the_nearest_word_is_suggested() {
        assertThat(Suggestion.of("sample-intervals", KNOWN)).isEqualTo("; did you mean sample-interval?");
        assertThat(Suggestion.of("sampleinterva", KNOWN)).isEqualTo("; did you mean sample-interval?");
        assertThat(Suggestion.of("urn-", KNOWN)).isEmpty();
        assertThat(Suggestion.of("ru", KNOWN)).isEqualTo("; did you mean run?");
    }

    @Test
    void a_word_far_from_all_is_worth_none() {
        assertThat(Suggestion.of("sample", KNOWN)).isEmpty();
        assertThat(Suggestion.of("", KNOWN)).isEmpty();
        assertThat(Suggestion.of("go", KNOWN)).isEmpty();
        assertThat(Suggestion.of("run", List.of())).isEmpty();
    }
}
