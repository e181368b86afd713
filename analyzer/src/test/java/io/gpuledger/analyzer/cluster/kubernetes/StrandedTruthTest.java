package io.gpuledger.analyzer.cluster.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.books.Kept;
import io.gpuledger.analyzer.ledger.Heard;
import io.gpuledger.simulator.cluster.Cluster;
import io.gpuledger.simulator.draw.Drawing;
import io.gpuledger.simulator.fleet.Resource;
import io.gpuledger.simulator.page.Exporter;
import io.gpuledger.simulator.page.FailingScrapes;
import io.gpuledger.simulator.story.Ask;
import io.gpuledger.simulator.story.Basis;
import io.gpuledger.simulator.story.Guest;
import io.gpuledger.simulator.story.Pod;
import io.gpuledger.simulator.story.Span;
import io.gpuledger.simulator.story.Story;
import io.gpuledger.simulator.truth.Grouping;
import io.gpuledger.simulator.truth.Truth;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Why units that nobody holds are of no use, second by second in drawn stories, by code that shares nothing with ours:
/// held against what the books have of it, whose facts come from the exporters' pages and from an API server.
///
/// `-Dtruth.days=7` plays a week, which has the same bounds.
@Timeout(1_800)
class StrandedTruthTest {
    private static final long BEGIN = 1_790_035_200;
    private static final long DAY = 86_400;
    private static final int DAYS = Integer.getInteger("truth.days", 2);
    private static final int NODES = 10;

    /// So much of all GPU time may stand under another state or cause than is true.
    private static final double MOST = 0.001;

    private static final String UNHELD = """
        select n.name, e.state, coalesce(e.cause, ''), sum(e.millis) / 1000.0
        from gpu_ledger.entry e
        join gpu_ledger.node n on n.id = e.node_id
        where e.state in ('free', 'stranded')
        group by 1, 2, 3
        """;

    @ParameterizedTest
    @CsvSource({"1, 97, 0, 0", "3, 120, 41, 4"})
    void the_books_have_each_cause_as_it_is_true(long seed, long interval, long phase, int oneScrapeFailsOf)
            throws Exception {
        var story = crowded(Drawing.of(seed, NODES, new Span(BEGIN, BEGIN + DAYS * DAY)), new Random(seed));
        var truth = truth(story);
        var heard = new Heard(story, Exporter.GPU_EXPORTER, interval, phase, new FailingScrapes(oneScrapeFailsOf));
        var ours = ours(story, heard);

        var all = story.fleet().gpus().count() * (double) DAYS * DAY;
        var off = off(ours, truth) / all;
        System.out.printf(
                "seed %d, %d days, scraped each %d s from %d s on, one of %d fails: %.4f %% stand elsewhere%n",
                seed, DAYS, interval, phase, oneScrapeFailsOf, 100 * off);
        assertThat(truth.keySet().stream().map(key -> key.substring(key.indexOf(' ') + 1)))
                .contains("free ", "stranded host_cpu", "stranded host_memory", "stranded mig_remainder");
        assertThat(off).isLessThan(MOST);
    }

    /// Returns how much stands in another account than it should. What one has too much another has too little, which
    /// may be one that is not compared here.
    private static double off(SortedMap<String, Double> ours, SortedMap<String, Double> truth) {
        var keys = new TreeSet<>(truth.keySet());
        keys.addAll(ours.keySet());
        var more = 0.0;
        var less = 0.0;
        for (var key : keys) {
            var difference = ours.getOrDefault(key, 0.0) - truth.getOrDefault(key, 0.0);
            System.out.printf("%-45s %9.0f s, in the books %+.0f s%n", key, truth.getOrDefault(key, 0.0), difference);
            more += Math.max(0, difference);
            less += Math.max(0, -difference);
        }
        return Math.max(more, less);
    }

    /// Returns the same story with more pods without GPUs. They come to each node every few hours, and take some part
    /// of its cores and of its memory.
    private static Story crowded(Story story, Random random) {
        var guests = new ArrayList<>(story.guests());
        for (var node : story.fleet().nodes()) {
            var from = story.span().from();
            while (from < story.span().to()) {
                var stay = new Span(from, from + 600 + random.nextLong(6 * 3_600));
                var ask = Ask.of(Map.of(
                        Resource.CPU, (long) (node.cpus() * random.nextDouble()),
                        Resource.MEMORY, (long) (node.memoryBytes() * random.nextDouble())));
                guests.add(new Guest(guest(guests.size()), node.name(), ask, stay.within(story.span())));
                from = stay.to() + random.nextLong(12 * 3_600);
            }
        }
        return story.with(story.waits(), guests);
    }

    private static Pod guest(int number) {
        var name = "guest-" + number;
        return new Pod("uid-" + name, "etl", name, new Pod.Workload("Job", name), "etl", Duration.ofMinutes(30));
    }

    /// Returns GPU-seconds by node, state and cause.
    private static SortedMap<String, Double> truth(Story story) {
        var sums = new TreeMap<String, Double>();
        Grouping.by(List.of("node", "state", "cause"))
                .sums(Truth.withStranded(story, Basis.SM_ACTIVE, story.span()), story.fleet())
                .forEach((key, seconds) -> {
                    var state = key.get(1).orElseThrow();
                    if (state.equals("free") || state.equals("stranded")) {
                        sums.put(
                                key.get(0).orElseThrow() + " " + state + " "
                                        + key.get(2).orElse(""),
                                seconds.doubleValue());
                    }
                });
        return sums;
    }

    private static SortedMap<String, Double> ours(Story story, Heard heard) throws Exception {
        var cluster = Cluster.of(story).firstEntry().getValue();
        var begin = Instant.ofEpochSecond(story.span().from());
        var end = Instant.ofEpochSecond(story.span().to());
        var sums = new TreeMap<String, Double>();
        try (var kept = Kept.at(begin, end)) {
            kept.tell(heard.rows(), ToldCluster.statements("here", cluster));
            kept.passAt(end.plusSeconds(3 * 3600));
            kept.rows(UNHELD).forEach(row -> {
                var columns = row.split("\\|", -1);
                sums.put(columns[0] + " " + columns[1] + " " + columns[2], Double.parseDouble(columns[3]));
            });
        }
        return sums;
    }
}
