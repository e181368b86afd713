package io.gpuledger.simulator.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.simulator.cluster.Cluster;
import io.gpuledger.simulator.script.Script;
import io.gpuledger.simulator.story.Span;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class SchedulerTest {
    private static final long BEGIN = 1_800_000_000L;
    private static final Span DAY = new Span(BEGIN, BEGIN + 86_400);
    private static final String NODES = """
        node a h100 8
        node b h100 8
        node reserved a100 8 tainted dedicated=research
        """;

    private static Map<String, Verdict> waiting(String script) {
        var cluster = Cluster.of(Script.read(NODES + script, DAY)).firstEntry().getValue();
        return new Scheduler(cluster)
                .waiting(BEGIN + 1800).entrySet().stream()
                        .collect(Collectors.toMap(entry -> entry.getKey().pod().name(), Map.Entry::getValue));
    }

    private static void assertReason(String pod, Reason reason, String script) {
        assertThat(waiting(script).get(pod)).extracting(Verdict::reason).isEqualTo(reason);
    }

    @Test
    void more_gpus_than_any_node_has_are_never_free() {
        assertReason("p", Reason.NEVER, "waiting p vision for 16 from 0 to 1h");
    }

    @Test
    void gpus_that_are_free_on_several_nodes_are_no_use_to_one_pod() {
        var script = """
            pod one ads on a/0,a/1,a/2,a/3 from 0 to 2h doing training
            pod two ads on b/0,b/1,b/2,b/3 from 0 to 2h doing training
            waiting p vision for 8 from 0 to 1h
            """;

        assertThat(waiting(script))
                .containsEntry(
                        "p",
                        new Verdict(
                                Reason.FRAGMENTATION,
                                "0/3 nodes are available: 1 node(s) had untolerated taint {dedicated: research},"
                                        + " 2 Insufficient nvidia.com/gpu. preemption: 0/3 nodes are available:"
                                        + " 1 Preemption is not helpful for scheduling,"
                                        + " 2 No preemption victims found for incoming pod."));
    }

    @Test
    void gpus_that_others_hold_are_short() {
        assertReason("p", Reason.CAPACITY, """
            pod one ads on a/0,a/1,a/2,a/3 from 0 to 2h doing training
            pod two ads on b/0,b/1,b/2,b/3,b/4 from 0 to 2h doing training
            waiting p vision for 8 from 0 to 1h
            """);
    }

    @Test
    void a_guest_takes_the_cpus_that_a_pod_needs_beside_its_gpus() {
        var script = """
            guest etl platform on a cpus 30 from 0 to 2h
            guest more platform on b cpus 30 from 0 to 2h
            waiting p vision for 1 cpus 100 from 0 to 1h
            """;

        assertReason("p", Reason.HOST_CPU, script);
        assertThat(waiting(script).get("p"))
                .extracting(Verdict::message)
                .asString()
                .contains("2 Insufficient cpu.");
    }

    @Test
    void a_model_that_nobody_has_is_waited_for_in_vain() {
        assertReason("p", Reason.SKU, "waiting p vision for 1 of l4 from 0 to 1h");
    }

    @Test
    void a_taint_keeps_off_those_that_do_not_tolerate_it() {
        assertReason("p", Reason.TAINT, "waiting p vision for 1 of a100 from 0 to 1h");
    }

    @Test
    void who_is_gated_is_not_looked_at() {
        var waiting = waiting("""
            waiting queued vision for 1 from 0 to 1h gated queue
            waiting staged vision for 1 from 0 to 1h gated owner
            """);

        assertThat(waiting.get("queued")).isEqualTo(new Verdict(Reason.QUOTA, Verdict.GATED));
        assertThat(waiting.get("staged")).isEqualTo(new Verdict(Reason.GATE, Verdict.GATED));
    }

    @Test
    void a_node_that_is_cordoned_says_so_and_has_nothing_for_anybody() {
        var waiting = waiting("""
            cordoned a from 0 to 2h
            not-ready b from 0 to 2h
            waiting p vision for 1 from 0 to 1h
            """);

        assertThat(waiting.get("p")).extracting(Verdict::reason).isEqualTo(Reason.CAPACITY);
        assertThat(waiting.get("p"))
                .extracting(Verdict::message)
                .asString()
                .startsWith("0/3 nodes are available: 1 node(s) had untolerated taint {dedicated: research}, 1 node(s)"
                        + " had untolerated taint {node.kubernetes.io/unreachable: }, 1 node(s) were unschedulable.");
    }
}
