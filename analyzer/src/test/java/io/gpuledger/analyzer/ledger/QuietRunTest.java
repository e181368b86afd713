package io.gpuledger.analyzer.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.telemetry.Field;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// Which quiet times are idle.
class QuietRunTest {
    /// @param idle minutes
    private record Case(String says, Tale tale, double idle) {}

    /// Returns the tale of a pod that is at work all the time, except for one quiet time.
    private static Tale quiet(String from, String to) {
        return busy().active("08:00", from, 0.8).active(to, "28:00", 0.8);
    }

    private static Tale busy() {
        return new Tale().told("07:00", "28:00").held("pod", "08:00", "28:00");
    }

    private static List<Case> cases() {
        return List.of(
                // as long as it takes
                new Case("29:59 is not idle", quiet("10:40", "11:09:59").each(Duration.ofSeconds(10)), 0),
                new Case("30:00 is, all of it", quiet("10:40", "11:10"), 30),
                new Case("30:00 within an hour is", quiet("10:20", "10:50"), 30),
                new Case("what is longer is, from its begin", quiet("10:40", "12:50"), 130),
                new Case("two of 29 minutes are not", quiet("10:00", "10:29").active("10:58", "11:30", 0), 0),
                // over edges
                new Case("over midnight it is one run", quiet("23:35", "24:05"), 30),
                new Case(
                        "29:59 over midnight is not idle",
                        quiet("23:50", "24:19:59").each(Duration.ofSeconds(10)),
                        0),
                // what is not known
                new Case(
                        "a lost scrape changes nothing", quiet("10:40", "11:10").lost("10:55", "10:56"), 30),
                new Case("ten lost ones change nothing", quiet("10:40", "11:10").lost("10:50", "11:00"), 30),
                new Case(
                        "a lost scrape over its end changes nothing",
                        quiet("10:40", "11:10").lost("11:10", "11:11"),
                        30),
                new Case(
                        "a restart of the exporter hides half a minute, and does not end the run",
                        quiet("10:40", "11:10").restarted("10:50:30"),
                        29.5),
                new Case(
                        "nor does one that takes two minutes",
                        quiet("10:40", "11:10").lost("10:50:30", "10:51:30").restarted("10:51:59"),
                        28 + 1 / 60.0),
                new Case(
                        "one of three minutes does: 9 and 17 minutes are left",
                        quiet("10:40", "11:10").lost("10:50", "10:53").restarted("10:52:59"),
                        0),
                new Case(
                        "nobody knows what a lost exporter did not count: 19 and 41 minutes",
                        quiet("10:00", "14:00").lost("10:20", "13:20").restarted("13:19"),
                        41),
                new Case(
                        "a lost exporter bridges the gap when it is back",
                        quiet("10:00", "14:00").lost("10:20", "13:20"),
                        240),
                new Case(
                        "nor does one that was away for over six hours",
                        quiet("10:00", "18:00").lost("10:20", "16:50"),
                        70),
                // by gauges
                new Case("gauges: 29 minutes are not", quiet("10:40", "11:09").gauges(), 0),
                new Case("gauges: 30 minutes are", quiet("10:40", "11:10").gauges(), 30),
                new Case(
                        "gauges: a lost scrape changes nothing",
                        quiet("10:40", "11:10").gauges().lost("10:55", "10:57"),
                        30),
                new Case(
                        "gauges: five lost ones end the run, as a value holds for three: 18 and 39 minutes",
                        quiet("10:40", "11:40").gauges().lost("10:56", "11:01"),
                        39),
                // whose it is
                new Case("a notebook of 59 minutes is not", notebook("10:30", "11:29"), 0),
                new Case("a notebook of 60 is", notebook("10:30", "11:30"), 60),
                new Case("one that is never idle is not", never("10:00", "16:00"), 0),
                new Case(
                        "one that says so in the middle was until then",
                        quiet("10:00", "12:00").says("pod", "11:17", Optional.empty()),
                        77),
                new Case(
                        "one that bears more from then on is not, by the length of all of the run",
                        quiet("10:00", "12:00").says("pod", "11:00", Optional.of(Duration.ofHours(3))),
                        60),
                new Case(
                        "nor parted where it bears as little as before",
                        quiet("10:00", "12:00").says("pod", "11:00", Optional.of(Duration.ofMinutes(5))),
                        120),
                new Case("a new holder ends it: 20 and 40 minutes", newHolder(), 30),
                new Case("its own other share does not: half of 19:30, and 20:30", otherShare(), 30.25),
                new Case(
                        "sickness ends it: 20 and 35 minutes",
                        quiet("10:00", "11:00").unhealthy("10:20", "10:25"),
                        35),
                new Case("it begins when the start is over", start(), 50),
                // what is not quiet
                new Case("a faint minute with five quiet ones on either side does not break it", faint("10:55"), 30),
                new Case("a faint minute with four before it does", faint("10:44"), 0),
                new Case("a faint minute with four after it does", faint("11:05"), 0),
                new Case("two faint minutes in a row do", faint("10:54").active("10:55", "10:56", 0.03), 0),
                new Case("a minute of 5 % does", quiet("10:40", "11:10").active("10:55", "10:56", 0.05), 0),
                new Case("blips of less than 1 % of a minute do not", blips(0.5), 30),
                new Case("blips of more do", blips(0.7), 0),
                new Case("1 % all the time is quiet", quiet("10:40", "11:10").active("10:40", "11:10", 0.01), 30),
                new Case("a little more is not", quiet("10:40", "11:10").active("10:40", "11:10", 0.0101), 0),
                new Case(
                        "power over the product's idle does",
                        quiet("10:40", "11:10").with(Field.POWER_WATTS, 161),
                        0),
                new Case(
                        "of a product that nobody knows, power says nothing",
                        quiet("10:40", "11:10").model("Tesla X1").with(Field.POWER_WATTS, 300),
                        30));
    }

