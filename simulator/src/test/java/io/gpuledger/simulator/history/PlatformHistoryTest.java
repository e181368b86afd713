package io.gpuledger.simulator.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.simulator.page.Exporter;
import io.gpuledger.simulator.page.FailingScrapes;
import io.gpuledger.simulator.page.PageSettings;
import io.gpuledger.simulator.page.Pages;
import io.gpuledger.simulator.remote.Request;
import io.gpuledger.simulator.remote.Requests;
import io.gpuledger.simulator.remote.Unpacked;
import io.gpuledger.simulator.remote.Unpacked.Sample;
import io.gpuledger.simulator.script.Script;
import io.gpuledger.simulator.story.Span;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// What GPUs run on, as a past that is sent tells it by itself.
class PlatformHistoryTest {
    private static final long BEGIN = 1_800_000_000L;
    private static final Span HOUR = new Span(BEGIN, BEGIN + 3600);

    private final List<Sample> samples = sent("""
        node n h100 1
        driver n 570.124.06 from 10m to 20m
        vbios n/0 96.00.5E.00.01 from 10m
        ecc-off n/0 from 20m
        power-limit n/0 500 from 10m to 20m
        clock-max n/0 1400 from 10m to 20m
        """);

    /// Scraped each ten minutes; a page shows the seconds before it.
    private static List<Sample> sent(String script) {
        var shown = new PageSettings(Exporter.GPU_EXPORTER, 1, new FailingScrapes(0));
        var settings = new HistorySettings(
                URI.create("http://127.0.0.1/"),
                Duration.ofMinutes(10),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
        var pages = new Pages(Script.read(script, HOUR), BEGIN, Exporter.GPU_EXPORTER, 1);
        var log = new TargetLog(Map.of(), settings.plan(HOUR, shown).wanted());
        for (var second = BEGIN + 300; second < HOUR.to(); second += 600) {
            log.scraped(1000 * second, pages.at(0, second).orElseThrow());
        }
        var request = new Request();
        log.series().forEach(request::take);
        return Unpacked.samples(Requests.body(request));
    }

    /// Returns the minutes at which it was so.
    private List<Long> minutes(String metric, String label, String value) {
        return samples.stream()
                .filter(sample -> metric.equals(sample.labels().get("__name__"))
                        && value.equals(sample.labels().get(label))
                        && !Double.isNaN(sample.value()))
                .map(sample -> (sample.millis() / 1000 - BEGIN) / 60)
                .sorted()
                .toList();
    }

    /// Returns the values of a metric in the order of time.
    private List<Double> values(String metric, String label, String value) {
        return samples.stream()
                .filter(sample -> metric.equals(sample.labels().get("__name__"))
                        && value.equals(sample.labels().getOrDefault(label, "")))
                .map(Sample::value)
                .toList();
    }

    @Test
    void versions_come_and_go_with_a_series_of_their_own() {
        assertThat(minutes("gpu_info", "driver_version", "580.65.06")).containsExactly(5L, 25L, 35L, 45L, 55L);
        assertThat(minutes("gpu_info", "driver_version", "570.124.06")).containsExactly(15L);
        assertThat(minutes("gpu_info", "cuda_version", "12.8")).containsExactly(15L);
        assertThat(minutes("gpu_info", "vbios", "96.00.5E.00.01")).containsExactly(15L, 25L, 35L, 45L, 55L);
        assertThat(minutes("gpu_info", "ecc", "enabled")).containsExactly(5L, 15L);
        assertThat(minutes("gpu_info", "ecc", "disabled")).containsExactly(25L, 35L, 45L, 55L);
    }

    @Test
    void limits_are_among_what_is_sent() {
        assertThat(values("gpu_power_limit_watts", "gpu", "0"))
                .containsExactly(700.0, 500.0, 700.0, 700.0, 700.0, 700.0);
        assertThat(values("gpu_clock_max_hertz", "clock", "sm"))
                .containsExactly(1.98e9, 1.4e9, 1.98e9, 1.98e9, 1.98e9, 1.98e9);
    }
}
