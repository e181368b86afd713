package io.gpuledger.analyzer.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.health.Subject.OfNode;
import io.gpuledger.analyzer.telemetry.Trait;
import io.gpuledger.analyzer.telemetry.UnitId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SkewTest {
    private final List<GpuTraits> fleet = new ArrayList<>();
    private final Map<OfNode, String> pools = new HashMap<>();

    private SkewTest node(String node, String pool, String model, Trait trait, String... values) {
        if (!pool.isEmpty()) {
            pools.put(new OfNode("c", node), pool);
        }
        for (var i = 0; i < values.length; i++) {
            var id = new UnitId("c", "GPU-%s-%d".formatted(node, i), Optional.empty());
            fleet.add(new GpuTraits(id, node, Optional.of(model), Map.of(trait, values[i])));
        }
        return this;
    }

    private SkewTest nodes(int from, int to, String pool, Trait trait, String value) {
        for (var number = from; number < to; number++) {
            node("n" + number, pool, "H100", trait, value, value);
        }
        return this;
    }

    private List<String> found() {
        return Skew.of(fleet, pools).entrySet().stream()
                .flatMap(node -> node.getValue().stream()
                        .map(skew -> "%s %s: %s".formatted(node.getKey().node(), skew.severity(), skew.words())))
                .sorted()
                .toList();
    }

    @Test
    void the_gpu_of_a_node_that_is_unlike_the_others_is_named() {
        node("a", "", "H100", Trait.POWER_LIMIT, "700", "700", "500", "700");

        assertThat(found())
                .containsExactly("a WARNING: 1 of its 4 GPUs differ from the others in the power limit, which is 700 W"
                        + " there: GPU-a-2 has 500 W");
    }

    @Test
    void gpus_of_another_model_and_those_of_which_nothing_is_told_are_no_measure() {
        node("a", "", "H100", Trait.VBIOS, "96", "96").node("a", "", "L4", Trait.VBIOS, "95");
        fleet.add(new GpuTraits(new UnitId("c", "GPU-x", Optional.empty()), "a", Optional.of("H100"), Map.of()));

        assertThat(found()).isEmpty();
    }

    @Test
    void a_node_that_has_another_driver_than_its_pool_is_odd() {
        nodes(0, 9, "train", Trait.DRIVER, "580").nodes(9, 10, "train", Trait.DRIVER, "570");

        assertThat(found())
                .containsExactly("n9 INFO: the driver is 570, and 580 on 9 of the 10 nodes of train with H100");
    }

    @Test
    void pools_and_clusters_may_differ_from_each_other() {
        nodes(0, 9, "train", Trait.DRIVER, "580").nodes(9, 12, "serve", Trait.DRIVER, "570");

        assertThat(found()).isEmpty();
    }

    @Test
    void while_a_third_or_more_of_a_pool_have_the_next_driver_none_is_odd() {
        nodes(0, 8, "train", Trait.DRIVER, "580").nodes(8, 12, "train", Trait.DRIVER, "570");
        assertThat(found()).isEmpty();

        nodes(12, 13, "train", Trait.DRIVER, "580");
        assertThat(found()).hasSize(4);
    }

    @Test
    void of_three_nodes_none_is_odd() {
        nodes(0, 2, "train", Trait.DRIVER, "580").nodes(2, 3, "train", Trait.DRIVER, "570");

        assertThat(found()).isEmpty();
    }

    @Test
    void what_is_odd_on_a_node_is_not_told_of_its_pool_as_well() {
        nodes(0, 9, "train", Trait.ECC, "enabled")
                .node("odd", "train", "H100", Trait.ECC, "disabled", "disabled", "enabled");

        assertThat(found()).hasSize(1).first().asString().startsWith("odd WARNING");
    }

    @Test
    void the_order_in_which_gpus_are_told_of_changes_nothing() {
        nodes(0, 9, "train", Trait.DRIVER, "580")
                .nodes(9, 10, "train", Trait.DRIVER, "570")
                .node("a", "", "H100", Trait.VBIOS, "96", "97", "96", "97");
        var found = found();

        for (var seed = 0; seed < 20; seed++) {
            Collections.shuffle(fleet, new Random(seed));
            assertThat(found()).as("seed %d", seed).isEqualTo(found);
        }
        assertThat(Skew.of(fleet, pools)).containsKeys(new OfNode("c", "n9"), new OfNode("c", "a"));
    }
}
