package io.gpuledger.analyzer.scrape;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.scrape.discovery.DiscoveredTargets;
import io.gpuledger.analyzer.scrape.discovery.FoundTarget;
import io.gpuledger.analyzer.scrape.discovery.Target;
import io.gpuledger.analyzer.scrape.http.Url;
import io.gpuledger.analyzer.source.Catalog;
import io.gpuledger.analyzer.source.SourceSettings;
import io.gpuledger.analyzer.telemetry.Batch;
import io.gpuledger.analyzer.telemetry.NotTakenException;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Statement;
import io.gpuledger.analyzer.telemetry.Unit;
import io.gpuledger.analyzer.telemetry.UnitId;
import io.gpuledger.analyzer.telemetry.Values;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TargetPresenceTest {
    private static final long NOW = 1_790_035_200_000L;
    private static final SourceSettings SOURCES =
            new SourceSettings(Catalog.of(List.of()), "here", "cluster", List.of());

    private final List<Batch> taken = new ArrayList<>();
    private boolean isFull;
    private final TargetPresence presence = new TargetPresence(SOURCES, this::take, () -> Instant.ofEpochMilli(NOW));

    private void take(Batch batch) throws NotTakenException {
        if (isFull) {
            throw new NotTakenException("the disk is full");
        }
        taken.add(batch);
    }

    private static Target target(String host, String cluster) {
        var found = FoundTarget.of(host + ":9400", Map.of("cluster", cluster));
        return new Target(
                "file",
                Url.parse("http://" + host + ":9400/metrics"),
                Map.of("cluster", cluster),
                found,
                Duration.ofSeconds(15),
                Duration.ofSeconds(10));
    }

    private List<String> said(boolean isComplete, Target... targets) {
        taken.clear();
        presence.note(new DiscoveredTargets(List.of(targets), List.of(), isComplete));
        return taken.stream()
                .flatMap(batch -> batch.statements().stream())
                .map(TargetPresenceTest::words)
                .toList();
    }

    private static String words(Statement statement) {
        return switch (statement) {
            case Statement.Part part ->
                "%s of %s is there %s".formatted(part.object().name(), part.cluster(), part.attributes());
            case Statement.Gone gone -> gone.object().name() + " of " + gone.cluster() + " is gone";
            case Statement.Census census -> "all " + census.kind().word() + "s of " + census.cluster();
            case Statement.Whole whole -> whole.toString();
            case Statement.Unsaid unsaid -> unsaid.toString();
        };
    }

    @Test
    void who_is_found_is_there_and_who_is_not_found_again_is_gone() {
        var a = target("a", "here");
        var b = target("b", "there");
        assertThat(said(true, a, b))
                .containsExactlyInAnyOrder(
                        "http://a:9400/metrics of here is there {}",
                        "http://b:9400/metrics of there is there {}",
                        "all targets of here",
                        "all targets of there");
        assertThat(said(true, a, b)).isEmpty();
        assertThat(said(true, a)).containsExactly("http://b:9400/metrics of there is gone");
        assertThat(said(true)).containsExactly("http://a:9400/metrics of here is gone");
    }

    @Test
    void nobody_is_counted_before_all_have_answered() {
        var a = target("a", "here");
        assertThat(said(false, a)).containsExactly("http://a:9400/metrics of here is there {}");
        assertThat(said(true, a, target("b", "here")))
                .containsExactly(
                        "http://a:9400/metrics of here is there {}",
                        "http://b:9400/metrics of here is there {}",
                        "all targets of here");
    }

    @Test
    void what_was_not_taken_is_said_again() {
        isFull = true;
        assertThat(said(true, target("a", "here"))).isEmpty();
        isFull = false;
        assertThat(said(true, target("a", "here"))).hasSize(2);
    }

    @Test
    void a_large_fleet_is_told_in_pieces() {
        var many =
                IntStream.range(0, 2500).mapToObj(i -> target("n" + i, "here")).toArray(Target[]::new);
        assertThat(said(true, many)).hasSize(2501);
        assertThat(taken).hasSize(3);
    }

    private static List<Row> rows(long millis, String... nodes) {
        return List.of(nodes).stream()
                .map(node -> new Row(
                        Unit.of(new UnitId("here", "GPU-" + node, Optional.empty()), node),
                        millis,
                        Values.of(0, new double[0]),
                        List.of(),
                        List.of()))
                .toList();
    }

    @Test
    void where_a_target_is_is_said_when_it_is_another_and_each_hour() {
        var whereabouts = presence.of(target("a", "here"));
        assertThat(whereabouts.apply(rows(NOW)).map(TargetPresenceTest::words)).isEmpty();
        assertThat(whereabouts.apply(rows(NOW, "n1", "n1")).map(TargetPresenceTest::words))
                .contains("http://a:9400/metrics of here is there {node=n1}");
        assertThat(whereabouts.apply(rows(NOW + 60_000, "n1"))).isEmpty();
        assertThat(whereabouts.apply(rows(NOW + 60_000, "n1", "n2"))).isEmpty();
        assertThat(whereabouts.apply(rows(NOW + 120_000, "n2")).map(TargetPresenceTest::words))
                .contains("http://a:9400/metrics of here is there {node=n2}");
        assertThat(whereabouts.apply(rows(NOW + 120_000 + 3_600_000, "n2"))).isPresent();
    }
}
