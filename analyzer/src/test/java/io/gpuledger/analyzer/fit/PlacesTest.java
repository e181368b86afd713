package io.gpuledger.analyzer.fit;

import static io.gpuledger.analyzer.fit.Specs.GPU;
import static io.gpuledger.analyzer.fit.Specs.Node.FREE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.gpuledger.analyzer.fit.Claim.Fate;
import io.gpuledger.analyzer.fit.CompanyReason.Alone;
import io.gpuledger.analyzer.fit.CompanyReason.NoDomain;
import io.gpuledger.analyzer.fit.CompanyReason.TooNear;
import io.gpuledger.analyzer.fit.CompanyReason.Uneven;
import io.gpuledger.analyzer.fit.CompanyReason.Unwelcome;
import io.gpuledger.analyzer.fit.Diagnosis.Group;
import io.gpuledger.analyzer.fit.PodReason.ClaimMissing;
import io.gpuledger.analyzer.fit.PodReason.ClaimUnbound;
import io.gpuledger.analyzer.fit.PodReason.Gated;
import io.gpuledger.analyzer.fit.PodReason.OtherScheduler;
import io.gpuledger.analyzer.fit.PodReason.VolumeMissing;
import io.gpuledger.analyzer.fit.Reason.Lacking;
import io.gpuledger.analyzer.fit.Reason.PortTaken;
import io.gpuledger.analyzer.fit.Requirement.Operator;
import io.gpuledger.analyzer.fit.VolumeReason.InUse;
import io.gpuledger.analyzer.fit.VolumeReason.NoneToBind;
import io.gpuledger.analyzer.fit.VolumeReason.OtherZone;
import io.gpuledger.analyzer.fit.VolumeReason.OutOfReach;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class PlacesTest {
    private static final String ZONE = "topology.kubernetes.io/zone";
    private static final Selection SAME_APP =
            new Selection(Optional.of(List.of(new Requirement("app", Operator.IN, List.of("x")))));
    private static final PodTerm NEAR_SAME_APP =
            new PodTerm(SAME_APP, ZONE, new TreeSet<>(List.of("lab")), Selection.NOTHING);

    private static Place node(String name, String zone, Resident... residents) {
        return FREE.label(ZONE, zone).place(name, residents);
    }

    private static Resident app(String app, PodTerm... apart) {
        return new Resident("lab", labels(app), false, List.of(), List.of(apart), Set.of());
    }

    private static SortedMap<String, String> labels(String app) {
        return new TreeMap<>(Map.of("app", app));
    }

    private static Diagnosis diagnose(Ask ask, Place... places) {
        return new Places(List.of(places), Surroundings.NONE).diagnose(ask);
    }

    private static Ask spread(int skewMax, int domainsMin) {
        return Specs.in(new Company(
                "lab",
                labels("x"),
                List.of(new Spread(ZONE, skewMax, domainsMin, SAME_APP, true, false)),
                List.of(),
                List.of()));
    }

    private static Ask together(String app) {
        return Specs.in(new Company("lab", labels(app), List.of(), List.of(NEAR_SAME_APP), List.of()));
    }

    private static Ask mounting(String... claims) {
        return Specs.mounting(
                List.of(claims).stream().map(name -> new Mount(name, false)).toList());
    }

    private static Diagnosis withClaims(Ask ask, Map<String, Claim> claims, Place... places) {
        var around = new Surroundings(Optional.of(new TreeMap<>(claims)), new TreeMap<>());
        return new Places(List.of(places), around).diagnose(ask);
    }

    private static Claim claim(Fate fate) {
        return new Claim(fate, false);
    }

    private static Volume volumeIn(String zone) {
        var term = new Term(List.of(new Requirement(ZONE, Operator.IN, List.of(zone))), List.of());
        return new Volume("v-" + zone, Optional.of(List.of(term)), new TreeMap<>());
    }

    @Test
    void nodes_are_counted_by_what_is_against_them_and_the_nearest_is_named() {
        var diagnosis = diagnose(
                Specs.asks(Map.of(GPU, 8L)),
                FREE.take(GPU, 8).place("full"),
                FREE.take(GPU, 1).place("nearly"),
                FREE.take(GPU, 5).cordon().place("cordoned"));
        assertThat(diagnosis.fits()).isFalse();
        assertThat(diagnosis.groups())
                .extracting(Group::nodes, Group::nearest)
                .containsExactly(tuple(2, "nearly"), tuple(1, "cordoned"));
        assertThat(diagnosis.groups().getFirst().reasons()).containsExactly(new Lacking(GPU, 8, 7, 8));
        assertThat(diagnosis.schedulersWords())
                .isEqualTo(Map.of("Insufficient nvidia.com/gpu", 2, "node(s) were unschedulable", 1));
    }

    @Test
    void a_pod_fits_where_one_node_has_nothing_against_it() {
        var diagnosis = diagnose(Specs.pod(), FREE.cordon().place("a"), FREE.place("b"));
        assertThat(diagnosis.fits()).isTrue();
        assertThat(diagnosis.fitting().map(Group::nearest)).contains("b");
    }

    @Test
    void no_node_fits_where_there_is_none() {
        assertThat(diagnose(Specs.pod()).fits()).isFalse();
        assertThat(diagnose(Specs.pod()).schedulersWords()).isEmpty();
    }

    @Test
    void a_gate_or_another_scheduler_is_against_a_pod_on_all_nodes() {
        var gated = diagnose(Specs.gated("queue"), FREE.place("a"));
        assertThat(gated.barred()).containsExactly(new Gated(List.of("queue")));
        assertThat(gated.fits()).isFalse();
        assertThat(gated.fitting()).isPresent();
        assertThat(diagnose(Specs.scheduledBy("mine"), FREE.place("a")).barred())
                .containsExactly(new OtherScheduler("mine"));
    }

    @Test
    void a_port_is_taken_on_the_same_address_or_on_all() {
        var taken = new HostPort("10.0.0.1", "TCP", 80);
        var place = node("n", "a", new Resident("lab", labels("x"), false, List.of(taken), List.of(), Set.of()));
        var any = new HostPort(HostPort.ANY, "TCP", 80);
        assertThat(diagnose(Specs.onPorts(any), place).groups().getFirst().reasons())
                .containsExactly(new PortTaken(any));
        assertThat(diagnose(Specs.onPorts(taken), place).fits()).isFalse();
        assertThat(diagnose(Specs.onPorts(new HostPort("10.0.0.2", "TCP", 80)), place)
                        .fits())
                .isTrue();
        assertThat(diagnose(Specs.onPorts(new HostPort(HostPort.ANY, "UDP", 80)), place)
                        .fits())
                .isTrue();
    }

    @Test
    void a_domain_must_not_have_more_pods_than_the_emptiest_and_the_skew() {
        var places = new Place[] {node("a1", "a", app("x"), app("x")), node("b1", "b", app("y"))};
        var ask = spread(2, 1);
        assertThat(diagnose(ask, places).fitting().map(Group::nearest)).contains("b1");
        assertThat(diagnose(ask, places).groups().getLast().reasons())
                .containsExactly(new Uneven(ask.company().spreads().getFirst(), "a", 3, 0));
        assertThat(diagnose(ask, places).groups().getLast().reasons())
                .allMatch(reason -> ((Uneven) reason).tooMany() == 1);
        assertThat(diagnose(ask, node("a1", "a", app("x"), app("x"))).fits()).isTrue();
        assertThat(diagnose(spread(2, 2), node("a1", "a", app("x"), app("x"))).fits())
                .isFalse();
        assertThat(diagnose(ask, FREE.place("nowhere")).groups().getFirst().reasons())
                .containsExactly(new NoDomain(ask.company().spreads().getFirst()));
    }

    @Test
    void a_pod_goes_near_those_that_it_wants_to_be_near_and_the_first_goes_anywhere() {
        var places = new Place[] {node("a1", "a", app("x")), node("b1", "b", app("y"))};
        assertThat(diagnose(together("y"), places).fitting().map(Group::nearest))
                .contains("a1");
        assertThat(diagnose(together("y"), places).groups().getLast().reasons())
                .containsExactly(new Alone(NEAR_SAME_APP));
        assertThat(diagnose(together("x"), node("b1", "b", app("y"))).fits()).isTrue();
        assertThat(diagnose(together("y"), node("b1", "b", app("y"))).fits()).isFalse();
        assertThat(diagnose(together("x"), FREE.place("nowhere")).fits()).isFalse();
    }

    @Test
    void a_pod_stays_away_from_those_that_it_must_not_be_near_and_from_those_that_want_it_away() {
        var apart = Specs.in(new Company("lab", labels("y"), List.of(), List.of(), List.of(NEAR_SAME_APP)));
        assertThat(diagnose(apart, node("a1", "a", app("x")))
                        .groups()
                        .getFirst()
                        .reasons())
                .containsExactly(new TooNear(NEAR_SAME_APP, "a"));
        assertThat(diagnose(apart, FREE.place("nowhere", app("x"))).fits()).isTrue();
        var named = Specs.in(new Company("lab", labels("x"), List.of(), List.of(), List.of()));
        assertThat(diagnose(named, node("a1", "a", app("y", NEAR_SAME_APP)))
                        .groups()
                        .getFirst()
                        .reasons())
                .containsExactly(new Unwelcome(NEAR_SAME_APP, "a"));
        var elsewhere = Specs.in(new Company("other", labels("x"), List.of(), List.of(), List.of()));
        assertThat(diagnose(elsewhere, node("a1", "a", app("y", NEAR_SAME_APP))).fits())
                .isTrue();
    }

    /// Such terms differ by their namespaces alone. Which comes first in a table of them is chance.
    @Test
    void of_several_pods_that_want_it_away_the_same_one_is_named_each_time() {
        var ask = Specs.in(new Company("lab", labels("x"), List.of(), List.of(), List.of()));
        for (var i = 0; i < 20; i++) {
            var one = new PodTerm(SAME_APP, ZONE, new TreeSet<>(List.of("lab", "one-" + i)), Selection.NOTHING);
            var other = new PodTerm(SAME_APP, ZONE, new TreeSet<>(List.of("lab", "other-" + i)), Selection.NOTHING);
            assertThat(diagnose(ask, node("a1", "a", app("y", other), app("y", one)))
                            .groups()
                            .getFirst()
                            .reasons())
                    .containsExactly(new Unwelcome(one, "a"));
        }
    }

    @Test
    void a_term_may_name_namespaces_by_their_labels() {
        var term = new PodTerm(SAME_APP, ZONE, new TreeSet<>(), SAME_APP);
        var ask = Specs.in(new Company("other", labels("y"), List.of(), List.of(), List.of(term)));
        var around = new Surroundings(Optional.empty(), new TreeMap<>(Map.of("lab", labels("x"))));
        var places = List.of(node("a1", "a", app("x")));
        assertThat(new Places(places, around).diagnose(ask).fits()).isFalse();
        assertThat(new Places(places, Surroundings.NONE).diagnose(ask).fits()).isTrue();
    }

    @Test
    void a_claim_that_is_not_there_or_has_no_volume_rules_out_all_nodes() {
        var place = node("a1", "a");
        assertThat(withClaims(mounting("data"), Map.of(), place).barred())
                .containsExactly(new ClaimMissing("data", false));
        assertThat(withClaims(mounting("data"), Map.of("lab/data", claim(new Fate.Unbound())), place)
                        .barred())
                .containsExactly(new ClaimUnbound("data"));
        assertThat(withClaims(mounting("data"), Map.of("lab/data", claim(new Fate.BoundToNothing("v"))), place)
                        .barred())
                .containsExactly(new VolumeMissing("data", "v"));
        assertThat(diagnose(mounting("data"), place).fits()).isTrue();
    }

    @Test
    void a_volume_can_be_used_where_it_can_be_reached_and_in_its_zone() {
        var bound = Map.of("lab/data", claim(new Fate.Bound(volumeIn("b"))));
        assertThat(withClaims(mounting("data"), bound, node("a1", "a"))
                        .groups()
                        .getFirst()
                        .reasons())
                .containsExactly(new OutOfReach("data", "v-b"));
        assertThat(withClaims(mounting("data"), bound, node("b1", "b")).fits()).isTrue();
        var labelled = new Volume("v", Optional.empty(), new TreeMap<>(Map.of("topology_kubernetes_io_zone", "b__c")));
        var inZone = Map.of("lab/data", claim(new Fate.Bound(labelled)));
        assertThat(withClaims(mounting("data"), inZone, node("a1", "a"))
                        .groups()
                        .getFirst()
                        .reasons())
                .containsExactly(new OtherZone("data", "v", ZONE, "b__c", Optional.of("a")));
        assertThat(withClaims(mounting("data"), inZone, node("c1", "c")).fits()).isTrue();
        assertThat(withClaims(mounting("data"), inZone, FREE.place("nowhere")).fits())
                .isTrue();
    }

    @Test
    void claims_that_wait_take_a_volume_each_or_one_is_made() {
        var both = Map.of(
                "lab/one", claim(new Fate.Waiting(List.of(volumeIn("a")), false, Optional.empty())),
                "lab/two", claim(new Fate.Waiting(List.of(volumeIn("a")), false, Optional.empty())));
        assertThat(withClaims(mounting("one"), both, node("a1", "a")).fits()).isTrue();
        assertThat(withClaims(mounting("one", "two"), both, node("a1", "a"))
                        .groups()
                        .getFirst()
                        .reasons())
                .containsExactly(new NoneToBind("two"));
        var made = Map.of(
                "lab/one", claim(new Fate.Waiting(List.of(), true, volumeIn("b").affinity())));
        assertThat(withClaims(mounting("one"), made, node("b1", "b")).fits()).isTrue();
        assertThat(withClaims(mounting("one"), made, node("a1", "a")).fits()).isFalse();
    }

    @Test
    void a_claim_for_one_pod_alone_is_in_use_wherever_that_pod_is() {
        var claims =
                Map.of("lab/data", new Claim(new Fate.Bound(new Volume("v", Optional.empty(), new TreeMap<>())), true));
        var user = new Resident("lab", labels("x"), false, List.of(), List.of(), Set.of("data"));
        assertThat(withClaims(mounting("data"), claims, node("a1", "a", user), node("b1", "b"))
                        .groups())
                .singleElement()
                .extracting(Group::reasons)
                .isEqualTo(List.of(new InUse("data")));
        assertThat(withClaims(mounting("data"), claims, node("a1", "a")).fits()).isTrue();
    }
}
