package io.gpuledger.analyzer.books;

import io.gpuledger.analyzer.benchmark.CommandLine;
import io.gpuledger.analyzer.telemetry.ObjectId;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Statement;
import io.gpuledger.gate.Golden;
import io.gpuledger.gate.Machine;
import io.gpuledger.service.settings.Declaration;
import io.gpuledger.service.settings.Setting;
import io.gpuledger.service.settings.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;

/// Keeps books of drawn fleets while facts come in any order, late and doubled, and holds them against two others: the
/// books of somebody who was told all of it at once and in its order, and those that a recompute makes.
///
/// A twentieth of what is told comes up to two hours late, all else within a few minutes; of a twentieth there is a
/// second copy, which comes later. What a cluster says of an object comes in its order, as a watch of its API has it,
/// and only the copies do not. The books are kept every 20 to 90 minutes, and what they know in memory is lost a few
/// times.
public final class AnyOrder {
    private static final Setting<Long> SEEDS = Setting.whole("seeds", "How many fleets are drawn.")
            .that(seeds -> seeds >= 1, "1 or more")
            .or("1000");
    private static final Setting<Long> FIRST =
            Setting.whole("first", "The seed of the first of them.").or("1");
    private static final Declaration DECLARATION = new Declaration(
            "any-order",
            "Holds books of facts that come in any order against those of facts in order, and against a recompute.",
            List.of(),
            List.of(SEEDS, FIRST));

    /// A little more than a day, so that which pods are expected changes within.
    private static final int HOURS = 27;
    /// So many hours later no hour waits for anything any more.
    private static final int AFTER = 12;
    private static final int MOST_SHOWN = 40;
    /// So many fleets have one database.
    private static final int TOGETHER = 25;

    private static final String STATES =
            "select state, coalesce(cause, ''), sum(millis) from gpu_ledger.entry group by 1, 2";

    /// @param entries that are settled
    /// @param differences lines that are in one of the books only
    /// @param recomputed entries that a recompute made otherwise
    /// @param hours GPU-hours by state and cause, with ` | ` between them
    record Result(long entries, List<String> differences, List<String> recomputed, SortedMap<String, Double> hours) {
        static final Result NONE = new Result(0, List.of(), List.of(), new TreeMap<>());

        Result plus(Result other) {
            var sum = new TreeMap<>(hours);
            other.hours.forEach((state, more) -> sum.merge(state, more, Double::sum));
            return new Result(
                    entries + other.entries,
                    both(differences, other.differences),
                    both(recomputed, other.recomputed),
                    sum);
        }

        private static List<String> both(List<String> one, List<String> other) {
            var all = new ArrayList<>(one);
            all.addAll(other);
            return all;
        }

        boolean isRight() {
            return differences.isEmpty() && recomputed.isEmpty();
        }
    }

    private final List<DrawnNews> fleets;
    private final Random random;

    AnyOrder(long first, int count) {
        fleets = LongStream.range(first, first + count)
                .mapToObj(seed -> new DrawnNews(seed, HOURS))
                .toList();
        random = new Random(first);
    }

    public static void main(String[] args) throws Exception {
        CommandLine.run(DECLARATION, args, AnyOrder::run);
    }

    private static void run(Settings settings) throws IOException, InterruptedException {
        var machine = Machine.here().text();
        var result = result(settings.get(FIRST), settings.get(SEEDS));
        result.differences().stream().limit(MOST_SHOWN).forEach(System.out::println);
        result.recomputed().stream().limit(MOST_SHOWN).forEach(System.out::println);
        var text = text(machine, settings.get(SEEDS), result);
        System.out.print(text);
        if (System.getProperty("update") != null) {
            Golden.section(Path.of("docs/benchmarks.md"), "any order").matches(text);
        }
        if (!result.isRight()) {
            System.exit(1);
        }
    }

