package io.gpuledger.analyzer.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonToken;
import io.gpuledger.gate.Counterpart;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FleetTest {
    private static final int NODES = 3;
    private static final List<String> STEADY =
            List.of("DCGM_FI_DEV_XID_ERRORS", "DCGM_FI_DEV_ROW_REMAP_FAILURE", "DCGM_FI_DEV_POWER_MGMT_LIMIT");

    @ParameterizedTest
    @EnumSource
    void promtool_reads_every_line_of_a_page(PageKind kind) throws IOException, InterruptedException {
        var promtool = Counterpart.find("promtool", "prometheus");
        try (var fleet = fleet(kind)) {
            var check = new ProcessBuilder(promtool.toString(), "check", "metrics")
                    .redirectErrorStream(true)
                    .start();
            try (var input = check.getOutputStream()) {
                input.write(page(fleet, 1).getBytes(StandardCharsets.UTF_8));
            }
            var said = new String(check.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            // dcgm-exporter's names break promtool's rules, which is 3; what it cannot read is 1.
            assertThat(check.waitFor()).as(said).isIn(0, 3);
            assertThat(said.lines()).allMatch(line -> line.startsWith("DCGM_FI_"));
        }
    }

    @Test
    void a_node_of_dcgm_exporter_has_eight_gpus_of_sixty_metrics() throws IOException, InterruptedException {
        try (var fleet = fleet(PageKind.DCGM)) {
            var page = page(fleet, 2);
            assertThat(samples(page)).hasSize(480).allMatch(line -> line.contains("Hostname=\"gpu-node-00002\""));
            assertThat(samples(page).stream().map(line -> line.replaceAll(".*UUID=\"([^\"]*)\".*", "$1")))
                    .doesNotContainAnyElementsOf(samples(page(fleet, 1)).stream()
                            .map(line -> line.replaceAll(".*UUID=\"([^\"]*)\".*", "$1"))
                            .toList());
            assertThat(page.length()).isBetween(146_000, 150_000);
        }
    }

    @Test
    void what_changes_is_another_number_each_time_of_any_length() throws IOException, InterruptedException {
        try (var fleet = fleet(PageKind.CHANGING)) {
            var lengths = new HashSet<Integer>();
            var before = values(page(fleet, 0));
            for (var scrape = 0; scrape < 20; scrape++) {
                var page = page(fleet, 0);
                lengths.add(page.length());
                var after = values(page);
                assertThat(after.keySet()).hasSize(480).isEqualTo(before.keySet());
                assertThat(changed(before, after)).hasSizeGreaterThan(200).noneMatch(STEADY::contains);
                before.putAll(after);
            }
            assertThat(lengths).hasSizeGreaterThan(10);
        }
    }

    @Test
    void in_a_storm_no_number_stands_still() throws IOException, InterruptedException {
        try (var fleet = fleet(PageKind.STORM)) {
            var before = values(page(fleet, 0));
            assertThat(changed(before, values(page(fleet, 0)))).hasSizeGreaterThan(440);
        }
    }

    private static List<String> changed(Map<String, Double> before, Map<String, Double> after) {
        return after.entrySet().stream()
                .filter(one -> !one.getValue().equals(before.get(one.getKey())))
                .map(Map.Entry::getKey)
                .map(series -> series.substring(0, series.indexOf('{')))
                .toList();
    }

    private static Map<String, Double> values(String page) {
        var values = new HashMap<String, Double>();
        samples(page).forEach(line -> {
            var at = line.lastIndexOf(' ');
            values.put(line.substring(0, at), Double.parseDouble(line.substring(at + 1)));
        });
        return values;
    }

    @ParameterizedTest
    @EnumSource(names = {"DCGM", "OURS"})
    void gauges_wobble_and_counters_go_up_on_a_page_that_keeps_its_length(PageKind kind)
            throws IOException, InterruptedException {
        try (var fleet = fleet(kind)) {
            var before = page(fleet, 0);
            for (var scrape = 0; scrape < 20; scrape++) {
                var after = page(fleet, 0);
                assertThat(after).hasSameSizeAs(before);
                var counters = Place.on(before).stream().filter(Place::counter).toList();
                assertThat(counters).isNotEmpty().allMatch(place -> number(after, place) > number(before, place));
                var gauges = Place.on(before).stream()
                        .filter(place -> !place.counter())
                        .toList();
                assertThat(gauges)
                        .isNotEmpty()
                        .allMatch(place -> number(after, place) > number(before, place) / 2)
                        .allMatch(place -> number(after, place) < number(before, place) * 2)
                        .anyMatch(place -> number(after, place) != number(before, place));
            }
        }
    }

    private static double number(String page, Place place) {
        return Double.parseDouble(page.substring(place.offset(), place.offset() + place.width()));
    }

    @Test
    void its_targets_are_what_prometheus_reads() throws IOException, InterruptedException {
        try (var fleet = fleet(PageKind.DCGM);
                var json = new JsonFactory().createParser(get(fleet, "/targets"))) {
            var targets = 0;
            for (var token = json.nextToken(); token != null; token = json.nextToken()) {
                if (token == JsonToken.VALUE_STRING && "__metrics_path__".equals(json.currentName())) {
                    assertThat(json.getText()).isEqualTo("/n/%d/metrics", targets);
                    targets++;
                }
            }
            assertThat(targets).isEqualTo(NODES);
        }
    }

    @Test
    void it_counts_what_it_serves_and_what_came_late() throws IOException, InterruptedException {
        try (var fleet = Fleet.start(new Load(NODES, Duration.ofNanos(1), PageKind.DCGM), 0)) {
            var length = page(fleet, 0).length();
            page(fleet, 0);
            page(fleet, 1);
            var stats = new Counters(get(fleet, "/stats"));
            assertThat(stats.sum("fleet_pages_total")).isEqualTo(3);
            assertThat(stats.sum("fleet_bytes_total")).isEqualTo(3.0 * length);
            assertThat(stats.sum("fleet_samples_total")).isEqualTo(3 * 480);
            assertThat(stats.sum("fleet_late_total")).isEqualTo(1);
            assertThat(stats.sum("fleet_warm_nodes")).isEqualTo(1);
        }
    }

    private static Fleet fleet(PageKind kind) throws IOException {
        return Fleet.start(new Load(NODES, Duration.ofSeconds(5), kind), 0);
    }

    private static String page(Fleet fleet, int node) throws IOException, InterruptedException {
        return get(fleet, "/n/%d/metrics".formatted(node));
    }

    private static List<String> samples(String page) {
        return page.lines().filter(line -> !line.startsWith("#")).toList();
    }

    private static String get(Fleet fleet, String path) throws IOException, InterruptedException {
        return Counters.of(URI.create("http://127.0.0.1:" + fleet.port() + path))
                .page();
    }
}
