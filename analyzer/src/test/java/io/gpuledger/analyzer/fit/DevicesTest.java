package io.gpuledger.analyzer.fit;

import static io.gpuledger.analyzer.fit.Specs.Node.FREE;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.cluster.kubernetes.ToldDevices;
import io.gpuledger.analyzer.fit.DeviceReason.Elsewhere;
import io.gpuledger.analyzer.fit.DeviceReason.Lacking;
import io.gpuledger.analyzer.fit.Diagnosis.Group;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Claims on devices, told as the API server tells of them, on nodes that need nothing else.
class DevicesTest {
    private final ToldDevices told = new ToldDevices();

    @BeforeEach
    void there_is_a_class() {
        told.add("""
            {"apiVersion": "resource.k8s.io/v1beta1", "kind": "DeviceClass", "metadata": {"name": "gpu"},
              "spec": {"selectors": [{"cel": {"expression": "device.driver == 'gpu.example.com'"}}]}}
            """);
    }

    private DevicesTest claim(String name, String spec, String status) {
        told.add("""
            {"apiVersion": "resource.k8s.io/v1beta1", "kind": "ResourceClaim",
              "metadata": {"name": "%s", "namespace": "lab"}, "spec": {"devices": {"requests": [%s]}}, "status": {%s}}
            """.formatted(name, spec, status));
        return this;
    }

    private DevicesTest waiting(String name, int count) {
        return claim(name, "{\"name\": \"r\", \"deviceClassName\": \"gpu\", \"count\": %d}".formatted(count), "");
    }

    private static String allocated(String devices, String node, int consumers) {
        var results = List.of(devices.split(",")).stream()
                .map(device -> "{\"driver\": \"gpu.example.com\", \"pool\": \"%s\", \"device\": \"%s\"}"
                        .formatted(node, device))
                .collect(Collectors.joining(","));
        var pods = IntStream.range(0, consumers).mapToObj(_ -> "{}").collect(Collectors.joining(","));
        return """
            "allocation": {"devices": {"results": [%s]}, "nodeSelector": {"nodeSelectorTerms": [{"matchFields": [
              {"key": "metadata.name", "operator": "In", "values": ["%s"]}]}]}}, "reservedFor": [%s]
            """.formatted(results, node, pods);
    }

    /// @param reach of the slice, as its driver writes it
    private DevicesTest slice(String pool, int generation, int slices, String reach, int devices) {
        var all = IntStream.range(0, devices)
                .mapToObj("{\"name\": \"gpu-%d\", \"basic\": {}}"::formatted)
                .collect(Collectors.joining(","));
        told.add("""
            {"apiVersion": "resource.k8s.io/v1beta1", "kind": "ResourceSlice", "metadata": {"name": "s"},
              "spec": {"driver": "gpu.example.com", %s, "devices": [%s],
                "pool": {"name": "%s", "generation": %d, "resourceSliceCount": %d}}}
            """.formatted(reach, all, pool, generation, slices));
        return this;
    }

    private DevicesTest local(String node, int devices) {
        return slice(node, 1, 1, "\"nodeName\": \"%s\"".formatted(node), devices);
    }

    private Places places() {
        var places = List.of(
                FREE.label("zone", "a").place("n1"), FREE.label("zone", "b").place("n2"));
        return new Places(places, new Surroundings(Optional.empty(), Optional.of(told.devices()), new TreeMap<>()));
    }

    private Diagnosis diagnose(DeviceUse... uses) {
        return places().diagnose(Specs.using(uses));
    }

    private Diagnosis diagnose(String claim) {
        return diagnose(new DeviceUse(claim, Optional.of(claim)));
    }

    private static List<String> fitting(Diagnosis diagnosis) {
        return diagnosis.fitting().map(Group::nearest).stream().toList();
    }

    @Test
    void a_claim_fits_where_there_are_as_many_devices() {
        local("n1", 1).local("n2", 2).waiting("two", 2);
        var diagnosis = diagnose("two");
        assertThat(fitting(diagnosis)).containsExactly("n2");
        assertThat(diagnosis.schedulersWords()).containsOnlyKeys("cannot allocate all claims");
    }

    @Test
    void what_other_claims_hold_is_told_with_who_holds_it() {
        local("n1", 2).waiting("two", 2).claim("other", "", allocated("gpu-1", "n1", 1));
        var reasons = diagnose("two").groups().stream()
                .filter(group -> group.nearest().equals("n1"))
                .findFirst()
                .orElseThrow()
                .reasons();
        var lacking = (Lacking) reasons.getFirst();
        assertThat(lacking.kind()).isEqualTo(Lacking.Kind.HELD);
        assertThat(lacking.few().holders()).containsExactly("lab/other");
    }

    @Test
    void all_claims_of_a_pod_have_to_be_met_by_one_node() {
        local("n1", 2).local("n2", 1).waiting("one", 1).waiting("another", 1);
        assertThat(fitting(diagnose(
                        new DeviceUse("one", Optional.of("one")), new DeviceUse("another", Optional.of("another")))))
                .containsExactly("n1");
    }