    /// Has as many databases at once as there are cores.
    private static Result result(long first, long count) throws IOException, InterruptedException {
        var results = new ArrayList<Future<Result>>();
        try (var threads = Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors())) {
            for (var done = 0L; done < count; done += TOGETHER) {
                var seed = first + done;
                var fleets = (int) Math.min(TOGETHER, count - done);
                results.add(threads.submit(() -> said(seed, fleets)));
            }
            var all = Result.NONE;
            for (var result : results) {
                all = all.plus(result.get());
            }
            return all;
        } catch (ExecutionException e) {
            throw new IOException(e);
        }
    }

    private static Result said(long first, int fleets) throws Exception {
        var result = new AnyOrder(first, fleets).measure();
        System.out.printf(
                "seeds %d to %d: %d entries, %d differ, %d of a recompute%n",
                first,
                first + fleets - 1,
                result.entries(),
                result.differences().size(),
                result.recomputed().size());
        return result;
    }

    private static String text(String machine, long fleets, Result result) {
        var text = new StringBuilder("""
            %s. %,d fleets, each for %d hours: %,d settled entries, of which %d differ from those of facts in order, and %d from those of a recompute.

            | state | cause | GPU-hours |
            |---|---|---:|
            """.formatted(
                        machine,
                        fleets,
                        HOURS,
                        result.entries(),
                        result.differences().size(),
                        result.recomputed().size()));
        result.hours().forEach((state, hours) -> text.append("| %s | %,.0f |\n".formatted(state, hours)));
        return text.toString();
    }

    Result measure() throws Exception {
        var right = inOrder();
        try (var kept = books()) {
            live(kept);
            var settled = kept.settled();
            var differences = new ArrayList<>(differences(right, settled));
            kept.sumsThatAreOff().forEach(sum -> differences.add("a sum is off: " + sum));
            var recomputed = recompute(kept);
            return new Result(settled.size(), differences, recomputed, hours(kept));
        }
    }

    private static Kept books() throws Exception {
        return Kept.at(Past.hour(0), Past.hour(HOURS + AFTER));
    }

    private List<String> inOrder() throws Exception {
        try (var kept = books()) {
            for (var fleet : fleets) {
                kept.tell(fleet.rows(), List.copyOf(fleet.statements()));
            }
            // What turns out to have been missing all the while is waited for, for an hour.
            kept.passAt(Past.hour(HOURS + AFTER - 2));
            kept.passAt(Past.hour(HOURS + AFTER));
            return kept.settled();
        }
    }

    /// These facts are heard between two passes.
    private record Heard(List<Row> rows, List<Statement.About> statements) {
        Heard() {
            this(new ArrayList<>(), new ArrayList<>());
        }

        void tell(Kept kept, Random random) throws Exception {
            Collections.shuffle(rows, random);
            var salt = random.nextInt();
            var inOrder = statements.stream()
                    .sorted(Comparator.comparingInt((Statement.About one) ->
                                    Objects.hash(salt, one.object().toString()))
                            .thenComparingLong(Statement::millis))
                    .toList();
            kept.tell(rows, List.copyOf(inOrder));
        }
    }

    private void live(Kept kept) throws Exception {
        var passes = new TreeMap<Long, Heard>();
        for (var at = Past.hour(0); at.isBefore(Past.hour(HOURS + 5)); ) {
            at = at.plusSeconds(random.nextInt(20 * 60, 90 * 60));
            passes.put(at.toEpochMilli(), new Heard());
        }
        fleets.forEach(fleet -> hear(fleet, passes));
        for (var pass : passes.entrySet()) {
            pass.getValue().tell(kept, random);
            if (random.nextInt(10) == 0) {
                kept.restart();
            }
            kept.passAt(Instant.ofEpochMilli(pass.getKey()));
        }
        kept.passAt(Past.hour(HOURS + AFTER).minusSeconds(60));
        kept.passAt(Past.hour(HOURS + AFTER));
    }

    private void hear(DrawnNews fleet, NavigableMap<Long, Heard> passes) {
        for (var row : fleet.rows()) {
            var at = row.millis() + delay();
            copies(at, passes).forEach(heard -> heard.rows().add(row));
        }
        var last = new HashMap<ObjectId, Long>();
        for (var statement : fleet.statements()) {
            var at = last.merge(statement.object(), statement.millis() + delay(), Math::max);
            copies(at, passes).forEach(heard -> heard.statements().add(statement));
        }
    }

    /// Returns before which passes something is heard that comes at an instant: before one, or two.
    private List<Heard> copies(long at, NavigableMap<Long, Heard> passes) {
        var first = passes.ceilingEntry(at).getValue();
        return random.nextInt(20) == 0
                ? List.of(first, passes.ceilingEntry(at + delay()).getValue())
                : List.of(first);
    }

    private long delay() {
        return (random.nextInt(20) == 0 ? random.nextInt(120) : random.nextInt(4)) * DrawnNews.MINUTE;
    }

    private static List<String> differences(List<String> right, List<String> settled) {
        Map<String, Integer> counts = new HashMap<>();
        right.forEach(line -> counts.merge(line, 1, Integer::sum));
        settled.forEach(line -> counts.merge(line, -1, Integer::sum));
        return counts.entrySet().stream()
                .filter(line -> line.getValue() != 0)
                .map(line -> (line.getValue() > 0 ? "in order only: " : "in any order only: ") + line.getKey())
                .sorted()
                .toList();
    }

    private static List<String> recompute(Kept kept) throws Exception {
        var found = new ArrayList<String>();
        var later = Past.hour(HOURS + AFTER);
        new Recompute(kept.database(), kept.settings(), () -> later, difference -> found.add(difference.toString()))
                .run(Recompute.possible(kept.settings(), () -> later));
        return found;
    }

    private static SortedMap<String, Double> hours(Kept kept) throws Exception {
        var hours = new TreeMap<String, Double>();
        for (var row : kept.rows(STATES)) {
            var cells = row.split("\\|", -1);
            hours.put(
                    cells[0] + " | " + cells[1],
                    Long.parseLong(cells[2]) / (double) Duration.ofHours(1).toMillis());
        }
        return hours;
    }
}
