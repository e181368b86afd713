package io.gpuledger.analyzer.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.gpuledger.analyzer.report.Figures;
import io.gpuledger.analyzer.store.entries.DrawnBooks;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// What pages show of the books is what the API answers, number by number: that of the fleet, of teams, of a workload
/// and of a pod. The books are drawn.
class PageNumbersTest {
    private static final long SEED = System.nanoTime();
    private static final String WEEK = "from=2026-11-16T00:00:00Z&to=2026-11-23T00:00:00Z";
    private static final String BEFORE = "from=2026-11-09T00:00:00Z&to=2026-11-16T00:00:00Z";
    private static final long HOURS = 168;
    private static final List<String> MEASURED = List.of("used", "underused", "idle");
    private static final Pattern NUMBER = Pattern.compile("[\\d,]*\\d\\.\\d+");

    private static Site site;

    @BeforeAll
    static void start() throws Exception {
        System.out.println("seed " + SEED);
        site = Site.of(DrawnBooks.of(SEED));
    }

    @AfterAll
    static void close() {
        site.close();
    }

    /// What the ledger has of something.
    private record Held(Map<String, Long> millis, Map<String, Map<String, BigDecimal>> cost) {
        long all() {
            return millis.values().stream().mapToLong(Long::longValue).sum();
        }

        long of(String state) {
            return millis.getOrDefault(state, 0L);
        }

        /// As it stands in a cell, each currency in a line of its own.
        String money() {
            return text(cost.values().stream().toList());
        }

        String money(String state) {
            return text(List.of(cost.getOrDefault(state, Map.of())));
        }

        private static String text(List<Map<String, BigDecimal>> some) {
            var sums = new TreeMap<String, BigDecimal>();
            some.forEach(its -> its.forEach((currency, cost) -> sums.merge(currency, cost, BigDecimal::add)));
            return sums.entrySet().stream()
                    .filter(one -> one.getValue().signum() != 0)
                    .map(one -> one.getKey() + " "
                            + Figures.money(one.getValue().movePointRight(6).longValueExact()))
                    .collect(Collectors.joining("\n"));
        }
    }

    private static Map<String, Held> ledger(String by, String query) throws Exception {
        var all = new LinkedHashMap<String, Held>();
        for (var row : site.data("/api/v1/ledger?limit=10000&by=%s,state&%s".formatted(by, query))
                .path("rows")) {
            var key = row.path(by).isNull() ? "" : row.path(by).asText();
            var held = all.computeIfAbsent(key, _ -> new Held(new LinkedHashMap<>(), new LinkedHashMap<>()));
            var state = row.path("state").asText();
            held.millis().merge(state, millis(row.path("gpu_seconds")), Long::sum);
            held.cost().put(state, money(row.path("cost")));
        }
        return all;
    }

    private static Held fleet(String query) throws Exception {
        var clusters = ledger("cluster", query);
        var sum = new Held(new LinkedHashMap<>(), new LinkedHashMap<>());
        clusters.values().forEach(held -> {
            held.millis().forEach((state, millis) -> sum.millis().merge(state, millis, Long::sum));
            held.cost().forEach((state, cost) -> sum.cost().merge(state, cost, PageNumbersTest::plus));
        });
        return sum;
    }

    private static Map<String, BigDecimal> plus(Map<String, BigDecimal> one, Map<String, BigDecimal> other) {
        var sum = new TreeMap<>(one);
        other.forEach((currency, cost) -> sum.merge(currency, cost, BigDecimal::add));
        return sum;
    }