    private static Tale notebook(String from, String to) {
        return new Tale()
                .told("07:00", "28:00")
                .held("notebook", "08:00", "28:00", Optional.of(Duration.ofMinutes(60)))
                .active("08:00", from, 0.8)
                .active(to, "28:00", 0.8);
    }

    private static Tale never(String from, String to) {
        return new Tale()
                .told("07:00", "28:00")
                .held("warm", "08:00", "28:00", Optional.empty())
                .active("08:00", from, 0.8)
                .active(to, "28:00", 0.8);
    }

    private static Tale newHolder() {
        return new Tale()
                .told("07:00", "28:00")
                .held("one", "08:00", "10:20")
                .held("other", "10:20", "28:00")
                .active("08:00", "10:00", 0.8)
                .active("11:00", "28:00", 0.8);
    }

    private static Tale otherShare() {
        return new Tale()
                .told("07:00", "28:00")
                .shared("pod", "08:00", "10:20", 1, 2)
                .shared("pod", "10:20", "28:00", 2, 2)
                .active("08:00", "10:00", 0.8)
                .active("10:40", "28:00", 0.8);
    }

    private static Tale start() {
        return new Tale().told("07:00", "28:00").held("pod", "10:00", "28:00").active("11:00", "28:00", 0.8);
    }

    private static Tale faint(String minute) {
        return quiet("10:40", "11:10").active(minute, minute + ":59", 0.03);
    }

    /// Each minute so many seconds at full speed.
    private static Tale blips(double seconds) {
        var tale = quiet("10:40", "11:10");
        for (var minute = 40; minute < 70; minute++) {
            var at = "%02d:%02d".formatted(10 + minute / 60, minute % 60);
            tale.active(at + ":20", at + ":21", seconds);
        }
        return tale;
    }

    @TestFactory
    Stream<DynamicTest> a_quiet_run_is_idle() {
        return cases().stream()
                .map(one -> DynamicTest.dynamicTest(
                        one.says(),
                        () -> assertThat(one.tale().minutes(State.IDLE))
                                .as(one.says())
                                .isEqualTo(one.idle())));
    }
}
