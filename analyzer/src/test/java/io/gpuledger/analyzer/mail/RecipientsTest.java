package io.gpuledger.analyzer.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuledger.analyzer.report.Edition;
import io.gpuledger.analyzer.store.outbox.AnnotatedAddresses;
import io.gpuledger.analyzer.store.outbox.AnnotatedAddresses.Named;
import io.gpuledger.analyzer.store.outbox.SettledWeeks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecipientsTest {
    private static final Edition VISION = Rig.team("vision");

    private static Recipients recipients(Map<String, List<String>> file, Set<String> domains) {
        return new Recipients(
                () -> new TeamsFile(file),
                new Recipients.Rules(
                        List.of(new MailAddress("all@example.org")),
                        List.of(new MailAddress("copy@example.org")),
                        List.of(new MailAddress("platform@example.org")),
                        domains));
    }

    private static List<String> to(Recipients recipients, Edition edition, Named... named) {
        return recipients.of(edition, List.of(named)).addresses().stream()
                .map(MailAddress::text)
                .toList();
    }

    @Test
    void the_file_comes_before_annotations_and_these_before_what_is_for_all() {
        var named = new Named("pod-owner@example.org, second@Example.org", "pod v/x");
        assertThat(to(recipients(Map.of("vision", List.of("lead@example.org")), Set.of()), VISION, named))
                .containsExactly("lead@example.org", "copy@example.org");
        assertThat(to(recipients(Map.of(), Set.of()), VISION, named))
                .containsExactly("pod-owner@example.org", "second@example.org", "copy@example.org");
        assertThat(to(recipients(Map.of(), Set.of()), VISION)).containsExactly("all@example.org", "copy@example.org");
        assertThat(to(recipients(Map.of("vision", List.of()), Set.of()), VISION, named))
                .isEmpty();
        assertThat(to(recipients(Map.of(), Set.of()), new Edition.OfFleet())).containsExactly("platform@example.org");
    }

    @Test
    void an_annotation_names_no_other_domain_and_no_crowd() {
        var found = recipients(Map.of(), Set.of("example.org"))
                .of(VISION, List.of(new Named("a@example.org,x@elsewhere.example,not an address", "namespace v")));
        assertThat(found.addresses())
                .extracting(MailAddress::text)
                .containsExactly("a@example.org", "copy@example.org");
        assertThat(found.troubles())
                .containsExactly(
                        "namespace v: `x@elsewhere.example` is not of a domain that annotations may name"
                                + " (--mail-annotation-domains)",
                        "namespace v: `not an address` is not of a domain that annotations may name"
                                + " (--mail-annotation-domains)");

        var crowd = String.join(
                ",",
                IntStream.range(0, 50)
                        .mapToObj(i -> "a%d@example.org".formatted(i))
                        .toList());
        assertThat(to(recipients(Map.of(), Set.of()), VISION, new Named(crowd, "pod v/x")))
                .hasSize(21);
    }

    @Test
    void a_file_has_a_list_of_addresses_by_team(@TempDir Path folder) throws IOException {
        var file = Files.writeString(folder.resolve("teams.yaml"), """
            # who reads what
            vision: [a@example.org, b@example.org]
            speech: c@example.org
            quiet: []
            """);
        assertThat(TeamsFile.read(file).addresses())
                .isEqualTo(Map.of(
                        "vision", List.of("a@example.org", "b@example.org"),
                        "speech", List.of("c@example.org"),
                        "quiet", List.of()));

        Files.writeString(file, "vision: {to: a@example.org}\n");
        assertThatThrownBy(() -> TeamsFile.read(file))
                .hasMessageContaining("teams.yaml")
                .hasMessageContaining("`vision` must have an address or a list of them");
    }

    @Test
    void namespaces_and_pods_name_addresses_for_the_team_that_paid_for_them() throws Exception {
        try (var rig = new Rig()) {
            rig.test().execute("""
                insert into gpu_ledger.cluster (name) values ('c');
                insert into gpu_ledger.team (name) values ('vision'), ('speech');
                insert into gpu_ledger.workload (cluster_id, namespace, kind, name)
                    values (1, 'v', 'Deployment', 'd'), (1, 's', 'Deployment', 'd');
                insert into gpu_ledger.owner (cluster_id, workload_id, namespace, pod, uid)
                    values (1, 1, 'v', 'd-1', 'u1'), (1, 1, 'v', 'd-2', 'u2');
                insert into gpu_ledger.workload_sum (hour, millis, unpriced_millis, cost_micros, workload_id, team_id, state)
                    values ('2026-11-18T10:00Z', 1, 0, 0, 1, 1, 'used'), ('2026-11-25T10:00Z', 1, 0, 0, 2, 2, 'used');
                insert into gpu_ledger.object (cluster_id, kind, namespace, name, uid, first_seen, last_seen)
                    values (1, 'namespace', '', 'v', '', '2026-11-01Z', '2026-11-20Z'),
                        (1, 'pod', 'v', 'd-1', 'u1', '2026-11-01Z', '2026-11-20Z'),
                        (1, 'pod', 'v', 'd-2', 'u2', '2026-11-01Z', '2026-11-20Z'),
                        (1, 'namespace', '', 's', '', '2026-11-01Z', '2026-11-20Z');
                insert into gpu_ledger.attribute (object_id, name, since, value)
                    values (1, 'annotations', '2026-11-01Z', '{"gpu_ledger_io_mail":"old@example.org"}'),
                        (1, 'annotations', '2026-11-19Z', '{"a":"b","gpu_ledger_io_mail":"v@example.org"}'),
                        (1, 'annotations', '2026-11-24Z', '{"gpu_ledger_io_mail":"later@example.org"}'),
                        (2, 'annotations', '2026-11-01Z', '{"gpu_ledger_io_mail":"p@example.org"}'),
                        (3, 'annotations', '2026-11-01Z', '{"gpu_ledger_io_exempt":"gpu_ledger_io_mail"}'),
                        (4, 'annotations', '2026-11-01Z', '{"gpu_ledger_io_mail":"s@example.org"}');
                """);
            assertThat(new AnnotatedAddresses(rig.database()).of(Rig.WEEK))
                    .isEqualTo(Map.of(
                            "vision",
                            List.of(
                                    new Named("v@example.org", "namespace v"),
                                    new Named("p@example.org", "pod v/d-1"))));
        }
    }

    @Test
    void a_week_waits_until_all_its_hours_are_there_and_settled_and_summed_up() throws Exception {
        try (var rig = new Rig()) {
            var settled = new SettledWeeks(rig.database());
            assertThat(settled.waitsFor(Rig.WEEK)).contains("the books have settled nothing yet");

            rig.test().execute("insert into gpu_ledger.settling (until) values ('2026-11-22T23:00Z')");
            assertThat(settled.waitsFor(Rig.WEEK))
                    .contains("the books have settled hours until 2026-11-22T23:00:00Z, and the week ends at"
                            + " 2026-11-23T00:00:00Z");

            rig.test().execute("update gpu_ledger.settling set until = '2026-11-23T01:00Z'");
            assertThat(settled.waitsFor(Rig.WEEK)).contains("the books have nothing of the week yet");

            rig.test().execute("""
                insert into gpu_ledger.cluster (name) values ('c');
                insert into gpu_ledger.sku (name) values ('h100');
                insert into gpu_ledger.hour_sum (hour, millis, cluster_id, sku_id, state, settled)
                    values ('2026-11-20T10:00Z', 1, 1, 1, 'free', false), ('2026-11-23T00:00Z', 1, 1, 1, 'free', false);
                """);
            assertThat(settled.waitsFor(Rig.WEEK))
                    .contains("hours of the week are not settled yet, the first that of 2026-11-20T10:00:00Z");

            rig.test().execute("update gpu_ledger.hour_sum set settled = true");
            assertThat(settled.waitsFor(Rig.WEEK)).isEmpty();

            rig.test().execute("""
                insert into gpu_ledger.gpu (cluster_id, uuid, first_seen, last_seen) values (1, 'GPU-1', now(), now());
                insert into gpu_ledger.filling (since, told, gpu_id)
                    select '2026-11-22T10:00Z', '2026-11-23T10:00Z', id from gpu_ledger.gpu;
                """);
            assertThat(settled.waitsFor(Rig.WEEK)).contains("the past of 1 GPUs is still coming in");
        }
    }
}
