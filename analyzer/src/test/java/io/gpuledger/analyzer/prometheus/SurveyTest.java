package io.gpuledger.analyzer.prometheus;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.prometheus.peer.PeerException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SurveyTest {
    private static final Instant NOW = Instant.parse("2026-11-29T05:48:30Z");

    private final List<Instant> looked = new ArrayList<>();

    /// Returns what is found where the last GPU was told of so long ago.
    private Preflight found(Duration ago) throws PeerException, InterruptedException {
        return Survey.newest(NOW, until -> {
            looked.add(until);
            return new Preflight(until.isAfter(NOW.minus(ago)) ? 0 : 8, Optional.empty(), until.toString(), List.of());
        });
    }

    @Test
    void who_is_scraped_now_is_looked_at_once() throws PeerException, InterruptedException {
        assertThat(found(Duration.ZERO).has()).isEqualTo(NOW.toString());
        assertThat(looked).hasSize(1);
    }

    @Test
    void a_prometheus_that_scrapes_no_more_is_known_by_its_past() throws PeerException, InterruptedException {
        assertThat(found(Duration.ofMinutes(30)).has())
                .isEqualTo(NOW.minus(Duration.ofHours(1)).toString());
    }

    @Test
    void where_there_was_nothing_for_a_week_it_is_the_present_that_is_told_of()
            throws PeerException, InterruptedException {
        assertThat(found(Duration.ofDays(30)).has()).isEqualTo(NOW.toString());
        assertThat(looked.getLast()).isEqualTo(NOW.minus(Duration.ofDays(7)));
    }
}
