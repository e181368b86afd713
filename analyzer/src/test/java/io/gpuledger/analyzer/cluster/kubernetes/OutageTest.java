package io.gpuledger.analyzer.cluster.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.gpuledger.analyzer.cluster.Annotations;
import io.gpuledger.analyzer.cluster.Attribute;
import io.gpuledger.analyzer.cluster.kubernetes.ChangeQueue.ObjectChange;
import io.gpuledger.analyzer.latency.Course;
import io.gpuledger.analyzer.latency.Stage;
import io.gpuledger.analyzer.latency.Wait;
import io.gpuledger.analyzer.latency.Waits;
import io.gpuledger.analyzer.telemetry.ObjectId;
import io.gpuledger.analyzer.telemetry.Statement.Gone;
import io.gpuledger.analyzer.telemetry.Statement.Part;
import io.gpuledger.analyzer.telemetry.Statement.Whole;
import io.gpuledger.analyzer.time.Span;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/// Two who watch the same pods, one of them with a gap, come to the same waits for the scheduler and for being ready.
class OutageTest {
    private static final int STORIES = 25;
    private static final int PODS = 20;
    private static final long START = Instant.parse("2026-03-01T12:00:00Z").getEpochSecond();
    private static final int SECONDS = 1_000;
    private static final Span ALL = new Span(START * 1_000, (START + SECONDS) * 1_000);

    /// When a pod comes where, in seconds since 1970; what is beyond its end never comes.
    private record Life(
            String name, boolean isGated, long created, long opened, long placed, long ran, long ready, long end) {
        static Life drawn(String name, Random random) {
            var created = START + random.nextInt(SECONDS);
            var isGated = random.nextBoolean();
            var opened = created + (isGated ? random.nextInt(200) : 0);
            var placed = opened + random.nextInt(200);
            var ran = placed + random.nextInt(60);
            var ready = ran + random.nextInt(60);
            return new Life(name, isGated, created, opened, placed, ran, ready, created + 1 + random.nextInt(900));
        }

        boolean isThere(long second) {
            return created <= second && second < end;
        }

        LongStream changes() {
            return LongStream.of(created, opened, placed, ran, ready, end);
        }

        Pod at(long second) {
            var pod = new PodBuilder()
                    .withNewMetadata()
                    .withNamespace("vision")
                    .withName(name)
                    .withUid("uid-of-" + name)
                    .withCreationTimestamp(Instant.ofEpochSecond(created).toString())
                    .endMetadata()
                    .withNewSpec()
                    .withNodeName(placed <= second ? "node-1" : null)
                    .addNewContainer()
                    .withName("main")
                    .withNewResources()
                    .addToRequests("nvidia.com/gpu", new Quantity("1"))
                    .endResources()
                    .endContainer()
                    .endSpec()
                    .withNewStatus()
                    .withPhase(ran <= second ? "Running" : "Pending")
                    .endStatus()
                    .build();
            if (isGated && second < opened) {
                pod = pod.edit()
                        .editSpec()
                        .addNewSchedulingGate("example.com/queue")
                        .endSpec()
                        .build();
            }
            return condition(condition(pod, "PodScheduled", placed, second), "Ready", ready, second);
        }

        private static Pod condition(Pod pod, String type, long since, long second) {
            return since > second
                    ? pod
                    : pod.edit()
                            .editStatus()
                            .addNewCondition()
                            .withType(type)
                            .withStatus("True")
                            .withLastTransitionTime(Instant.ofEpochSecond(since).toString())
                            .endCondition()
                            .endStatus()
                            .build();
        }
    }

    /// Keeps what is told of one pod as the store does.
    private static final class Told {
        private final Map<String, SortedMap<Long, Optional<String>>> attributes = new TreeMap<>();
        private OptionalLong gone = OptionalLong.empty();

        private void put(String attribute, long millis, Optional<String> value) {
            attributes.computeIfAbsent(attribute, _ -> new TreeMap<>()).put(millis, value);
        }

        private Optional<Long> first(String attribute, String value) {
            return rows(attribute).entrySet().stream()
                    .filter(row -> row.getValue()
                            .filter(one -> value.isEmpty() || one.equals(value))
                            .isPresent())
                    .map(Map.Entry::getKey)
                    .findFirst();
        }

        private SortedMap<Long, Optional<String>> rows(String attribute) {
            return attributes.getOrDefault(attribute, Collections.emptySortedMap());
        }

