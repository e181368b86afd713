package io.gpuledger.analyzer.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gpuledger.analyzer.report.Figures;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What pages show of what is wrong is what the API answers, number by number: that of findings, of failures, and of a
/// node.
class HealthNumbersTest {
    private static final double GIB = 1 << 30;

    @RegisterExtension
    private static final FixedSite SITE = new FixedSite();

    private static List<JsonNode> findings(String path, Predicate<JsonNode> which)
            throws IOException, InterruptedException {
        return SITE.data(path).path("findings").valueStream().filter(which).toList();
    }

    private static boolean isMuted(JsonNode finding) {
        return !finding.path("muted_by").isNull();
    }

    /// Returns what a row has to say, cell by cell.
    private static List<List<String>> expected(JsonNode finding) {
        var who = finding.path("holders").valueStream().map(JsonNode::asText).toList();
        var lost = finding.path("lost_gpu_hours").decimalValue();
        var money = finding.path("cost")
                .propertyStream()
                .map(one -> one.getKey() + " "
                        + Figures.money(new BigDecimal(one.getValue().asText())
                                .movePointRight(6)
                                .longValueExact()))
                .toList();
        var cost = new ArrayList<>(money);
        if (lost.signum() > 0) {
            cost.add("%.1f GPU-hours".formatted(lost));
        }
        return List.of(
                List.of(
                        finding.path("severity").asText(),
                        finding.path("kind").asText(),
                        finding.path("detail").asText(),
                        finding.path("meaning").asText()),
                List.of(
                        finding.path("cluster").asText(),
                        finding.path("node").asText(),
                        finding.path("gpu").asText("")),
                List.of(
                        finding.path("opened").asText().substring(11, 16),
                        past(finding.path("minutes").asLong())),
                who,
                cost,
                List.of(
                        finding.path("action").asText(),
                        finding.path("evidence").asText()));
    }

    private static String past(long minutes) {
        if (minutes >= 48 * 60) {
            return minutes / (24 * 60) + " days";
        }
        return minutes >= 120 ? minutes / 60 + " hours" : minutes + " min";
    }

    private static void areShown(List<JsonNode> findings, List<List<String>> rows) {
        assertThat(rows).hasSameSizeAs(findings).isNotEmpty();
        for (var finding : findings) {
            var cells = expected(finding);
            assertThat(rows).as(finding.toString()).anySatisfy(row -> {
                for (var at = 0; at < cells.size(); at++) {
                    for (var words : cells.get(at)) {
                        assertThat(row.get(at)).contains(words);
                    }
                }
                if (finding.path("lost_gpu_hours").decimalValue().signum() == 0) {
                    assertThat(row.get(4)).isEmpty();
                }
            });
        }
    }

    @Test
    void findings_that_are_open_muted_and_over() throws IOException, InterruptedException {
        var page = SITE.page("/findings");
        var open = findings("/api/v1/findings?state=open", one -> !isMuted(one));
        areShown(open, PageTable.of(page, "The gravest first, and of these the latest."));
        areShown(
                findings("/api/v1/findings?state=open", HealthNumbersTest::isMuted),
                PageTable.of(page, "Nobody is told of these until then."));
        areShown(
                findings("/api/v1/findings?state=closed", _ -> true),
                PageTable.of(page, "The gravest first.</caption>"));
    }

