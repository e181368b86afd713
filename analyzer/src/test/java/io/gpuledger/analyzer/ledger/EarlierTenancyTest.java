package io.gpuledger.analyzer.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.time.Span;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// Books that go on at an instant, with what is known of tenancies up to there and some minutes of readings before it.
class EarlierTenancyTest {
    private static Tale tale(String until) {
        return new Tale().told("07:00", until).each(Duration.ofSeconds(10));
    }

    private static GpuFacts read(Tale tale, Span window) {
        return new DrawnGpu(tale.facts(), window, List.of(), Tenant.IDLE_AFTER, Set.of()).afterEarlier(window);
    }

    private static Map<State, Long> seconds(GpuFacts facts, Span window) {
        return Ledger.entries(facts, window).stream()
                .collect(Collectors.groupingBy(
                        entry -> entry.account().state(), Collectors.summingLong(entry -> entry.millis() / 1000)));
    }

    private static Map<State, Long> alone(Tale tale, String from, String to) {
        var window = Tale.span(from, to);
        return seconds(read(tale, window), window);
    }

    private static Map<State, Long> goingOn(Tale tale, String from, String to) {
        var window = Tale.span(from, to);
        var earlier = GpuUnits.of(tale.facts()).earlier(window.from());
        return seconds(read(tale, window).after(earlier), window);
    }

    @Test
    void an_idle_run_goes_on_however_long_ago_it_began() {
        var tale = tale("12:10").held("pod", "08:00", "13:00").active("08:00", "09:00", 0.8);

        assertThat(alone(tale, "12:00", "12:09")).containsOnlyKeys(State.UNDERUSED);
        assertThat(goingOn(tale, "12:00", "12:09")).isEqualTo(Map.of(State.IDLE, 540L));
    }

    @Test
    void a_pod_that_was_away_for_a_little_while_does_not_start_again() {
        var tale = tale("12:10")
                .unknown("pod")
                .held("pod", "08:00", "11:20")
                .held("pod", "11:45", "13:00")
                .active("08:00", "11:20", 0.8);

        assertThat(alone(tale, "11:43", "12:09")).containsKey(State.STARTING);
        assertThat(goingOn(tale, "11:43", "12:09")).containsOnlyKeys(State.FREE, State.UNDERUSED);
    }

    private static long decided(Tale tale, String at) {
        return GpuUnits.of(tale.facts()).decided(Tale.at(at));
    }

    @Test
    void while_a_quiet_run_is_too_short_to_be_idle_nothing_is_decided_from_its_begin_on() {
        var working = tale("11:00").held("pod", "08:00", "13:00").active("08:00", "10:40", 0.8);

        assertThat(decided(working, "10:30")).isEqualTo(Tale.at("10:30"));
        assertThat(decided(working, "10:50")).isEqualTo(Tale.at("10:40"));
    }

    @Test
    void all_of_a_run_is_decided_that_is_idle_for_sure() {
        assertThat(decided(tale("11:30").held("pod", "08:00", "13:00").active("08:00", "10:40", 0.8), "11:20"))
                .isEqualTo(Tale.at("11:20"));
        assertThat(decided(tale("11:15").held("pod", "08:00", "13:00").active("08:00", "10:40", 0.8), "11:05"))
                .as("35 minutes may be less than 30")
                .isEqualTo(Tale.at("10:40"));
    }

    @Test
    void what_nobody_has_told_of_for_some_minutes_is_not_decided() {
        assertThat(decided(tale("11:00").held("pod", "08:00", "13:00").active("08:00", "13:00", 0.8), "11:00"))
                .isBetween(Tale.at("10:51"), Tale.at("10:52"));
    }
}