    private static Map<String, BigDecimal> money(JsonNode cost) {
        return cost.propertyStream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, one -> new BigDecimal(one.getValue().asText())));
    }

    private static long millis(JsonNode seconds) {
        return seconds.decimalValue().movePointRight(3).longValueExact();
    }

    private static String page(String path) throws Exception {
        var answer = site.get(path);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return answer.body();
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private static <T> T of(Map<String, T> all, String name) {
        return Objects.requireNonNull(all.get(name), () -> name + " is not among " + all.keySet());
    }

    private static String gpus(long millis) {
        return Figures.gpus(millis, HOURS * 3_600_000);
    }

    @Test
    void states_of_the_fleet() throws Exception {
        var now = fleet(WEEK);
        var before = fleet(BEFORE);
        var rows = PageTable.of(page("/?" + WEEK), "Every GPU-second is in one state");
        var shown = BigDecimal.ZERO;
        for (var row : rows) {
            var state = row.getFirst();
            var hours = new BigDecimal(row.get(1).replace(",", ""));
            // They are rounded together, so that they add up.
            assertThat(hours.doubleValue()).isCloseTo(now.of(state) / 3.6e6, within(0.1));
            assertThat(Double.parseDouble(row.get(2).replace(" %", "")))
                    .isCloseTo(100.0 * now.of(state) / now.all(), within(0.1));
            assertThat(row.get(3)).isEqualTo(gpus(now.of(state)));
            assertThat(row.get(4)).isEqualTo(Figures.change(now.of(state), before.of(state)));
            assertThat(row.get(5)).isEqualTo(now.money(state));
            shown = shown.add(hours);
        }
        assertThat(rows).hasSize(9);
        assertThat(shown.setScale(1, RoundingMode.UNNECESSARY))
                .isEqualTo(new BigDecimal(Figures.hours(now.all()).replace(",", "")));
    }

    @Test
    void teams_of_the_fleet() throws Exception {
        var now = ledger("team", WEEK);
        var before = ledger("team", BEFORE);
        // Who held something before, and nothing now, is there with what became of it.
        var teams = new TreeSet<>(now.keySet());
        teams.addAll(before.keySet());
        teams.remove("");
        var rows = PageTable.of(page("/?" + WEEK), "GPU-hours, those that were idle for longest first.");
        assertThat(PageTable.column(rows, 0)).containsExactlyInAnyOrderElementsOf(teams);
        var nothing = new Held(Map.of(), Map.of());
        for (var row : rows) {
            var held = now.getOrDefault(row.getFirst(), nothing);
            var was = before.getOrDefault(row.getFirst(), nothing);
            assertThat(row.subList(1, 10))
                    .as(row.getFirst())
                    .containsExactly(
                            Figures.hours(held.all()),
                            Figures.hours(held.of("idle")),
                            Figures.percent(held.of("idle"), held.all()),
                            Figures.change(held.of("idle"), was.of("idle")),
                            Figures.hours(held.of("underused")),
                            Figures.hours(held.of("used")),
                            Figures.coverage(held.of("unobserved"), held.all()),
                            held.money(),
                            held.money("idle"));
        }
    }

    @Test
    void stages_of_the_capacity() throws Exception {
        var capacity = site.data("/api/v1/capacity?" + WEEK);
        var page = page("/?" + WEEK);
        var part = page.substring(page.indexOf("From what was delivered"), page.indexOf("Where the time of all GPUs"));
        var all = millis(capacity.path("stages").get(0).path("gpu_seconds"));
        var expected = new ArrayList<String>();
        for (var stage : capacity.path("stages")) {
            var reached = millis(stage.path("gpu_seconds"));
            expected.add(Figures.percent(reached, all));
            expected.add(gpus(reached));
            expected.add(Figures.hours(reached));
            for (var loss : stage.path("losses")) {
                var lost = millis(loss.path("gpu_seconds"));
                expected.add(1000 * lost < all / 2 ? "<0.1 %" : Figures.percent(lost, all));
                expected.add(10 * lost < HOURS * 3_600_000 ? Figures.hours(lost) : gpus(lost));
                money(loss.path("cost")).entrySet().stream()
                        .sorted(Map.Entry.comparingByKey())
                        .forEach(one -> expected.add(
                                Figures.money(one.getValue().movePointRight(6).longValueExact())));
            }
        }
        for (var factor : List.of("held", "active", "intensity", "product")) {
            expected.add(capacity.path("factors")
                            .path(factor)
                            .decimalValue()
                            .movePointRight(2)
                            .setScale(1, RoundingMode.HALF_UP)
                    + " %");
        }
        var text = part.replaceAll("(?s)<svg.*?</svg>", "").replaceAll("<[^>]*>", " ");
        assertThat(numbers(text)).startsWith(numbers(String.join(" ", expected)).toArray(String[]::new));
    }

    private static List<String> numbers(String text) {
        return NUMBER.matcher(text).results().map(found -> found.group()).toList();
    }

    @Test
    void days_of_the_fleet() throws Exception {
        var page = page("/?" + WEEK);
        var days = ledger("day", WEEK);
        var expected = days.values().stream()
                .map(day ->
                        "idle %s of %s GPU-hours".formatted(Figures.hours(day.of("idle")), Figures.hours(day.all())))
                .toList();
        assertThat(expected).hasSize(7);
        assertThat(page).containsSubsequence(expected);
    }

    @Test
    void causes_in_the_fleet() throws Exception {
        var causes = new LinkedHashMap<String, List<String>>();
        for (var row :
                site.data("/api/v1/ledger?limit=10000&by=state,cause&" + WEEK).path("rows")) {
            if (!row.path("cause").isNull()) {
                var millis = millis(row.path("gpu_seconds"));
                causes.put(
                        row.path("state").asText() + ": "
                                + row.path("cause").asText().replace('_', ' '),
                        List.of(Figures.hours(millis), gpus(millis)));
            }
        }
        var rows = PageTable.of(page("/?" + WEEK), "States that have a cause.");
        assertThat(rows).hasSize(causes.size()).isNotEmpty();
        for (var row : rows) {
            assertThat(row.subList(1, 3)).isEqualTo(causes.get(row.getFirst().replace('_', ' ')));
        }
    }

    @Test
    void all_teams() throws Exception {
        var teams = ledger("team", WEEK);
        teams.remove("");
        breakdown(PageTable.of(page("/teams?" + WEEK), "What teams held"), 1, row -> of(teams, row.getFirst()));
    }

    @Test
    void each_team() throws Exception {
        var teams = ledger("team", WEEK);
        teams.remove("");
        for (var team : teams.keySet()) {
            var page = page("/team?team=%s&%s".formatted(encoded(team), WEEK));
            var held = of(teams, team);
            var headline = page.substring(page.indexOf("class=\"headline\""), page.indexOf("What the team held"));
            assertThat(numbers(headline.replaceAll("<[^>]*>", " ")))
                    .as(headline)
                    .startsWith(Figures.hours(held.all()))
                    .containsAll(numbers(Figures.percent(held.of("used"), held.all())))
                    .containsAll(numbers(Figures.percent(held.of("idle"), held.all())))
                    .containsAll(numbers(held.money()))
                    .containsAll(numbers(held.money("idle")));
            var days = new ArrayList<>(
                    ledger("day", WEEK + "&team=" + encoded(team)).values());
            var rows = PageTable.of(page, "GPU-hours of each day");
            breakdown(rows, 1, row -> days.get(rows.indexOf(row)));
            workloads(page, team);
        }
    }

    private static void workloads(String page, String team) throws Exception {
        var told = site.data("/api/v1/workloads?limit=300&%s&team=%s".formatted(WEEK, encoded(team)))
                .path("workloads");
        var rows = PageTable.of(page, "In GPU-hours; those that held most come first.");
        assertThat(rows).hasSameSizeAs(told);
        for (var i = 0; i < rows.size(); i++) {
            var one = told.get(i);
            assertThat(rows.get(i))
                    .contains(Figures.hours(millis(one.path("gpu_seconds"))))
                    .containsAll(MEASURED.stream()
                            .map(state -> one.path("states").path(state).path("gpu_seconds"))
                            .map(seconds -> Figures.hours(seconds.isMissingNode() ? 0 : millis(seconds)))
                            .toList());
            eachPodOf(one.path("id").asInt(), team);
        }
    }

    /// A workload's pods, and the GPUs of each.
    private static void eachPodOf(int id, String team) throws Exception {
        var page = page("/workload?id=%d&%s".formatted(id, WEEK));
        var name = site.data("/api/v1/workloads/" + id);
        var of = "cluster=%s&namespace=%s&workload=%s"
                .formatted(
                        encoded(name.path("cluster").asText()),
                        encoded(name.path("namespace").asText()),
                        encoded(name.path("workload").asText()));
        var rows = PageTable.of(page, "GPU-hours of each pod on each GPU.");
        var pods = ledger("pod", WEEK + "&" + of);
        var held = new TreeMap<String, Long>();
        for (var pod : pods.entrySet()) {
            for (var gpu : ledger("gpu", WEEK + "&" + of + "&pod=" + encoded(pod.getKey()))
                    .entrySet()) {
                held.merge(pod.getKey() + " " + gpu.getKey(), gpu.getValue().all(), Long::sum);
            }
        }
        assertThat(rows).as(team).hasSameSizeAs(held.keySet());
        for (var row : rows) {
            var millis = of(held, row.getFirst() + " " + row.get(2));
            assertThat(row.get(3)).isEqualTo(Figures.hours(millis));
        }
        for (var pod : pods.keySet()) {
            pod(name, pod);
        }
    }

    private static void pod(JsonNode workload, String pod) throws Exception {
        var of = "cluster=%s&namespace=%s&pod=%s"
                .formatted(
                        encoded(workload.path("cluster").asText()),
                        encoded(workload.path("namespace").asText()),
                        encoded(pod));
        var rows = PageTable.of(page("/pod?%s&%s".formatted(of, WEEK)), "GPU-hours on each GPU.");
        var held = new ArrayList<Held>();
        for (var row : rows) {
            var one = "&gpu=%s&node=%s&team=%s&workload=%s"
                    .formatted(encoded(row.get(0)), encoded(row.get(1)), encoded(row.get(2)), encoded(row.get(3)));
            held.add(Objects.requireNonNull(ledger("gpu", WEEK + "&" + of + one).get(row.getFirst()), row.toString()));
        }
        breakdown(rows, 4, row -> held.get(rows.indexOf(row)));
        assertThat(held.stream().mapToLong(Held::all).sum())
                .isEqualTo(ledger("gpu", WEEK + "&" + of).values().stream()
                        .mapToLong(Held::all)
                        .sum());
    }

    /// @param names how many columns say what the row is of
    private static void breakdown(List<List<String>> rows, int names, Function<List<String>, Held> held) {
        assertThat(rows).isNotEmpty();
        for (var row : rows) {
            var its = held.apply(row);
            assertThat(its).as(row.toString()).isNotNull();
            assertThat(row.get(names)).isEqualTo(Figures.hours(its.all()));
            assertThat(row.subList(names + 2, names + 6))
                    .containsExactly(
                            Figures.hours(its.of("used")),
                            Figures.hours(its.of("underused")),
                            Figures.hours(its.of("idle")),
                            Figures.percent(its.of("idle"), its.all()));
            var others = its.millis().entrySet().stream()
                    .filter(one -> !MEASURED.contains(one.getKey()) && one.getValue() > 0)
                    .map(one -> one.getKey() + " " + Figures.hours(one.getValue()))
                    .toList();
            assertThat(List.of(row.get(names + 6).split("\n", -1)))
                    .containsExactlyInAnyOrderElementsOf(others.isEmpty() ? List.of("") : others);
            if (row.size() > names + 7) {
                assertThat(row.get(names + 7)).isEqualTo(its.money());
            }
        }
    }

    @Test
    void letters_that_are_listed() throws Exception {
        var teams = ledger("team", WEEK);
        var rows = PageTable.of(page("/reports?week=2026-W47"), "Teams in GPU-hours");
        assertThat(rows).isNotEmpty();
        for (var row : rows) {
            var held = of(teams, row.getFirst());
            assertThat(row).contains(Figures.hours(held.all()), Figures.hours(held.of("idle")));
        }
    }
}