        Course course() {
            var reached = new EnumMap<Stage, Long>(Stage.class);
            rows(Attribute.GATES).forEach((millis, value) -> {
                if (value.isEmpty()) {
                    reached.put(Stage.OPENED, millis);
                }
            });
            first(Attribute.SCHEDULED, "true").ifPresent(millis -> reached.put(Stage.SCHEDULED, millis));
            first(Attribute.PHASE, "Running").ifPresent(millis -> reached.put(Stage.RUNNING, millis));
            first(Attribute.READY, "true").ifPresent(millis -> reached.put(Stage.READY, millis));
            var created = rows(Attribute.CREATED).values().iterator().next().orElseThrow();
            return new Course(
                    Instant.parse(created).toEpochMilli(),
                    first(Attribute.GATES, "").isPresent(),
                    reached,
                    gone.isPresent() ? Optional.of(gone.getAsLong()) : Optional.empty());
        }
    }

    private static Map<String, Told> watched(List<Life> lives, Span gap) {
        var statements = new ObjectStatements();
        var told = new TreeMap<String, Told>();
        for (var life : lives) {
            LongStream.concat(life.changes(), LongStream.of(gap.to()))
                    .filter(second -> !gap.contains(second) && life.created() <= second && second < START + SECONDS)
                    .sorted()
                    .forEach(second -> tell(life, second, statements, told));
        }
        return told;
    }

    private static void tell(Life life, long second, ObjectStatements statements, Map<String, Told> told) {
        var id = ObjectId.pod("c", "vision", life.name(), "uid-of-" + life.name());
        var observed = life.isThere(second)
                ? PodFacts.observed(life.at(second), "c", new Annotations(Set.of()))
                : Optional.<ObservedObject>empty();
        for (var statement : statements.statements(new ObjectChange(id, observed, second * 1_000))) {
            var one = told.computeIfAbsent(life.name(), _ -> new Told());
            switch (statement) {
                case Whole whole ->
                    whole.attributes().forEach((name, value) -> one.put(name, whole.millis(), Optional.of(value)));
                case Part part -> {
                    part.attributes().forEach((name, value) -> one.put(name, part.millis(), Optional.of(value)));
                    part.ended().forEach(name -> one.put(name, part.millis(), Optional.empty()));
                }
                case Gone gone -> one.gone = OptionalLong.of(gone.millis());
                default -> throw new AssertionError(statement);
            }
        }
    }

    private static Optional<Long> together(Course course, Stage one, Stage other) {
        return course.wait(other, ALL)
                .filter(wait -> wait.outcome() == Wait.Outcome.REACHED)
                .map(wait ->
                        wait.millis() + course.wait(one, ALL).map(Wait::millis).orElse(0L));
    }

    @Test
    void a_gap_changes_no_wait_for_the_scheduler_or_for_being_ready_of_those_who_are_there_after_it() {
        var seed = System.nanoTime();
        System.out.println("seed " + seed);
        var random = new Random(seed);
        for (var story = 0; story < STORIES; story++) {
            var lives = new ArrayList<Life>();
            for (var i = 0; i < PODS; i++) {
                lives.add(Life.drawn("pod-" + i, random));
            }
            var from = START + random.nextInt(SECONDS / 2);
            hold(lives, new Span(from, from + 1 + random.nextInt(SECONDS / 2)));
        }
    }

    private static void hold(List<Life> lives, Span gap) {
        var whole = watched(lives, new Span(START, START));
        var broken = watched(lives, gap);
        var waits = new Waits();
        var brokenWaits = new Waits();
        for (var life : lives) {
            var other = broken.get(life.name());
            if (other == null) {
                assertThat(gap.contains(life.created()) && life.end() <= gap.to())
                        .as("%s in %s", life, gap)
                        .isTrue();
                continue;
            }
            var course = Objects.requireNonNull(whole.get(life.name())).course();
            if (gap.contains(life.end() - 1) || gap.contains(life.end())) {
                assertThat(other.course().end()).as("%s in %s", life, gap).hasValue(gap.to() * 1_000);
                continue;
            }
            same(life + " in " + gap, course, other.course());
            if (!life.isGated()) {
                course.wait(Stage.SCHEDULED, ALL).ifPresent(waits::add);
                other.course().wait(Stage.SCHEDULED, ALL).ifPresent(brokenWaits::add);
            }
        }
        for (var part : List.of(0.5, 0.9, 0.99)) {
            assertThat(brokenWaits.quantile(part)).isEqualTo(waits.quantile(part));
        }
    }

    /// When a gate was opened, and when it ran, is told by nobody: that is found later, or as of what came next.
    private static void same(String what, Course course, Course other) {
        assertThat(other.at(Stage.SCHEDULED)).as(what).isEqualTo(course.at(Stage.SCHEDULED));
        assertThat(other.at(Stage.READY)).as(what).isEqualTo(course.at(Stage.READY));
        assertThat(other.end()).as(what).isEqualTo(course.end());
        assertThat(together(other, Stage.OPENED, Stage.SCHEDULED))
                .as(what)
                .isEqualTo(together(course, Stage.OPENED, Stage.SCHEDULED));
        assertThat(together(other, Stage.RUNNING, Stage.READY))
                .as(what)
                .isEqualTo(together(course, Stage.RUNNING, Stage.READY));
    }
}
