package io.gpuledger.analyzer.health.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.health.Finding;
import io.gpuledger.analyzer.health.Xids;
import io.gpuledger.analyzer.ledger.Heard;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.simulator.page.Exporter;
import io.gpuledger.simulator.page.FailingScrapes;
import io.gpuledger.simulator.script.Script;
import io.gpuledger.simulator.story.Span;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// GPUs of one pod, one of which runs at a lower clock from 02:00 to 04:00.
class PeersTest {
    private static final long BEGIN = 1_790_035_200;
    private static final long MINUTE = 60_000;

    private static List<Finding> found(String script) {
        var story = Script.read(script, new Span(BEGIN, BEGIN + 6 * 3_600));
        var ticks = new Heard(story, Exporter.GPU_EXPORTER, 30, new FailingScrapes(0))
                .rows().stream()
                        .collect(
                                Collectors.groupingBy(row -> row.millis() / MINUTE, TreeMap::new, Collectors.toList()));
        var watches = new Watches(Xids.BUILT_IN, List.of());
        var found = new ArrayList<Finding>();
        ticks.values().forEach(rows -> {
            found.addAll(watches.read(
                    rows.stream().sorted(Comparator.comparingLong(Row::millis)).toList()));
            found.addAll(watches.compare());
        });
        return found;
    }

    private static final String OF_ONE_POD = """
        node n1 h100 8
        pod train vision on n1/0,n1/1,n1/2,n1/3,n1/4,n1/5,n1/6,n1/7 from 0 to 6h doing training
        """;

    @Test
    void the_slow_one_is_found_with_its_times_and_with_what_it_costs() {
        var found = found(OF_ONE_POD + "slowed n1/3 to 60% from 2h to 4h\n");
        assertThat(found).extracting(finding -> finding.key().kind().word()).containsExactly("slow", "slow");
        var opened = found.getFirst();
        assertThat(opened.opened() / 1000 - BEGIN).isBetween(7_200L, 7_300L);
        assertThat(opened.told() / 1000 - BEGIN).isBetween(7_800L, 7_900L);
        assertThat(opened.evidence())
                .isEqualTo("it runs at 1185 MHz, and the 8 GPUs of its pod that are at work at 1890 in the middle");
        var closed = found.getLast();
        assertThat(closed.closed().orElseThrow() / 1000 - BEGIN).isBetween(14_400L, 14_500L);
        assertThat(closed.lostMillis() / 3_600_000.0).isBetween(0.70, 0.80);
    }

    @Test
    void two_of_eight_are_found_and_two_of_three_are_not() {
        var two = "slowed n1/3 to 60% from 2h to 4h\nslowed n1/4 to 70% from 2h to 4h\n";
        assertThat(found(OF_ONE_POD + two).stream().filter(Finding::isOpen)).hasSize(2);
        var few = "node n1 h100 8\npod train vision on n1/3,n1/4,n1/5 from 0 to 6h doing training\n";
        assertThat(found(few + two)).isEmpty();
    }

    @Test
    void one_that_heat_slows_down_is_told_once() {
        assertThat(found(OF_ONE_POD + "throttled n1/3 to 60% by hw_thermal from 2h to 4h\n"))
                .extracting(finding -> finding.key().kind().word())
                .containsOnly("throttled_by_heat");
    }

    @Test
    void it_is_over_when_its_pod_is() {
        var found = found("""
            node n1 h100 8
            pod train vision on n1/0,n1/1,n1/2,n1/3 from 0 to 3h doing training
            pod next vision on n1/2,n1/3 from 3h10m to 6h doing training
            slowed n1/3 to 60% from 2h to 6h
            """);
        var closed = found.getLast();
        assertThat(closed.closed().orElseThrow() / 1000 - BEGIN).isBetween(10_800L, 10_900L);
    }

    @Test
    void gpus_that_wait_are_no_measure() {
        assertThat(found("""
            node n1 h100 8
            pod nap vision on n1/0,n1/1,n1/2,n1/3,n1/4 from 0 to 6h doing 30%
            slowed n1/3 to 60% from 2h to 4h
            """)).isEmpty();
    }
}
