package io.gpuledger.analyzer.admission;

import static io.gpuledger.analyzer.fit.Specs.GPU;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.admission.Making.Claimed;
import io.gpuledger.analyzer.admission.Making.Refused;
import io.gpuledger.analyzer.admission.Making.Scaling;
import io.gpuledger.analyzer.admission.Making.Step;
import io.gpuledger.analyzer.admission.Makings.Wanting;
import io.gpuledger.analyzer.fit.Ask;
import io.gpuledger.analyzer.fit.Requirement;
import io.gpuledger.analyzer.fit.Requirement.Operator;
import io.gpuledger.analyzer.fit.Specs;
import io.gpuledger.analyzer.fit.Term;
import io.gpuledger.analyzer.telemetry.Kind;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MakingsTest {
    private static final Instant NOW = Instant.parse("2026-03-03T09:00:00Z");
    private static final String ZONE = "topology.kubernetes.io/zone";

    private static Fact fact(String name, String... namesAndValues) {
        var attributes = new TreeMap<String, String>();
        for (var i = 0; i < namesAndValues.length; i += 2) {
            attributes.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        return new Fact("", name, attributes, Map.of());
    }

    private static Facts claims(Fact... claims) {
        return new Facts(NOW.toEpochMilli(), Map.of(Kind.NODE_CLAIM, List.of(claims)), Map.of());
    }

    private static Ask gpus(long count) {
        return Specs.asks(Map.of(GPU, count));
    }

    private static Optional<String> claim(Makings makings, String pod) {
        return makings.of(pod).map(making -> making instanceof Claimed one ? one.claim() : "none");
    }

    @Test
    void nodes_in_the_making_are_filled_in_the_order_of_the_queue() {
        var facts = claims(fact("a", "min.nvidia.com/gpu", "8"), fact("b", "min.nvidia.com/gpu", "8"));
        var makings = new Makings(
                facts,
                List.of(
                        new Wanting("first", gpus(8)),
                        new Wanting("second", gpus(4)),
                        new Wanting("third", gpus(8)),
                        new Wanting("fourth", gpus(4))));

        assertThat(claim(makings, "first")).contains("a");
        assertThat(claim(makings, "second")).contains("b");
        assertThat(claim(makings, "third")).isEmpty();
        assertThat(claim(makings, "fourth")).contains("b");
    }

    @Test
    void a_node_takes_no_more_pods_than_a_kubelet_does() {
        var facts = claims(fact("a", "min.nvidia.com/gpu", "1000"));
        var pods = IntStream.range(0, 111)
                .mapToObj(i -> new Wanting("p" + i, gpus(1)))
                .toList();

        var makings = new Makings(facts, pods);
        assertThat(pods.stream().filter(pod -> makings.of(pod.uid()).isPresent()))
                .hasSize(110);
    }

    @Test
    void of_a_label_that_is_open_any_value_will_do_that_it_may_have() {
        assertThat(takes("In a,b", Operator.IN, "b", "c")).isTrue();
        assertThat(takes("In a,b", Operator.IN, "c")).isFalse();
        assertThat(takes("In a,b", Operator.NOT_IN, "a")).isTrue();
        assertThat(takes("In a", Operator.NOT_IN, "a")).isFalse();
        assertThat(takes("Exists", Operator.IN, "z")).isTrue();
        assertThat(takes("NotIn a;In a,b", Operator.IN, "a")).isFalse();
        assertThat(takes("In a,b", Operator.EXISTS)).isTrue();
    }

    private static boolean takes(String requirement, Operator operator, String... values) {
        var facts = claims(fact("a", "min.nvidia.com/gpu", "8", "requirement." + ZONE, requirement));
        var ask = Specs.with(new Term(List.of(new Requirement(ZONE, operator, List.of(values))), List.of()));
        return new Makings(facts, List.of(new Wanting("p", ask))).of("p").isPresent();
    }

    @Test
    void a_claim_without_times_says_none() {
        var facts = claims(fact("a", "min.nvidia.com/gpu", "8"));

        assertThat(new Makings(facts, List.of(new Wanting("p", gpus(1)))).of("p"))
                .contains(new Claimed("a", Optional.empty(), Step.CREATED, OptionalLong.empty(), Optional.empty()));
    }

    @Test
    void the_autoscalers_latest_word_counts_and_is_believed_for_so_long() {
        assertThat(said("09:00", "Refused", "08:50", "Triggered")).contains(new Refused("Refused at 09:00"));
        assertThat(said("08:50", "Refused", "08:59", "Triggered"))
                .contains(new Scaling("Triggered at 08:59", OptionalLong.of(60_000)));
        assertThat(said("08:40", "Refused", "08:44", "Triggered")).isEmpty();
    }

    private static Optional<Making> said(String one, String phase, String other, String otherPhase) {
        var events = List.of(event(one, phase), event(other, otherPhase));
        return new Makings(new Facts(NOW.toEpochMilli(), Map.of(Kind.SCALE_UP, events), Map.of()), List.of()).of("p");
    }

    private static Fact event(String time, String phase) {
        return fact(
                "e" + time,
                "pod",
                "p",
                "phase",
                phase,
                "message." + phase,
                phase + " at " + time,
                "created",
                "2026-03-03T%s:00Z".formatted(time));
    }
}