    @Test
    void failures_by_cause() throws IOException, InterruptedException {
        var failures = SITE.data("/api/v1/failures");
        var page = SITE.page("/failures");
        var rows = PageTable.of(page, "In nine of ten cases the true rate lies in the interval");
        var causes = failures.path("by_cause")
                .valueStream()
                .filter(cause -> cause.path("failures").asLong() > 0)
                .toList();
        assertThat(rows).hasSameSizeAs(causes).isNotEmpty();
        for (var i = 0; i < rows.size(); i++) {
            var of = causes.get(i);
            assertThat(rows.get(i).subList(1, 5))
                    .containsExactly(
                            of.path("failures").asText(),
                            "%.0f %%"
                                    .formatted(100
                                            * of.path("failures").asDouble()
                                            / failures.path("failures").asDouble()),
                            rate(of.path("per_1000_node_days")),
                            rate(of.path("per_1000_node_days_low")) + " to "
                                    + rate(of.path("per_1000_node_days_high")));
        }
        assertThat(page)
                .contains("%d failures of hardware in %.0f node-days: %s in 1,000 node-days."
                        .formatted(
                                failures.path("failures").asLong(),
                                failures.path("node_days").asDouble(),
                                rate(failures.path("per_1000_node_days"))));
    }

    /// Returns a rate as it is rounded for people.
    private static String rate(JsonNode rate) {
        if (rate.isNull()) {
            return "";
        }
        var value = rate.asDouble();
        return String.format(Locale.ENGLISH, value < 0.095 ? "%.2f" : value < 10 ? "%,.1f" : "%,.0f", value);
    }

    @Test
    void what_gpus_run_on() throws IOException, InterruptedException {
        var rows = PageTable.of(SITE.page("/failures"), "GPUs of a model that differ");
        var variants =
                SITE.data("/api/v1/variants").path("variants").valueStream().toList();
        assertThat(rows).isNotEmpty();
        for (var row : rows) {
            assertThat(variants).as(row.toString()).anySatisfy(variant -> {
                assertThat(row.getFirst())
                        .contains(
                                variant.path("value").asText(),
                                variant.path("cluster").asText())
                        .contains(variant.path("model").asText(""));
                assertThat(row.get(1)).isEqualTo(variant.path("nodes").asText());
                assertThat(row.get(2)).endsWith(variant.path("since").asText().substring(11, 16));
                assertThat(row.get(3)).isEqualTo(variant.path("failures").asText());
                assertThat(row.get(4)).isEqualTo(rate(variant.path("per_1000_node_days")));
                assertThat(row.get(5)).startsWith(rate(variant.path("others_per_1000_node_days")));
                assertThat(row.get(6)).startsWith(rate(variant.path("before_per_1000_node_days")));
            });
        }
    }

    @ParameterizedTest
    @CsvSource({"east, n1", "west, n2"})
    void a_node(String cluster, String node) throws IOException, InterruptedException {
        var of = "?cluster=%s&node=%s".formatted(cluster, node);
        var page = SITE.page("/node" + of);
        var told = SITE.data("/api/v1/node" + of);
        var rows = PageTable.of(page, "What its GPUs said last");
        assertThat(rows).hasSameSizeAs(told.path("devices")).isNotEmpty();
        for (var i = 0; i < rows.size(); i++) {
            var device = told.path("devices").get(i);
            var row = rows.get(i);
            assertThat(row.getFirst())
                    .startsWith(
                            device.path("index").isNull()
                                    ? device.path("gpu").asText()
                                    : "GPU " + device.path("index").asText());
            assertThat(row.get(3)).isEqualTo(of(device, "activity", 100, "%.1f %%"));
            assertThat(row.get(4))
                    .isEqualTo(of(device, "memory_used_bytes", 1 / GIB, "%.1f")
                            + of(device, "memory_total_bytes", 1 / GIB, " of %.0f GiB"));
            assertThat(row.get(5))
                    .isEqualTo(of(device, "power_watts", 1, "%.0f") + of(device, "power_limit_watts", 1, " of %.0f W"));
            assertThat(row.get(6)).isEqualTo(of(device, "temperature_celsius", 1, "%.0f °C"));
        }
        areShown(told.path("findings").valueStream().toList(), PageTable.of(page, "Those that are open first."));
    }

    private static String of(JsonNode device, String name, double factor, String form) {
        var value = device.path(name);
        return value.isNull() ? "" : String.format(Locale.ROOT, form, factor * value.asDouble());
    }
}
