package io.gpuledger.exporter.self;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.service.reload.ReloadState;
import io.prometheus.client.Collector.MetricFamilySamples;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class SelfMetricsTest {
    private static final Instant NOW = Instant.ofEpochSecond(1_000);

    private static MetricFamilySamples family(List<MetricFamilySamples> families, String name) {
        return families.stream()
                .filter(family -> family.name.equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static double value(List<MetricFamilySamples> families, String name) {
        return family(families, name).samples.getFirst().value;
    }

    @Test
    void a_reload_that_failed_is_shown_with_what_is_still_in_force() {
        var metrics = SelfMetrics.ofWork(() -> Map.of("collectors", new ReloadState(false, NOW, 3)));
        var families = metrics.workFamilies();
        assertThat(value(families, "gpu_exporter_reload_success")).isZero();
        assertThat(value(families, "gpu_exporter_reload_last_success_timestamp_seconds"))
                .isEqualTo(1_000);
        assertThat(value(families, "gpu_exporter_reload_failures")).isEqualTo(3);
        assertThat(family(families, "gpu_exporter_reload_success").samples.getFirst().labelValues)
                .containsExactly("collectors");
    }

    @Test
    void the_process_is_asked_each_five_seconds_whichever_way_the_clock_is_set() {
        var metrics = SelfMetrics.ofWorkAndProcess(Map::of);
        var first = family(metrics.processFamilies(NOW), "jvm_memory_pool_bytes_used");
        assertThat(family(metrics.processFamilies(NOW.plusMillis(4_999)), first.name))
                .isSameAs(first);
        var second = family(metrics.processFamilies(NOW.plusSeconds(5)), first.name);
        assertThat(second).isNotSameAs(first);
        assertThat(family(metrics.processFamilies(NOW), first.name)).isNotSameAs(second);
    }

    @Test
    void the_page_says_when_the_process_started() {
        var started = ManagementFactory.getRuntimeMXBean().getStartTime();
        var families = SelfMetrics.ofWorkAndProcess(Map::of).processFamilies(NOW);
        assertThat(value(families, StartTime.NAME)).isEqualTo(started / 1e3);
    }

    @Test
    void one_that_is_played_says_when_it_started_itself() {
        var started = new AtomicReference<>(NOW);
        var metrics = SelfMetrics.ofPlayed(started::get);
        assertThat(value(metrics.workFamilies(), StartTime.NAME)).isEqualTo(1_000);
        started.set(NOW.plusSeconds(1));
        assertThat(value(metrics.workFamilies(), StartTime.NAME)).isEqualTo(1_001);
        assertThat(metrics.processFamilies(NOW)).isEmpty();
    }
}
