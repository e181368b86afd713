package io.gpuledger.analyzer.cluster.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FreshnessTest {
    private final Freshness freshness = new Freshness(3);

    @Test
    void all_is_known_until_the_api_server_had_what_the_watch_has_come_to() {
        assertThat(freshness.until()).isEmpty();
        freshness.asked(1_000, "7", "9");
        freshness.asked(2_000, "7", "12");

        freshness.heard("8");
        assertThat(freshness.until()).isEmpty();
        freshness.heard("11");
        assertThat(freshness.until()).hasValue(1_000);
        freshness.heard("12");
        assertThat(freshness.until()).hasValue(2_000);
    }

    @Test
    void versions_are_numbers_of_any_length() {
        freshness.asked(1_000, "", "99999999999999999999");
        freshness.heard("100000000000000000000");

        assertThat(freshness.until()).hasValue(1_000);
    }

    @Test
    void where_versions_are_no_numbers_it_is_enough_that_the_api_server_answers() {
        freshness.asked(1_000, "b", "a");

        assertThat(freshness.until()).hasValue(1_000);
        assertThat(freshness.isLost()).isFalse();
    }

    @Test
    void a_list_says_all_that_there_was_when_it_was_asked_for() {
        freshness.told(2_000);
        freshness.told(1_000);

        assertThat(freshness.until()).hasValue(2_000);
    }

    @Test
    void a_watch_that_stays_behind_is_lost_until_another_begins() {
        freshness.asked(1_000, "7", "8");
        freshness.asked(2_000, "7", "8");
        assertThat(freshness.isLost()).isFalse();
        freshness.asked(3_000, "7", "9");
        assertThat(freshness.isLost()).isTrue();

        freshness.again();
        assertThat(freshness.isLost()).isFalse();
    }

    @Test
    void a_watch_that_is_ahead_of_the_api_server_is_lost() {
        freshness.asked(1_000, "100", "70");
        assertThat(freshness.isLost()).isTrue();

        freshness.asked(2_000, "70", "70");
        assertThat(freshness.isLost()).isFalse();
    }
}
