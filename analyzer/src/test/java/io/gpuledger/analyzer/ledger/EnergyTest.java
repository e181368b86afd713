package io.gpuledger.analyzer.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.telemetry.Field;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Unit;
import io.gpuledger.analyzer.telemetry.UnitId;
import io.gpuledger.analyzer.telemetry.Values;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class EnergyTest {
    private static final Unit GPU = Unit.of(new UnitId("here", "GPU-1", Optional.empty()), "node");

    private static Tale told() {
        return new Tale().told("07:00", "20:00");
    }

    private static double joules(Tale tale, String from, String to, Predicate<Account> which) {
        return Ledger.entries(tale.facts(), Tale.span(from, to)).stream()
                        .filter(entry -> which.test(entry.account()))
                        .mapToLong(entry -> entry.millijoules().orElseThrow())
                        .sum()
                / 1000.0;
    }

    @Test
    void what_power_takes_in_an_hour_is_divided_as_the_hour_is() {
        var tale = told().held("pod", "08:00", "18:00")
                .active("08:00", "18:00", 0.25)
                .with(Field.POWER_WATTS, 400);
        assertThat(joules(tale, "10:00", "11:00", account -> account.state() == State.USED))
                .isEqualTo(400 * 900);
        assertThat(joules(tale, "10:00", "11:00", account -> account.state() == State.UNDERUSED))
                .isEqualTo(400 * 2700);
    }

    @Test
    void shares_take_their_shares_and_what_is_free_the_rest() {
        var tale = told().shared("one", "08:00", "18:00", 1, 4)
                .active("08:00", "18:00", 1)
                .with(Field.POWER_WATTS, 400);
        assertThat(joules(tale, "10:00", "11:00", account -> account.owner().isPresent()))
                .isEqualTo(100 * 3600);
        assertThat(joules(tale, "10:00", "11:00", account -> account.state() == State.FREE))
                .isEqualTo(300 * 3600);
    }

    @Test
    void what_was_not_seen_is_known_by_the_driver_s_counter_alone() {
        var counted = Energy.of(List.of(
                row("10:00", Field.ENERGY_JOULES, 1_000),
                row("10:30", Field.ENERGY_JOULES, 4_600),
                row("10:31", Field.ENERGY_JOULES, 60),
                row("10:32", Field.ENERGY_JOULES, 120)));
        assertThat(counted)
                .as("begun anew, nobody knows what was before")
                .containsExactly(
                        new Energy(Tale.span("10:00", "10:30"), 3_600), new Energy(Tale.span("10:31", "10:32"), 60));
        assertThat(Energy.of(List.of(
                        row("10:00", Field.POWER_WATTS, 100),
                        row("10:01", Field.POWER_WATTS, 200),
                        row("10:30", Field.POWER_WATTS, 300))))
                .as("a gauge holds for three intervals")
                .startsWith(
                        new Energy(Tale.span("10:00", "10:01"), 6_000),
                        new Energy(Tale.span("10:01", "10:30"), 348_000));
    }

    @Test
    void where_there_is_a_counter_power_says_nothing() {
        var both = Stream.of("10:00", "10:01", "10:02")
                .map(at -> row(at, Field.ENERGY_JOULES, (Tale.at(at) - Tale.at("10:00")) / 10.0))
                .toList();
        var all = Stream.concat(
                        both.stream(), Stream.of("10:02:30", "10:03").map(at -> row(at, Field.POWER_WATTS, 500)))
                .toList();
        assertThat(Energy.of(all).stream().mapToDouble(Energy::joules).limit(3))
                .containsExactly(6_000.0, 6_000.0, 15_000.0);
    }

    @Test
    void energy_of_the_hours_adds_up() {
        var tale = told().held("pod", "08:00", "18:00")
                .active("09:10", "09:50", 0.3)
                .lost("10:11", "10:41")
                .with(Field.POWER_WATTS, 333);
        assertThat(joules(tale, "08:00", "10:00", _ -> true)).isEqualTo(333 * 7200.0);
        assertThat(joules(tale, "11:00", "12:00", _ -> true)).isEqualTo(333 * 3600.0);
    }

    private static Row row(String at, Field field, double value) {
        return new Row(GPU, Tale.at(at), Values.of(field.bit(), new double[] {value}), List.of(), List.of());
    }
}
