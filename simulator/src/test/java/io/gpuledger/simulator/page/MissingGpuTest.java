package io.gpuledger.simulator.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.simulator.cluster.NodeState;
import io.gpuledger.simulator.fleet.Resource;
import io.gpuledger.simulator.script.Script;
import org.junit.jupiter.api.Test;

class MissingGpuTest {
    private static final String SCRIPT = """
        node n h100 2
        pod trainer vision on n/0,n/1 from 0 to 1h doing 50%
        missing n/0 from 10m to 20m
        """;

    @Test
    void nothing_of_it_is_on_the_page_and_then_it_goes_on() {
        var script = Script.read(SCRIPT, ScriptedPages.DAY);
        var uuid = script.fleet().nodes().getFirst().gpus().getFirst().uuid();
        var ours = ScriptedPages.ours(SCRIPT);
        var theirs = ScriptedPages.theirs(SCRIPT);

        assertThat(ours.at(600, "gpu_info")).hasSize(2);
        assertThat(ours.page(900)).noneMatch(line -> line.contains(uuid));
        assertThat(ours.at(900, "gpu_observed_seconds_total")).containsExactly("900.000");
        assertThat(ours.at(900, "gpu_holder_info")).hasSize(1);
        assertThat(ours.at(1300, "gpu_lost")).containsExactly("0", "0");
        assertThat(ours.at(1300, "gpu_observed_seconds_total")).containsExactly("700.000", "1300.000");
        assertThat(theirs.page(900)).noneMatch(line -> line.contains(uuid));
        assertThat(theirs.at(1300, "DCGM_FI_DEV_GPU_UTIL")).containsExactly("50", "50");
    }

    @Test
    void its_node_is_said_to_have_it_still() {
        var chapter = Script.read(SCRIPT, ScriptedPages.DAY).chapters().getFirst();

        assertThat(NodeState.at(ScriptedPages.BEGIN + 900, chapter).allocatable())
                .containsEntry(Resource.GPU, 2L);
    }
}
