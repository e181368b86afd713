package io.gpuledger.analyzer.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.gpuledger.analyzer.report.Edition;
import io.gpuledger.analyzer.report.Edition.OfFleet;
import io.gpuledger.analyzer.report.Edition.OfTeam;
import io.gpuledger.analyzer.report.Figures;
import io.gpuledger.analyzer.store.entries.DrawnBooks;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What letters say is what the API answers: their tables to the millisecond and to the millionth, their texts
/// as far as they show it. The books are drawn.
class LetterNumbersTest {
    private static final String WEEK = "from=2026-11-16&to=2026-11-23";
    private static final String BEFORE = "from=2026-11-09&to=2026-11-16";
    private static final String FIRST = "from=2026-11-02&to=2026-11-09";
    private static final BigDecimal HOUR = BigDecimal.valueOf(3600);
    private static final Pattern NUMBER = Pattern.compile("\\d[\\d,]*\\.\\d+");
    private static final Pattern IDLE = Pattern.compile("(\\S+) of (\\S+) GPU-hours that .* held were idle");
    private static final Pattern TEXT_PART = Pattern.compile("(?s)\nWhere the time [^\n]*\n-+\n(.*?)\n\n");
    private static final Pattern TREND_PART = Pattern.compile("(?s)\nWeek by week\n-+\n(.*?)\n\n");

    /// What the API says of accounts.
    ///
    /// @param seconds by state
    /// @param cost by state, and by currency
    private record Told(Map<String, BigDecimal> seconds, Map<String, Map<String, BigDecimal>> cost) {
        BigDecimal all() {
            return seconds.values().stream().reduce(BigDecimal.ZERO, BigDecimal::add);
        }

        BigDecimal of(String state) {
            return seconds.getOrDefault(state, BigDecimal.ZERO);
        }

        Map<String, BigDecimal> money() {
            var sums = new TreeMap<String, BigDecimal>();
            cost.values().forEach(its -> its.forEach((currency, some) -> sums.merge(currency, some, BigDecimal::add)));
            return sums;
        }

        BigDecimal money(String state, String currency) {
            return cost.getOrDefault(state, Map.of()).getOrDefault(currency, BigDecimal.ZERO);
        }
    }

    private static Told told(Site site, String query) throws IOException, InterruptedException {
        var seconds = new HashMap<String, BigDecimal>();
        var cost = new HashMap<String, Map<String, BigDecimal>>();
        for (var row : site.data("/api/v1/ledger?by=state&" + query).path("rows")) {
            var state = row.path("state").asText();
            seconds.put(state, row.path("gpu_seconds").decimalValue());
            cost.put(state, money(row.path("cost")));
        }
        return new Told(seconds, cost);
    }

