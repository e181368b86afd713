package io.gpuledger.analyzer.fit.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gpuledger.analyzer.fit.Ask;
import io.gpuledger.analyzer.fit.Diagnosis.Group;
import io.gpuledger.analyzer.fit.Place;
import io.gpuledger.analyzer.fit.Places;
import io.gpuledger.analyzer.fit.PodReason;
import io.gpuledger.analyzer.fit.Reason;
import io.gpuledger.analyzer.fit.Surroundings;
import io.gpuledger.analyzer.fit.Toleration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// What is true of all clusters and pods, on drawn ones. Whether it is right, the [Oracle] says.
class LawsTest {
    private static final int SCENES = 60;

    /// A scene as `fit` sees it.
    private record Played(long seed, List<Place> places, Surroundings around, List<Ask> asks) {
        static Played of(long seed) {
            var scene = Scene.of(seed);
            var expected = Expected.of(trees(scene.nodes()), trees(scene.residents()), scene, namespaces());
            return new Played(
                    seed,
                    expected.places(),
                    expected.around(),
                    trees(scene.probes()).stream().map(Expected::ask).toList());
        }

        private static List<JsonNode> trees(List<Map<String, Object>> objects) {
            return objects.stream().<JsonNode>map(Api.JSON::valueToTree).toList();
        }

        private static TreeMap<String, SortedMap<String, String>> namespaces() {
            return new TreeMap<>(
                    Map.of("lab", new TreeMap<>(Map.of("team", "a")), "shop", new TreeMap<>(Map.of("team", "b"))));
        }
    }

    private static void onScenes(Consumer<Played> law) {
        var first = System.nanoTime() % 1_000_000;
        for (var i = 0; i < SCENES; i++) {
            law.accept(Played.of(first + i));
        }
    }

    private static List<Object> gists(List<Reason> reasons) {
        return reasons.stream().map(Reason::gist).toList();
    }

    @Test
    void nodes_are_grouped_as_if_each_had_been_looked_at_by_itself() {
        onScenes(played -> {
            var places = new Places(played.places(), played.around());
            for (var ask : played.asks()) {
                var diagnosis = places.diagnose(ask);
                var each = played.places().stream()
                        .map(place -> gists(places.reasons(ask, place)))
                        .collect(Collectors.groupingBy(Function.identity(), Collectors.summingInt(_ -> 1)));
                var grouped = diagnosis.groups().stream()
                        .collect(Collectors.toMap(
                                group -> {
                                    var all = new ArrayList<Reason>(diagnosis.barred());
                                    all.addAll(group.reasons());
                                    return gists(all);
                                },
                                Group::nodes));
                assertThat(grouped).as("seed %d", played.seed()).isEqualTo(each);
            }
        });
    }

    @Test
    void nothing_is_counted_against_a_pod_on_the_nodes_that_no_reason_is_against() {
        onScenes(played -> {
            var places = new Places(played.places(), played.around());
            for (var ask : played.asks()) {
                var against = places.against(ask);
                for (var node = 0; node < against.length; node++) {
                    var reasons = places.reasons(ask, places.all().get(node)).stream()
                            .filter(reason -> !(reason instanceof PodReason))
                            .toList();
                    assertThat(against[node])
                            .as("seed %d, node %d", played.seed(), node)
                            .isBetween(reasons.isEmpty() ? 0 : 1, reasons.size());
                }
            }
        });
    }

    @Test
    void a_toleration_more_never_adds_a_reason() {
        onScenes(played -> {
            // Constraints that heed taints count other nodes then, which may well add one.
            var places = new Places(played.places(), played.around());
            for (var ask : played.asks()) {
                if (ask.company().spreads().isEmpty()) {
                    for (var place : played.places()) {
                        var fewer = new HashSet<>(places.reasons(tolerant(ask), place));
                        fewer.removeAll(places.reasons(ask, place));
                        assertThat(fewer).as("seed %d", played.seed()).isEmpty();
                    }
                }
            }
        });
    }

    private static Ask tolerant(Ask ask) {
        var more = new ArrayList<>(ask.tolerations());
        more.add(new Toleration("", true, "", ""));
        return new Ask(
                ask.node(),
                ask.requests(),
                ask.selector(),
                ask.affinity(),
                more,
                ask.ports(),
                ask.company(),
                ask.mounts(),
                ask.devices(),
                ask.scheduler(),
                ask.gates(),
                ask.unjudged());
    }

    @Test
    void the_order_of_nodes_and_of_what_is_on_them_does_not_matter() {
        onScenes(played -> {
            var random = new Random(played.seed());
            var shuffled = new ArrayList<Place>();
            for (var place : played.places()) {
                var residents = new ArrayList<>(place.residents());
                Collections.shuffle(residents, random);
                shuffled.add(new Place(place.name(), place.state(), place.taken(), residents));
            }
            Collections.shuffle(shuffled, random);
            var one = new Places(played.places(), played.around());
            var other = new Places(shuffled, played.around());
            for (var ask : played.asks()) {
                assertThat(other.diagnose(ask).schedulersWords())
                        .as("seed %d", played.seed())
                        .isEqualTo(one.diagnose(ask).schedulersWords());
            }
        });
    }

    @Test
    void a_cluster_that_changed_says_the_same_as_one_that_was_always_so() {
        onScenes(played -> {
            var random = new Random(played.seed());
            var now = new ArrayList<>(played.places());
            var changing = new Places(now, played.around());
            played.asks().forEach(changing::diagnose);
            for (var change = 0; change < 6; change++) {
                var at = random.nextInt(now.size());
                var other = now.get(random.nextInt(now.size()));
                var place = now.get(at);
                now.set(at, new Place(place.name(), place.state(), other.taken(), other.residents()));
                changing = changing.with(now.get(at));
                var fresh = new Places(now, played.around());
                for (var ask : played.asks()) {
                    assertThat(changing.diagnose(ask))
                            .as("seed %d", played.seed())
                            .isEqualTo(fresh.diagnose(ask));
                }
            }
        });
    }
}