    @Test
    void devices_of_all_nodes_or_of_some_by_their_labels_can_be_had_from_these() {
        slice("net", 1, 1, "\"allNodes\": true", 1).waiting("one", 1);
        assertThat(diagnose("one").fitting().orElseThrow().nodes()).isEqualTo(2);
        slice("zone", 1, 1, """
            "nodeSelector": {"nodeSelectorTerms": [{"matchExpressions": [
              {"key": "zone", "operator": "In", "values": ["b"]}]}]}\
            """, 1).waiting("two", 2);
        assertThat(fitting(diagnose("two"))).containsExactly("n2");
    }

    @Test
    void only_the_newest_generation_of_a_pool_counts() {
        slice("n1", 2, 1, "\"nodeName\": \"n1\"", 1)
                .slice("n1", 1, 1, "\"nodeName\": \"n1\"", 4)
                .waiting("two", 2);
        assertThat(diagnose("two").fits()).isFalse();
    }

    @Test
    void a_pool_that_is_not_complete_gives_what_there_is_and_nothing_to_who_wants_all() {
        slice("n1", 1, 2, "\"nodeName\": \"n1\"", 1)
                .waiting("one", 1)
                .claim("all", "{\"name\": \"r\", \"deviceClassName\": \"gpu\", \"allocationMode\": \"All\"}", "");
        assertThat(diagnose("one").fits()).isTrue();
        assertThat(diagnose("all").failed()).isPresent();
        assertThat(diagnose("all").schedulersWords()).containsOnlyKeys("running \"DynamicResources\" filter plugin");
    }

    @Test
    void a_claim_that_has_devices_keeps_its_pods_to_the_nodes_that_these_can_be_had_from() {
        local("n1", 1).claim("has", "", allocated("gpu-0", "n1", 1));
        var diagnosis = diagnose("has");
        assertThat(fitting(diagnosis)).containsExactly("n1");
        assertThat(diagnosis.groups().getLast().reasons()).containsExactly(new Elsewhere("has"));
    }

    @Test
    void a_claim_that_is_reserved_for_256_others_keeps_a_pod_from_all_nodes() {
        local("n1", 1).claim("has", "", allocated("gpu-0", "n1", 256));
        var diagnosis = diagnose("has");
        assertThat(diagnosis.barred()).containsExactly(new DeviceBar.InUse("has", 256));
        assertThat(fitting(diagnosis)).containsExactly("n1");
        assertThat(diagnosis.schedulersWords()).containsOnlyKeys("running PreBind plugin \"DynamicResources\"");
    }

    @Test
    void a_claim_that_is_not_there_or_not_made_or_going_keeps_a_pod_from_all_nodes() {
        told.add("""
            {"apiVersion": "resource.k8s.io/v1beta1", "kind": "ResourceClaim", "metadata": {"name": "going",
              "namespace": "lab", "deletionTimestamp": "2026-03-03T09:00:00Z"}}
            """);
        assertThat(diagnose("gone").barred()).containsExactly(new DeviceBar.Missing("gone"));
        assertThat(diagnose("going").barred()).containsExactly(new DeviceBar.Leaving("going"));
        assertThat(diagnose(new DeviceUse("gpu", Optional.empty())).barred())
                .containsExactly(new DeviceBar.NotMade("gpu"));
    }

    @Test
    void a_class_that_is_not_there_keeps_a_pod_from_all_nodes() {
        claim("odd", "{\"name\": \"r\", \"deviceClassName\": \"odd\"}", "");
        assertThat(diagnose("odd").barred()).containsExactly(new DeviceBar.NoClass("odd", "r", "odd"));
    }

    @Test
    void a_claim_that_means_harm_leaves_time_for_others() {
        var half = "{\"name\": \"%s\", \"deviceClassName\": \"gpu\", \"count\": 15}";
        local("n1", 28)
                .local("n2", 2)
                .claim("harm", half.formatted("r1") + "," + half.formatted("r2"), "")
                .waiting("two", 2);
        var places = places();
        assertThat(places.diagnose(Specs.using(new DeviceUse("harm", Optional.of("harm"))))
                        .unclear())
                .isPresent();
        var two = places.diagnose(Specs.using(new DeviceUse("two", Optional.of("two"))));
        assertThat(two.fitting().orElseThrow().nodes()).isEqualTo(2);
    }

    @Test
    void where_nobody_tells_of_devices_nothing_is_said_of_them() {
        var places = new Places(List.of(FREE.place()), Surroundings.NONE);
        var ask = Specs.using(new DeviceUse("gpu", Optional.of("gpu")));
        assertThat(places.diagnose(ask).fits()).isTrue();
        assertThat(places.unjudged(ask)).containsExactly("the devices of its claim gpu");
        assertThat(places.slots(ask)).isEmpty();
        assertThat(Together.of(places, ask, 2)).isEmpty();
    }
}