    private static Map<String, BigDecimal> money(JsonNode cost) {
        return cost.propertyStream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, one -> new BigDecimal(one.getValue().asText())));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private static List<String> teams(Site site) throws IOException, InterruptedException {
        return StreamSupport.stream(
                        site.data("/api/v1/ledger?by=team&" + WEEK).path("rows").spliterator(), false)
                .map(row -> row.path("team"))
                .filter(JsonNode::isTextual)
                .map(JsonNode::asText)
                .toList();
    }

    private static String hours(BigDecimal seconds) {
        return Figures.hours(seconds.movePointRight(3).longValueExact());
    }

    private static String file(Site site, Edition edition, String name) throws IOException, InterruptedException {
        var answer = site.get("/reports/%s/2026-W47/%s".formatted(EditionPath.of(edition), name));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return answer.body();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void letters_say_what_the_api_answers(long seed) throws Exception {
        try (var site = Site.of(DrawnBooks.of(seed))) {
            assertThat(teams(site)).isNotEmpty();
            for (var team : teams(site)) {
                team(site, team);
            }
            fleet(site);
        }
    }

    private static void team(Site site, String team) throws IOException, InterruptedException {
        var edition = new OfTeam(team);
        var of = "&team=" + encoded(team);
        var text = file(site, edition, "letter.txt");
        var told = told(site, WEEK + of);
        var workloads = site.data("/api/v1/workloads?limit=1000&" + WEEK + of).path("workloads");

        headline(text, told);
        states(text, told);
        workloads(text, told, workloads);
        trend(text, List.of(told(site, FIRST + of), told(site, BEFORE + of), told));
        htmlSaysTheSame(site, edition, text);
        table(lines(file(site, edition, "letter.csv")), workloads, told);
    }

    private static void fleet(Site site) throws IOException, InterruptedException {
        var edition = new OfFleet();
        var text = file(site, edition, "letter.txt");
        var told = told(site, WEEK);

        states(text, told);
        htmlSaysTheSame(site, edition, text);
        var lines = lines(file(site, edition, "letter.csv"));
        for (var line : lines) {
            var its = told(site, WEEK + "&team=" + encoded(given(line, "team")));
            assertThat(number(line, "gpu_seconds")).isEqualByComparingTo(its.all());
            its.seconds()
                    .forEach((state, seconds) ->
                            assertThat(number(line, state + "_seconds")).isEqualByComparingTo(seconds));
            its.money().forEach((currency, cost) -> {
                assertThat(number(line, "cost_" + currency.toLowerCase(Locale.ROOT)))
                        .isEqualByComparingTo(cost);
                assertThat(number(line, "idle_cost_" + currency.toLowerCase(Locale.ROOT)))
                        .isEqualByComparingTo(its.money("idle", currency));
            });
        }
        assertThat(sum(lines, "gpu_seconds")).isEqualByComparingTo(told.all());
    }

    private static void headline(String text, Told told) {
        if (isUnseen(told)) {
            assertThat(text).doesNotContain("idle GPUs").contains(hours(told.of("unobserved")) + " of");
            return;
        }
        var idle = IDLE.matcher(text.replace("\n", " "));
        assertThat(idle.find()).isTrue();
        assertThat(idle.group(1)).isEqualTo(hours(told.of("idle")));
        assertThat(idle.group(2)).isEqualTo(hours(told.all()));
        told.money()
                .forEach((currency, cost) -> assertThat(text.replace("\n", " "))
                        .contains("%1$s %2$s of %1$s %3$s"
                                .formatted(currency, amount(told.money("idle", currency)), amount(cost))));
    }

    private static String amount(BigDecimal cost) {
        return Figures.money(cost.movePointRight(6).longValueExact());
    }

    /// Each state is as far off as rounding makes it, and together they are the sum that is shown.
    private static void states(String text, Told told) {
        var part = TEXT_PART.matcher(text);
        assertThat(part.find()).isTrue();
        var lines = part.group(1).lines().toList();
        var heads = lines.getFirst().strip().split("\\s{2,}", -1);
        var sums = new LinkedHashMap<String, BigDecimal>();
        for (var line : lines.subList(1, lines.size() - 1)) {
            var cells = line.split("\\s{2,}", -1);
            assertThat(shown(cells[1]))
                    .isCloseTo(told.of(cells[0]).divide(HOUR, 9, RoundingMode.HALF_UP), within(new BigDecimal("0.1")));
            sums.merge("hours", shown(cells[1]), BigDecimal::add);
            sums.merge("part", shown(cells[2]), BigDecimal::add);
            for (var at = 0; at < heads.length; at++) {
                if (told.money().containsKey(heads[at])) {
                    assertThat(shown(cells[at + 1]))
                            .isCloseTo(told.money(cells[0], heads[at]), within(new BigDecimal("0.01")));
                    sums.merge(heads[at], shown(cells[at + 1]), BigDecimal::add);
                }
            }
        }
        assertThat(Figures.tenths(sums.getOrDefault("hours", BigDecimal.ZERO)
                        .movePointRight(1)
                        .longValueExact()))
                .isEqualTo(hours(told.all()));
        assertThat(sums.getOrDefault("part", BigDecimal.ZERO)).isEqualByComparingTo("100.0");
        told.money()
                .forEach((currency, cost) -> assertThat(sums.getOrDefault(currency, BigDecimal.ZERO))
                        .isEqualByComparingTo(cost.setScale(2, RoundingMode.HALF_UP)));
    }

    private static BigDecimal shown(String cell) {
        return new BigDecimal(cell.replaceAll("[ %,+]", "").replace("<0.1", "0.05"));
    }

    /// Each line is as the API answers, and where all was seen that includes what was idle.
    private static void workloads(String text, Told told, JsonNode workloads) {
        var words = text.replaceAll("\\s+", " ");
        var clusters = workloads.findValuesAsText("cluster").stream().distinct().count();
        var second = isUnseen(told) ? "unobserved" : "idle";
        var shown = 0;
        for (var workload : workloads) {
            var name = "%s%s/%s"
                    .formatted(
                            clusters > 1 ? workload.path("cluster").asText() + "/" : "",
                            workload.path("namespace").asText(),
                            workload.path("workload").asText());
            var peak = workload.path("gpus_peak").decimalValue().setScale(1, RoundingMode.HALF_UP);
            var state = workload.path("states").path(second);
            var line = "%s %s %s %s "
                    .formatted(
                            name,
                            peak,
                            hours(workload.path("gpu_seconds").decimalValue()),
                            hours(new BigDecimal(state.path("gpu_seconds").asText("0"))));
            shown += words.contains(line) ? 1 : 0;
        }
        assertThat(shown).isEqualTo(Math.min(10, workloads.size()));
    }

    private static boolean isUnseen(Told told) {
        return told.of("unobserved").multiply(BigDecimal.TEN).compareTo(told.all()) > 0;
    }

    private static void trend(String text, List<Told> weeks) {
        var part = TREND_PART.matcher(text);
        assertThat(part.find()).isTrue();
        var lines = part.group(1).lines().skip(1).toList();
        assertThat(lines).hasSize(weeks.size());
        for (var i = 0; i < weeks.size(); i++) {
            var week = weeks.get(i);
            assertThat(lines.get(i).strip().split("\\s+", -1))
                    .containsExactly(
                            "W" + (45 + i),
                            hours(week.of("idle")),
                            hours(week.of("underused")),
                            hours(week.of("used")),
                            hours(week.of("starting").add(week.of("unhealthy")).add(week.of("unobserved"))),
                            hours(week.all()));
        }
    }

    private static void htmlSaysTheSame(Site site, Edition edition, String text)
            throws IOException, InterruptedException {
        var html = site.get("/reports/%s/2026-W47".formatted(EditionPath.of(edition)))
                .body();
        var seen = html.substring(html.indexOf("<body"))
                .replaceAll("style=\"[^\"]*\"", "")
                .replaceAll("<[^>]*alt=\"([^\"]*)\"[^>]*>", "$1")
                .replaceAll("<[^>]*>", " ");
        assertThat(numbers(seen)).isEqualTo(numbers(text));
    }

    private static Set<String> numbers(String text) {
        return NUMBER.matcher(text).results().map(found -> found.group()).collect(Collectors.toSet());
    }

    private static void table(List<Map<String, String>> lines, JsonNode workloads, Told told) {
        assertThat(lines).hasSize(workloads.size());
        for (var workload : workloads) {
            var line = lines.stream()
                    .filter(one -> given(one, "workload")
                                    .equals(workload.path("workload").asText())
                            && given(one, "namespace")
                                    .equals(workload.path("namespace").asText())
                            && given(one, "cluster")
                                    .equals(workload.path("cluster").asText()))
                    .findFirst()
                    .orElseThrow();
            assertThat(number(line, "held_seconds"))
                    .isEqualByComparingTo(workload.path("gpu_seconds").decimalValue());
            for (var state : List.of("used", "underused", "idle", "starting", "unhealthy", "unobserved")) {
                assertThat(number(line, state + "_seconds"))
                        .isEqualByComparingTo(workload.path("states")
                                .path(state)
                                .path("gpu_seconds")
                                .decimalValue());
            }
            money(workload.path("cost"))
                    .forEach((currency, cost) -> assertThat(number(line, "cost_" + currency.toLowerCase(Locale.ROOT)))
                            .isEqualByComparingTo(cost));
        }
        told.seconds()
                .forEach((state, seconds) ->
                        assertThat(sum(lines, state + "_seconds")).isEqualByComparingTo(seconds));
        told.money()
                .forEach((currency, cost) -> assertThat(sum(lines, "cost_" + currency.toLowerCase(Locale.ROOT)))
                        .isEqualByComparingTo(cost));
    }

    private static String given(Map<String, String> line, String column) {
        return Objects.requireNonNull(line.get(column), column);
    }

    private static BigDecimal number(Map<String, String> line, String column) {
        return new BigDecimal(given(line, column));
    }

    private static BigDecimal sum(List<Map<String, String>> lines, String column) {
        return lines.stream().map(line -> number(line, column)).reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    /// The drawn books have no name that is quoted in a table, or taken for a formula but `-`.
    private static List<Map<String, String>> lines(String csv) {
        var lines = csv.lines().toList();
        var heads = lines.getFirst().split(",", -1);
        var all = new ArrayList<Map<String, String>>();
        for (var line : lines.subList(1, lines.size())) {
            var cells = line.split(",", -1);
            assertThat(cells).hasSameSizeAs(heads);
            var named = new HashMap<String, String>();
            for (var i = 0; i < heads.length; i++) {
                named.put(heads[i], cells[i].equals("'-") ? "-" : cells[i]);
            }
            all.add(named);
        }
        return all;
    }
}
