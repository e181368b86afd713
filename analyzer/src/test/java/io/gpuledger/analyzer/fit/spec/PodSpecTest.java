package io.gpuledger.analyzer.fit.spec;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.fit.Ask;
import io.gpuledger.analyzer.fit.DeviceUse;
import io.gpuledger.analyzer.fit.HostPort;
import io.gpuledger.analyzer.fit.Mount;
import io.gpuledger.analyzer.fit.PodTerm;
import io.gpuledger.analyzer.fit.Requirement;
import io.gpuledger.analyzer.fit.Requirement.Operator;
import io.gpuledger.analyzer.fit.Selection;
import io.gpuledger.analyzer.fit.Spread;
import io.gpuledger.analyzer.fit.Term;
import io.gpuledger.analyzer.fit.Toleration;
import io.gpuledger.analyzer.fit.spec.SpecReading.Known;
import io.gpuledger.analyzer.fit.spec.SpecReading.Unknown;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PodSpecTest {
    private static final String WHOLE = """
        {"nodeSelector": {"nvidia.com/gpu.product": "H100"},
         "affinity": {
           "nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": [
             {"matchExpressions": [{"key": "zone", "operator": "In", "values": ["a", "b"]}],
              "matchFields": [{"key": "metadata.name", "operator": "NotIn", "values": ["n1"]}]}]},
             "preferredDuringSchedulingIgnoredDuringExecution": [{"weight": 1, "preference": {}}]},
           "podAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": [
             {"topologyKey": "zone", "namespaceSelector": {},
              "labelSelector": {"matchExpressions": [{"key": "app", "operator": "Exists"}]},
              "matchLabelKeys": ["job"], "mismatchLabelKeys": ["team"]}]},
           "podAntiAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": [
             {"topologyKey": "host", "labelSelector": {"matchLabels": {"app": "x"}}}]}},
         "tolerations": [{"operator": "Exists"}, {"key": "k", "value": "v", "effect": "NoSchedule"}],
         "containers": [{"name": "c", "image": "i",
           "resources": {"limits": {"nvidia.com/gpu": 8, "cpu": "2"}, "requests": {"cpu": "1500m"}},
           "ports": [{"containerPort": 80}, {"containerPort": 81, "hostPort": 8081, "protocol": "UDP"}]}],
         "initContainers": [{"name": "i", "resources": {"requests": {"memory": "1Gi"}}}],
         "overhead": {"cpu": "100m"},
         "topologySpreadConstraints": [
           {"topologyKey": "zone", "maxSkew": 2, "minDomains": 3, "whenUnsatisfiable": "DoNotSchedule",
            "labelSelector": {"matchLabels": {"app": "x"}}, "matchLabelKeys": ["job", "absent"],
            "nodeTaintsPolicy": "Honor"},
           {"topologyKey": "host", "maxSkew": 1, "whenUnsatisfiable": "ScheduleAnyway"}],
         "schedulingGates": [{"name": "queue"}], "schedulerName": "other",
         "volumes": [{"name": "d", "persistentVolumeClaim": {"claimName": "data"}}, {"name": "e", "emptyDir": {}},
           {"name": "s", "ephemeral": {"volumeClaimTemplate": {}}}, {"name": "r", "rbd": {}}],
         "resourceClaims": [{"name": "gpu"}], "anything": [1, null, {"else": null}]}
        """;

    private static SpecReading read(String json) {
        return PodSpec.read("lab", "pod-0", Map.of("app", "x", "job", "7", "team", "t"), json);
    }

    private static Ask ask(String json) {
        return ((Known) read(json)).ask();
    }

    private static Requirement in(String key, String... values) {
        return new Requirement(key, Operator.IN, List.of(values));
    }

    private static Selection selection(Requirement... all) {
        return new Selection(Optional.of(List.of(all)));
    }

    @Test
    void all_that_scheduling_needs_is_read() {
        var ask = ask(WHOLE);
        assertThat(ask.selector()).isEqualTo(Map.of("nvidia.com/gpu.product", "H100"));
        assertThat(ask.affinity())
                .contains(List.of(new Term(
                        List.of(in("zone", "a", "b")),
                        List.of(new Requirement("metadata.name", Operator.NOT_IN, List.of("n1"))))));
        assertThat(ask.tolerations())
                .containsExactly(new Toleration("", true, "", ""), new Toleration("k", false, "v", "NoSchedule"));
        assertThat(ask.requests()).isEqualTo(Map.of("nvidia.com/gpu", 8L, "cpu", 1_600L, "memory", 1L << 30));
        assertThat(ask.ports()).containsExactly(new HostPort("0.0.0.0", "UDP", 8081));
        assertThat(ask.mounts()).containsExactly(new Mount("data", false), new Mount("pod-0-s", true));
        assertThat(ask.gates()).containsExactly("queue");
        assertThat(ask.scheduler()).isEqualTo("other");
        assertThat(ask.unjudged()).containsExactly("the devices of its claim gpu", "whether others use its rbd r");
        assertThat(ask.node()).isEmpty();
    }

    @Test
    void a_claim_on_devices_is_found_by_its_name_or_by_that_of_the_one_that_was_made() {
        var json = """
            {"resourceClaims": [{"name": "a", "resourceClaimName": "shared"},
              {"name": "b", "resourceClaimTemplateName": "t"}, {"name": "c", "resourceClaimTemplateName": "t"},
              {"name": "d", "resourceClaimTemplateName": "t"}]}
            """;
        var made = ((Known) PodSpec.read("lab", "pod-0", Map.of(), Map.of("b", "pod-0-b-x7", "c", ""), json)).ask();
        assertThat(made.devices())
                .containsExactly(
                        new DeviceUse("shared", Optional.of("shared")),
                        new DeviceUse("b", Optional.of("pod-0-b-x7")),
                        new DeviceUse("d", Optional.empty()));
        assertThat(made.unjudged()).isEmpty();
        // What a manifest would make is not known.
        var planned = ask(json);
        assertThat(planned.devices()).containsExactly(new DeviceUse("shared", Optional.of("shared")));
        assertThat(planned.unjudged()).hasSize(3).contains("the devices of its claim b");
    }

    @Test
    void the_company_of_a_pod_is_read_with_the_labels_that_it_has_itself() {
        var company = ask(WHOLE).company();
        assertThat(company.namespace()).isEqualTo("lab");
        assertThat(company.labels()).isEqualTo(new TreeMap<>(Map.of("app", "x", "job", "7", "team", "t")));
        assertThat(company.spreads())
                .containsExactly(new Spread("zone", 2, 3, selection(in("app", "x"), in("job", "7")), true, true));
        assertThat(company.together())
                .containsExactly(new PodTerm(
                        selection(
                                new Requirement("app", Operator.EXISTS, List.of()),
                                in("job", "7"),
                                new Requirement("team", Operator.NOT_IN, List.of("t"))),
                        "zone",
                        new TreeSet<>(),
                        selection()));
        assertThat(company.apart())
                .containsExactly(new PodTerm(
                        selection(in("app", "x")), "host", new TreeSet<>(List.of("lab")), Selection.NOTHING));
    }

    @Test
    void a_pod_that_says_nothing_needs_nothing() {
        assertThat(ask("{}").requests()).isEmpty();
        assertThat(ask("{\"affinity\":null,\"nodeSelector\":null}").affinity()).isEmpty();
        assertThat(ask("{}").scheduler()).isEqualTo("default-scheduler");
    }

    @Test
    void a_pod_in_the_network_of_its_node_has_its_ports_there() {
        assertThat(ask("{\"hostNetwork\":true,\"containers\":[{\"ports\":[{\"containerPort\":80}]}]}")
                        .ports())
                .containsExactly(new HostPort("0.0.0.0", "TCP", 80));
    }

    @Test
    void what_the_pod_as_a_whole_requests_stands_in_place_of_what_its_containers_do() {
        assertThat(ask("""
            {"containers":[{"resources":{"requests":{"cpu":"1","nvidia.com/gpu":"1"}}}],
             "resources":{"requests":{"cpu":"3"}},"overhead":{"cpu":"1"}}
            """).requests()).isEqualTo(Map.of("cpu", 4_000L, "nvidia.com/gpu", 1L));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        | it ends too early
        [1 | it is not JSON
        {} {} | something comes after its end
        null | is not an object
        3 | is not an object
        {"nodeSelector":["a"]} | nodeSelector is not an object
        {"nodeSelector":{"a":{}}} | nodeSelector.a is not a text
        {"nodeSelector":{"a":"1","a":"2"}} | it is not JSON: Duplicate field
        {"tolerations":{}} | tolerations is not a list
        {"tolerations":[{"operator":"Like"}]} | tolerations[0] is not a toleration of a known operator
        {"containers":[{"resources":{"requests":{"cpu":"many"}}}]} | requests of cpu is no amount: many
        {"containers":[{"ports":[{"hostPort":"x"}]}]} | containers[0].ports[0].hostPort is not a whole number
        {"volumes":[{"persistentVolumeClaim":{}}]} | volumes[0].persistentVolumeClaim has no claimName
        {"hostNetwork":"yes"} | hostNetwork is not true or false
        {"topologySpreadConstraints":[{"whenUnsatisfiable":"Perhaps"}]} | is not a constraint of a known kind
        """)
    void what_cannot_be_read_is_told_and_where_it_is(String json, String why) {
        assertThat(read(Optional.ofNullable(json).orElse("")))
                .isInstanceOfSatisfying(
                        Unknown.class,
                        unknown -> assertThat(unknown.why())
                                .singleElement()
                                .asString()
                                .contains(why));
    }

    @Test
    void hostile_texts_are_bounded() {
        var deep = "{\"a\":".repeat(100_000);
        var long_ = "{\"nodeSelector\":{\"%s\":\"x\"}}".formatted("ä\\u0000日本\\ud834\\udd1e".repeat(10_000));
        var many = "{\"tolerations\":[%s]}".formatted("{},".repeat(10_000) + "{}");
        var terms = "{\"affinity\":{\"podAffinity\":{\"requiredDuringSchedulingIgnoredDuringExecution\":[%s]}}}"
                .formatted("{\"topologyKey\":\"a\"},".repeat(100) + "{\"topologyKey\":\"a\"}");
        assertThat(read(deep)).isInstanceOf(Unknown.class);
        assertThat(((Known) read(long_)).ask().selector()).hasSize(1);
        assertThat(((Known) read(many)).ask().tolerations()).hasSize(10_001);
        assertThat(((Unknown) read(terms)).why().getFirst())
                .contains("101 items")
                .hasSizeLessThan(300);
        assertThat(read("1".repeat(4 << 20))).isInstanceOf(Unknown.class);
        assertThat(((Unknown) read(long_.replace("\"x\"", "[]"))).why().getFirst())
                .hasSizeLessThan(300);
    }

    @Test
    void no_damage_to_a_text_throws_anything() {
        var seed = System.nanoTime();
        var random = new SplittableRandom(seed);
        var known = 0;
        for (var i = 0; i < 3_000; i++) {
            var text = new StringBuilder(WHOLE);
            for (var change = random.nextInt(4); change >= 0; change--) {
                var at = random.nextInt(text.length() - 10);
                switch (random.nextInt(3)) {
                    case 0 -> text.setCharAt(at, (char) random.nextInt(256));
                    case 1 -> text.delete(at, at + 1 + random.nextInt(9));
                    default -> text.insert(at, text.substring(at, at + 1 + random.nextInt(9)));
                }
            }
            var reading = read(text.toString());
            known += reading instanceof Known ? 1 : 0;
            assertThat(reading instanceof Known || !((Unknown) reading).why().isEmpty())
                    .as("seed %s, text %s", seed, i)
                    .isTrue();
        }
        assertThat(known).as("seed %s", seed).isBetween(1, 2_999);
    }
}
