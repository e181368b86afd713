package io.gpuledger.analyzer.diagnosis;

import static io.gpuledger.analyzer.fit.Specs.Node.FREE;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.admission.Facts;
import io.gpuledger.analyzer.cluster.kubernetes.ToldDevices;
import io.gpuledger.analyzer.fit.DeviceUse;
import io.gpuledger.analyzer.fit.Place;
import io.gpuledger.analyzer.fit.Places;
import io.gpuledger.analyzer.fit.Specs;
import io.gpuledger.analyzer.fit.Surroundings;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What is said of a pod whose claim `gpus` asks for two devices of the class `h100`.
class DeviceCasesTest {
    private static final String API = "\"apiVersion\": \"resource.k8s.io/v1\"";
    private static final Place PLAIN = FREE.place("plain");
    private static final Place ONE = FREE.place("n1");
    private static final Place OTHER = FREE.place("n2");

    private final ToldDevices told = new ToldDevices();

    @BeforeEach
    void there_is_a_class() {
        told.add("""
            {%s, "kind": "DeviceClass", "metadata": {"name": "h100"}, "spec": {"selectors": [
              {"cel": {"expression": "device.driver == 'gpu.example.com' && \
            device.attributes['gpu.example.com'].model == 'H100'"}}]}}
            """.formatted(API));
        asks("");
    }

    /// @param selector by which the claim selects, too
    private void asks(String selector) {
        told.add("""
            {%s, "kind": "ResourceClaim", "metadata": {"name": "gpus", "namespace": "lab"}, "spec": {"devices": {
              "requests": [{"name": "r", "exactly": {"deviceClassName": "h100", "count": 2, "selectors": [%s]}}]}}}
            """.formatted(
                        API, selector.isEmpty() ? "" : "{\"cel\": {\"expression\": \"%s\"}}".formatted(selector)));
    }

    private void has(String node, String model, int devices) {
        var all = IntStream.range(0, devices)
                .mapToObj(i ->
                        "{\"name\": \"gpu-%d\", \"attributes\": {\"model\": {\"string\": \"%s\"}}}".formatted(i, model))
                .collect(Collectors.joining(","));
        told.add("""
            {%s, "kind": "ResourceSlice", "metadata": {"name": "%s"}, "spec": {"driver": "gpu.example.com",
              "nodeName": "%s", "pool": {"name": "%s", "generation": 1, "resourceSliceCount": 1}, "devices": [%s]}}
            """.formatted(API, node, node, node, all));
    }

    private void holds(String claim, String node, String device) {
        told.add("""
            {%s, "kind": "ResourceClaim", "metadata": {"name": "%s", "namespace": "lab"}, "status": {"allocation": {
              "devices": {"results": [{"driver": "gpu.example.com", "pool": "%s", "device": "%s"}]},
              "nodeSelector": {"nodeSelectorTerms": [{"matchFields": [
                {"key": "metadata.name", "operator": "In", "values": ["%s"]}]}]}}}}
            """.formatted(API, claim, node, device, node));
    }

    private Verdict verdict(Waiting pod, Place... places) {
        var around = new Surroundings(Optional.empty(), Optional.of(told.devices()), new TreeMap<>());
        return new Backlog(List.of(pod.pod()), new Places(List.of(places), around), _ -> Optional.empty(), Facts.none())
                .verdicts()
                .getFirst();
    }

    private static Waiting claiming(String claim) {
        return Waiting.of("p", Specs.using(new DeviceUse(claim, Optional.of(claim))));
    }

    private void assertSaid(Verdict verdict, Blocker blocker, String why) {
        assertThat(verdict.why()).isEqualTo(why);
        assertThat(verdict.blocker()).isEqualTo(blocker);
    }

    @Test
    void its_class_selects_no_device_of_any_node() {
        has("n1", "A100", 8);
        assertSaid(
                verdict(claiming("gpus"), PLAIN, ONE),
                Blocker.DRA,
                "The class h100, of which its claim gpus asks for devices, selects no device of any of the 2 nodes that"
                        + " it may use.");
    }

    @Test
    void its_claim_selects_none_of_the_class() {
        has("n1", "H100", 8);
        asks("device.attributes['gpu.example.com'].model == 'B200'");
        var verdict = verdict(claiming("gpus"), PLAIN, ONE);
        assertSaid(
                verdict,
                Blocker.DRA,
                "Its claim gpus selects no device of the class h100 of any of the 2 nodes that it may use.");
        assertThat(verdict.remedies())
                .containsExactly(new Remedy(Blocker.DRA, "if its claim gpus selected what they have", 1, "n1"));
    }

