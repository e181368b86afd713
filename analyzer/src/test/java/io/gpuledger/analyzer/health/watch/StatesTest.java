package io.gpuledger.analyzer.health.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.health.Finding;
import io.gpuledger.analyzer.health.Xids;
import io.gpuledger.analyzer.telemetry.Field;
import io.gpuledger.analyzer.telemetry.ObjectId;
import io.gpuledger.analyzer.telemetry.Told;
import io.gpuledger.analyzer.telemetry.UnitId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatesTest {
    private final WatchedGpu gpu = new WatchedGpu();
    private Watches watches = new Watches(Xids.BUILT_IN, List.of());
    private final List<Finding> found = new ArrayList<>();

    private StatesTest told(long second, String trait, String value) {
        var id = new UnitId("here", "GPU-1", Optional.empty());
        watches.tell(List.of(Told.part(ObjectId.gpu(id), 1_000 * second, trait, value)));
        return this;
    }

    private StatesTest minutes(int minutes) {
        gpu.says(Field.TEMPERATURE_CELSIUS, 50);
        found.addAll(watches.read(gpu.rows(minutes)));
        return this;
    }

    private List<String> found() {
        return found.stream()
                .map(finding -> "%s %d %s"
                        .formatted(
                                finding.key().kind().word(),
                                finding.opened() / 1_000,
                                finding.closed().isPresent()
                                        ? String.valueOf(finding.closed().getAsLong() / 1_000)
                                        : "open"))
                .toList();
    }

    @Test
    void what_was_told_once_stands_until_something_else_is_told() {
        told(0, "sram", "1").minutes(60).told(3_600, "sram", "0").minutes(10);

        assertThat(found()).containsExactly("sram_worn 30 open", "sram_worn 30 3630");
    }

    @Test
    void what_was_told_counts_for_no_reading_before_it() {
        told(1_200, "sram", "1").minutes(40);

        assertThat(found()).containsExactly("sram_worn 1200 open");
    }

    @Test
    void the_past_that_is_told_after_the_present_changes_nothing() {
        told(60, "fabric_state", "3").minutes(5).told(30, "fabric_state", "2").minutes(30);

        assertThat(found()).isEmpty();
    }

    @Test
    void after_a_restart_nothing_is_over_until_it_is_told_anew() {
        told(0, "sram", "1").minutes(10);
        watches = new Watches(Xids.BUILT_IN, watches.open());
        minutes(10);
        assertThat(found()).containsExactly("sram_worn 30 open");

        told(1_200, "sram", "0").minutes(10);
        assertThat(found()).containsExactly("sram_worn 30 open", "sram_worn 30 1230");
    }

    @ParameterizedTest
    @CsvSource({
        "fabric_state, 0, ''",
        "fabric_state, 3, ''",
        "fabric_state, 1, it has not begun to join its NVLink fabric",
        "fabric_state, 2, it is still joining its NVLink fabric",
        "fabric_state, 4, it could not join its NVLink fabric",
        // Nothing is told, all is well, and each of the groups in turn.
        "fabric_health, 0, ''",
        "fabric_health, 426, ''",
        "fabric_health, 425, of its NVLink fabric the driver says that its bandwidth is degraded",
        "fabric_health, 422, of its NVLink fabric the driver says that routes are being repaired",
        "fabric_health, 410, of its NVLink fabric the driver says that a route is unhealthy",
        "fabric_health, 362, of its NVLink fabric the driver says that it recovers from a timeout",
        "fabric_health, 682, its NVLink fabric is not configured as it should be"
    })
    void the_fabric_is_judged_by_its_state_and_by_its_bits(String trait, String value, String words) {
        told(0, trait, value).minutes(30);

        assertThat(found.stream().map(Finding::evidence)).isEqualTo(words.isEmpty() ? List.of() : List.of(words));
    }

    @Test
    void nothing_is_found_where_nothing_is_told() {
        told(0, "driver", "580").minutes(30);

        assertThat(found).isEmpty();
    }
}
