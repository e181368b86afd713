package io.gpuledger.simulator.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.groups.Tuple.tuple;

import io.gpuledger.exporter.device.simulated.Model;
import io.gpuledger.simulator.fleet.Unit;
import io.gpuledger.simulator.story.Span;
import io.gpuledger.simulator.story.Trouble;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ScriptTest {
    private static final long BEGIN = 1_800_000L * 3600;
    private static final Span DAY = new Span(BEGIN, BEGIN + 86_400);

    @Test
    void a_story_stands_as_it_was_written() {
        var story = Script.read("""
            # two nodes
            node big h100 8
            node small a100 2 mig 3g.40gb,2g.20gb,1g.10gb
            node shared l4 1 replicas 4

            pod train vision on big/0,big/7 from 0 to 6h doing training
            pod nb search on small/1.2 from 1h30m to 2h doing 35% idle-after 1h   # quiet for long
            pod many ads on shared/0 from 0 to 1d doing serving replicas 3
            xid 79 big/7 from 1h to 1h10m
            dark small from 10s to 20s
            """, DAY);

        assertThat(story.fleet().nodes()).extracting("name").containsExactly("big", "small", "shared");
        assertThat(story.fleet().gpus().map(gpu -> gpu.model()).distinct())
                .containsExactly(Model.H100, Model.A100, Model.L4);
        assertThat(story.holds())
                .extracting(hold -> hold.pod().name(), hold -> hold.span().seconds(), hold -> hold.replicas())
                .containsExactly(
                        tuple("train", 21_600L, 1),
                        tuple("train", 21_600L, 1),
                        tuple("nb", 1_800L, 1),
                        tuple("many", 86_400L, 3));
        var notebook = story.holds().get(2);
        assertThat(notebook.unit())
                .isEqualTo(new Unit(story.fleet().nodes().get(1).gpus().get(1), 2, Model.A100.profile("1g.10gb")));
        assertThat(notebook.activity().at(BEGIN + 5_400).sm()).isEqualTo(350);
        assertThat(notebook.pod().idleAfter()).isEqualTo(Duration.ofHours(1));
        assertThat(story.troubles())
                .containsExactly(
                        new Trouble.FatalXid(
                                story.fleet().nodes().get(0).gpus().get(7).uuid(),
                                79,
                                new Span(BEGIN + 3600, BEGIN + 4200)),
                        new Trouble.Dark("small", new Span(BEGIN + 10, BEGIN + 20)));
    }

    @Test
    void a_script_without_a_node_is_none() {
        assertThatExceptionOfType(BadScriptException.class)
                .isThrownBy(() -> Script.read("# nothing yet", DAY))
                .withMessage("there is no node in it");
    }

    @Test
    void nobody_waits_who_could_start() {
        assertThatExceptionOfType(BadScriptException.class)
                .isThrownBy(() -> Script.read("""
                    node n l4 2
                    pod a vision on n/0 from 1h to 3h doing 5%
                    waiting b vision for 2 from 1h to 3h
                    waiting c vision for 2 of l4 cpus 4 from 1h to 3h1m
                    waiting d vision for 1 from 1h to 2h gated owner
                    guest e vision on n cpus 4 from 0 to 1h
                    """, DAY))
                .withMessage("there is room for c while it waits");
    }

    @Test
    void nobody_takes_what_somebody_has() {
        assertThatExceptionOfType(BadScriptException.class)
                .isThrownBy(() -> Script.read("""
                    node n l4 1 replicas 4
                    pod a vision on n/0 from 1h to 3h doing 5% replicas 2
                    pod b vision on n/0 from 2h to 4h doing 5% replicas 2
                    pod c vision on n/0 from 0 to 2h doing 5% replicas 2
                    pod d vision on n/0 from 2h30m to 5h doing 5%
                    """, DAY))
                .withMessageMatching("line 5: GPU-\\S+ is held by [ab] then");
    }

    @Test
    void all_that_is_wrong_is_told_at_once() {
        assertThatExceptionOfType(BadScriptException.class)
                .isThrownBy(() -> Script.read("""
                    node big h100 8
                    node big h100 8
                    node odd h99 8
                    node cut a30 1 mig 2g.12gb,4g.24gb
                    node none v100 0
                    pod p team on big/8 from 0 to 1h doing training
                    pod p team on big/0.1 from 0 to 1h doing training
                    pod p team on big/0 from 2h to 1h doing training
                    pod p team on big/0 from 0 to 25h doing training
                    pod p team on big/0 from 0 to 1h doing nothing
                    pod p team on big/0 from 0 to 1h doing 5% replicas 2
                    lost big/0 from 1h
                    dark else from 0 to 1h
                    cordoned big from 0 to 1x
                    frobnicate
                    not-ready big from 0 to 1h please
                    """, DAY))
                .withMessage("""
                    line 2: there is a node big already
                    line 3: `h99` is no SKU
                    line 4: A30 has no room for all of these
                    line 5: `0` is no number of GPUs
                    line 6: there is no GPU big/8
                    line 7: there is no unit big/0.1
                    line 8: it ends before it begins, or after the story
                    line 9: it ends before it begins, or after the story
                    line 10: `nothing` is no work
                    line 11: GPU-%s has 1 replicas
                    line 12: `to` is wanted at its end
                    line 13: `else` is no node
                    line 14: `1x` is no time
                    line 15: `frobnicate` is no statement
                    line 16: nothing is wanted behind its end, where `please` stands\
                    """.formatted(UUID.nameUUIDFromBytes("big/0".getBytes(StandardCharsets.UTF_8))));
    }
}