    @Test
    void no_node_has_as_many() {
        has("n1", "H100", 1);
        has("n2", "H100", 1);
        var verdict = verdict(claiming("gpus"), PLAIN, ONE, OTHER);
        assertSaid(
                verdict,
                Blocker.DRA,
                "Its claim gpus asks for 2 devices of the class h100, and none of the 3 nodes that it may use has more"
                        + " than 1 that it selects.");
        assertThat(verdict.remedies())
                .containsExactly(new Remedy(Blocker.DRA, "if its claim gpus asked for 1 device at most", 2, "n1"));
    }

    @Test
    void other_claims_hold_them() {
        has("n1", "H100", 2);
        has("n2", "H100", 2);
        holds("a", "n1", "gpu-0");
        holds("b", "n1", "gpu-1");
        holds("c", "n2", "gpu-0");
        var verdict = verdict(claiming("gpus"), PLAIN, ONE, OTHER);
        assertThat(verdict.blocker()).isEqualTo(Blocker.DRA);
        assertThat(verdict.why())
                .isEqualTo("Of the 2 nodes that it may use 2 have such devices; n1 has 0 of 2 devices of the class h100"
                        + " free that its claim gpus selects, and it asks for 2; the others are held by the claims"
                        + " lab/a, lab/b.");
        assertThat(verdict.remedies())
                .contains(new Remedy(Blocker.DRA, "if 2 such devices more were free there", 2, "n1"));
    }

    @Test
    void nodes_with_such_devices_have_a_taint() {
        has("n1", "H100", 2);
        assertThat(verdict(
                                claiming("gpus"),
                                PLAIN,
                                FREE.taint("gpu", "", "NoSchedule").place("n1"))
                        .blocker())
                .isEqualTo(Blocker.TAINT);
    }

    @Test
    void a_claim_is_not_there() {
        assertSaid(verdict(claiming("gone"), PLAIN), Blocker.DRA, "Its claim gone on devices is not there.");
    }

    @Test
    void a_claim_has_devices_on_a_node_that_is_gone() {
        holds("has", "n3", "gpu-0");
        assertSaid(
                verdict(claiming("has"), ONE, OTHER),
                Blocker.DRA,
                "Of the 2 nodes that it may use 2 cannot have its devices; n1 is not where the devices of its claim has"
                        + " can be had.");
    }

    @Test
    void a_claim_has_devices_on_a_node_without_room() {
        holds("has", "n1", "gpu-0");
        var full = FREE.take("pods", 110).place("n1");
        assertThat(verdict(claiming("has"), full, OTHER).blocker()).isEqualTo(Blocker.HOST_OTHER);
    }

    @Test
    void the_scheduler_ends_with_an_error() {
        has("n1", "H100", 2);
        asks("device.attributes['gpu.example.com'].nothing == 1");
        assertSaid(
                verdict(claiming("gpus"), PLAIN, ONE),
                Blocker.DRA,
                "The scheduler looks for devices of its claim gpus, and ends with an error: no such key: nothing.");
    }

    @Test
    void of_what_is_not_understood_the_schedulers_words_decide() {
        has("n1", "H100", 2);
        asks("[1].all(i, i == 1)");
        var verdict = verdict(claiming("gpus"), PLAIN, ONE);
        assertSaid(
                verdict,
                Blocker.UNKNOWN,
                "It would fit, if devices for its claim gpus can be had, which cannot be told here: i is not known"
                        + " here.");
        var said = verdict(claiming("gpus").said("0/2 nodes are available: 2 cannot allocate all claims."), PLAIN, ONE);
        assertThat(said.blocker()).isEqualTo(Blocker.DRA);
        assertThat(said.agrees()).isEmpty();
    }

    @Test
    void the_scheduler_gives_the_same_reasons_or_others() {
        has("n1", "H100", 1);
        var same = "0/2 nodes are available: 2 cannot allocate all claims. still not schedulable, preemption: 0/2 nodes"
                + " are available: 2 Preemption is not helpful for scheduling.";
        assertThat(verdict(claiming("gpus").said(same), PLAIN, ONE).agrees()).contains(true);
        has("n2", "H100", 2);
        assertThat(verdict(claiming("gpus").said(same), PLAIN, ONE, OTHER).agrees())
                .contains(false);
        assertThat(verdict(claiming("gpus").said(same), PLAIN, ONE, OTHER).blocker())
                .isEqualTo(Blocker.DRA);
    }
}
