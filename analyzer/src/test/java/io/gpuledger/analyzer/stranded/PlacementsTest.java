package io.gpuledger.analyzer.stranded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlacementsTest {
    private static final String NODES = """
        sn,cpu_milli,memory_mib,gpu,model
        n-1,64000,1000,2,T4
        n-2,8000,1000,2,P100
        """;
    private static final String PODS = """
        creation_time,name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec
        0,one,4000,100,1,1000,
        1,half,4000,100,1,500,T4|P100
        2,cores,4000,100,0,0,
        """;

    @TempDir
    Path folder;

    private Trace trace(String nodes, String pods) throws IOException {
        return Trace.read(
                Files.writeString(folder.resolve("nodes.csv"), nodes),
                Files.writeString(folder.resolve("pods.csv"), pods));
    }

    private static TypicalPods typical(Trace trace) {
        return TypicalPods.of(trace.pods().stream().map(Trace.Pod::shape));
    }

    @Test
    void columns_are_found_by_their_names() throws IOException {
        var trace = trace(NODES, PODS);
        assertThat(trace.gpuMillis()).isEqualTo(4_000);
        assertThat(trace.nodes().getFirst().whole()).isEqualTo(new Remainder("T4", 64_000, List.of(1_000, 1_000)));
        assertThat(trace.pods())
                .extracting(Trace.Pod::shape)
                .containsExactly(
                        new PodShape(4_000, 1, 1_000, Set.of()),
                        new PodShape(4_000, 1, 500, Set.of("T4", "P100")),
                        new PodShape(4_000, 0, 0, Set.of()));
    }

    @Test
    void what_is_no_such_list_is_said_with_its_line() {
        assertThatThrownBy(() -> trace("sn,cpu_milli,memory_mib,gpu", PODS))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("nodes.csv: its first line has to name the columns sn, cpu_milli");
        assertThatThrownBy(() -> trace(NODES + "n-3,many,1000,2,T4", PODS))
                .hasMessageContaining("nodes.csv: line 4 cannot be read")
                .hasMessageContaining("many");
        assertThatThrownBy(() -> trace(NODES, PODS + "3,short"))
                .hasMessageContaining("pods.csv: line 5 cannot be read: it has 2 cells for 7 columns");
    }

    @Test
    void all_ways_take_no_more_than_there_is() throws IOException {
        var trace = trace(NODES, PODS);
        Stream.of(Chooser.random(new Random(1)), Chooser.bestFit(), new Chooser.Descent(typical(trace)))
                .forEach(chooser -> {
                    var cluster = new PlayedCluster(trace, typical(trace), chooser);
                    for (var i = 0; i < 20; i++) {
                        trace.pods().forEach(cluster::come);
                    }
                    assertThat(cluster.allocatedMillis()).isBetween(2_500L, 4_000L);
                });
    }

    /// On the node with few cores, the GPU that is left after the first two pods could be had by nobody.
    @Test
    void descent_goes_where_the_least_becomes_a_fragment() throws IOException {
        var trace = trace(NODES, PODS);
        var cluster = new PlayedCluster(trace, typical(trace), new Chooser.Descent(typical(trace)));
        var half = trace.pods().get(1);
        cluster.come(half);
        var first = cluster.fragmentation().fragmentMillis();
        cluster.come(half);
        assertThat(cluster.fragmentation().fragmentMillis())
                .as("the second half of the same GPU is taken")
                .isLessThan(first);
    }
}
