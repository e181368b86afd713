package io.gpuledger.analyzer.cluster.statemetrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuledger.analyzer.cluster.Annotations;
import io.gpuledger.analyzer.cluster.PreferredOrigin;
import io.gpuledger.analyzer.parse.Labels;
import io.gpuledger.analyzer.parse.RoutedSamples;
import io.gpuledger.analyzer.parse.Samples;
import io.gpuledger.analyzer.parse.SeriesConsumer;
import io.gpuledger.analyzer.parse.SeriesRouter;
import io.gpuledger.analyzer.parse.text.Interner;
import io.gpuledger.analyzer.parse.text.PageFormat;
import io.gpuledger.analyzer.parse.text.PageLimits;
import io.gpuledger.analyzer.parse.text.PageReader;
import io.gpuledger.analyzer.source.Collected;
import io.gpuledger.analyzer.source.Scope;
import io.gpuledger.analyzer.telemetry.Batch;
import io.gpuledger.analyzer.telemetry.NotTakenException;
import io.gpuledger.analyzer.telemetry.ObjectId;
import io.gpuledger.analyzer.telemetry.Statement;
import io.gpuledger.analyzer.telemetry.Statement.Census;
import io.gpuledger.analyzer.telemetry.Statement.Gone;
import io.gpuledger.analyzer.telemetry.Statement.Part;
import io.gpuledger.analyzer.telemetry.Statement.Unsaid;
import io.gpuledger.analyzer.telemetry.Statement.Whole;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class StateMetricsTest {
    private static final long NOON = 1_772_366_400_000L;
    private static final long SECOND = 1_000;
    private static final long MINUTE = 60 * SECOND;
    private static final double STALE = Double.longBitsToDouble(0x7ff0000000000002L);
    private static final String POD = "namespace=\"vision\",pod=\"p\",uid=\"u\"";

    private final StateMetrics states = new StateMetrics(new PreferredOrigin(), new Annotations(Set.of("cost-center")));

    /// One target is scraped again and again.
    private final class Target {
        private final StateCollector collector = states.page(scope("scraped"));
        private final PageReader reader = new PageReader(SeriesRouter.to(collector), PageLimits.USUAL, new Interner());
        private final RoutedSamples samples = new RoutedSamples();

        List<String> scrape(long millis, String page) {
            return statements(collected(millis, page));
        }

        Collected collected(long millis, String page) {
            var bytes = page.getBytes(StandardCharsets.UTF_8);
            reader.read(bytes, bytes.length, PageFormat.PROMETHEUS, samples);
            return collector.collect(samples.of(0), samples.problems() == 0, millis);
        }
    }

    /// Sends what a sender does, sample by sample.
    private final class Sender {
        private final StateCollector collector;
        private final Samples samples = new Samples();

        Sender(String replica) {
            collector = states.sent(scope(replica));
        }

        void add(long millis, double value, String name, String... labels) {
            var slot = collector.slot(name, Labels.of(labels));
            if (slot != SeriesConsumer.IGNORED) {
                samples.add(slot, value, millis);
            }
        }

        List<String> send() {
            var collected = collector.collect(samples, true, NOON + 1_000 * MINUTE);
            samples.clear();
            return statements(collected);
        }
    }

    private static Scope scope(String origin) {
        return new Scope("c", "unknown", origin, "cluster", List.of("replica"));
    }

    private static List<String> statements(Collected collected) {
        return collected.batches().stream()
                .flatMap(batch -> batch.statements().stream())
                .map(StateMetricsTest::text)
                .toList();
    }

    /// Writes a statement as text, with its times in seconds after noon.
    private static String text(Statement statement) {
        return switch (statement) {
            case Part part ->
                "%s@%d %s%s"
                        .formatted(
                                part.object().name(),
                                seconds(part),
                                part.attributes(),
                                part.ended().isEmpty() ? "" : " without " + part.ended());
            case Whole whole -> "%s@%d all %s".formatted(whole.object().name(), seconds(whole), whole.attributes());
            case Gone gone -> "%s@%d gone".formatted(gone.object().name(), seconds(gone));
            case Unsaid unsaid -> "%s@%d unsaid".formatted(unsaid.object().name(), seconds(unsaid));
            case Census census ->
                "%s@%d since %d".formatted(census.kind().word(), seconds(census), (census.since() - NOON) / SECOND);
        };
    }

    private static long seconds(Statement statement) {
        return (statement.millis() - NOON) / SECOND;
    }

    @Test
    void a_node_has_what_its_series_say() {
        var said = new Target().scrape(NOON, """
            kube_node_info{node="n",kernel_version="6.8"} 1
            kube_node_labels{node="n",label_nvidia_com_gpu_product="H100"} 1
            kube_node_spec_unschedulable{node="n"} 1
            kube_node_spec_taint{node="n",key="a/b",value="x",effect="NoSchedule"} 1
            kube_node_status_condition{node="n",condition="Ready",status="true"} 0
            kube_node_status_condition{node="n",condition="Ready",status="false"} 0
            kube_node_status_condition{node="n",condition="Ready",status="unknown"} 1
            kube_node_status_capacity{node="n",resource="nvidia_com_gpu",unit="integer"} 8
            kube_node_status_capacity{node="n",resource="nvidia_com_mig_1g_10gb_me",unit="integer"} 1
            kube_node_status_capacity{node="n",resource="cpu",unit="core"} 63.5
            kube_node_status_allocatable{node="n",resource="ephemeral_storage",unit="byte"} 1e12
            """);

        assertThat(said)
                .containsExactly("n@0 {allocatable.ephemeral-storage=1000000000000, capacity.cpu=63.5,"
                        + " capacity.nvidia.com/gpu=8, capacity.nvidia.com/mig-1g.10gb.me=1, condition.Ready=unknown,"
                        + " cordoned=true, labels={\"nvidia_com_gpu_product\":\"H100\"}, taint.a/b:NoSchedule=x}");
    }

    @Test
    void a_pod_has_what_its_series_say() {
        var said = new Target().scrape(NOON, """
            kube_pod_info{POD,node="n",priority_class="high",created_by_kind="Job"} 1
            kube_pod_owner{POD,owner_kind="Job",owner_name="train",owner_is_controller="true"} 1
            kube_pod_labels{POD,label_team="vision"} 1
            kube_pod_annotations{POD,annotation_gpu_ledger_io_idle_after="60m"} 1
            kube_pod_created{POD} 1.7723664e+09
            kube_pod_start_time{POD} 1.7723664015e+09
            kube_pod_completion_time{POD} 1.77236646e+09
            kube_pod_status_phase{POD,phase="Running"} 0
            kube_pod_status_phase{POD,phase="Failed"} 1
            kube_pod_status_reason{POD,reason="Evicted"} 1
            kube_pod_status_reason{POD,reason="NodeLost"} 0
            kube_pod_container_resource_requests{POD,container="main",resource="nvidia_com_gpu"} 2
            kube_pod_container_resource_requests{POD,container="main",resource="cpu"} 0.5
            """.replace("POD", POD));

        assertThat(said)
                .containsExactly("p@0 {annotations={\"gpu_ledger_io_idle_after\":\"60m\"},"
                        + " created=2026-03-01T12:00:00Z, eviction=Evicted, finished=2026-03-01T12:01:00Z,"
                        + " labels={\"team\":\"vision\"}, node=n, owner=Job/train, phase=Failed, priority_class=high,"
                        + " request.main.cpu=0.5, request.main.nvidia.com/gpu=2, started=2026-03-01T12:00:01.500Z}");
    }

    private static final String DAEMON = """
        kube_pod_info{POD,node="n",priority_class="high"} 1
        kube_pod_owner{POD,owner_kind="DaemonSet",owner_name="nvidia-dcgm-exporter",owner_is_controller="true"} 1
        kube_pod_status_phase{POD,phase="Running"} 1
        kube_pod_container_resource_requests{POD,container="main",resource="cpu"} 0.5
        """;

    @Test
    void of_gpu_software_it_is_told_whether_it_is_ready_and_nothing_else() {
        var target = new Target();
        var other = "kube_node_info{node=\"n\"} 1\n";

        assertThat(target.scrape(NOON, other + (DAEMON + ready(true, NOON)).replace("POD", POD)))
                .containsExactly("n@0 {}", "p@0 {condition.Ready=true, node=n, owner=DaemonSet/nvidia-dcgm-exporter}");
        assertThat(target.scrape(NOON + MINUTE, other + (DAEMON + ready(false, NOON)).replace("POD", POD)))
                .containsExactly("p@60 {condition.Ready=false}");
        target.scrape(NOON + 2 * MINUTE, other);
        assertThat(target.collected(NOON + 3 * MINUTE, other)
                        .batches()
                        .getFirst()
                        .statements())
                .containsExactly(
                        new Gone(ObjectId.gpuSoftware(ObjectId.pod("c", "vision", "p", "u")), NOON + 2 * MINUTE));
    }

    @Test
    void gpu_software_that_asks_for_gpus_is_a_pod_as_others_are() {
        var daemon = DAEMON.replace("POD", POD);
        var all = daemon + GPU_POD.replace("POD", POD);
        assertThat(told(new Target().collected(NOON, all))).containsExactly("6 of POD");

        var target = new Target();
        assertThat(told(target.collected(NOON, daemon))).containsExactly("2 of GPU_SOFTWARE");
        assertThat(told(target.collected(NOON + MINUTE, all)))
                .containsExactlyInAnyOrder("GPU_SOFTWARE is gone", "5 of POD", "1 of POD");
    }

    private static List<String> told(Collected collected) {
        return collected.batches().getFirst().statements().stream()
                .map(statement -> switch (statement) {
                    case Part part ->
                        "%d of %s"
                                .formatted(
                                        part.attributes().size(), part.object().kind());
                    case Gone gone -> gone.object().kind() + " is gone";
                    case Unsaid unsaid -> unsaid.object().kind() + " is unsaid";
                    case Whole whole -> "all of " + whole.object().kind();
                    case Census census -> "all of " + census.kind();
                })
                .toList();
    }

    private static final String GPU_POD =
            "kube_pod_container_resource_requests{POD,container=\"main\",resource=\"nvidia_com_gpu\"} 1\n";

    /// Writes a condition of a pod as kube-state-metrics does, with when it became true if it is.
    private static String condition(String metric, boolean isSo, String time, long millis) {
        return """
            M{POD,condition="true"} %d
            M{POD,condition="false"} %d
            M{POD,condition="unknown"} 0
            """.replace("M{", metric + "{").formatted(isSo ? 1 : 0, isSo ? 0 : 1)
                + (isSo ? "%s{POD} %d%n".formatted(time, millis / SECOND) : "");
    }

    private static String scheduled(boolean isSo, long millis) {
        return condition("kube_pod_status_scheduled", isSo, "kube_pod_status_scheduled_time", millis);
    }

    private static String ready(boolean isSo, long millis) {
        return condition("kube_pod_status_ready", isSo, "kube_pod_status_ready_time", millis);
    }

    private List<String> scrapePod(Target target, long millis, String page) {
        return target.scrape(millis, (GPU_POD + page).replace("POD", POD));
    }

    @Test
    void a_condition_of_a_pod_is_so_since_it_says() {
        var target = new Target();
        assertThat(scrapePod(target, NOON, scheduled(false, 0)))
                .containsExactly("p@0 {condition.PodScheduled=false, request.main.nvidia.com/gpu=1}");
        var page = scheduled(true, NOON + 12 * SECOND)
                + ready(true, NOON + 20 * SECOND)
                + "kube_pod_status_container_ready_time{POD} %d%n".formatted(NOON / SECOND + 19);

        assertThat(scrapePod(target, NOON + 30 * SECOND, page))
                .containsExactlyInAnyOrder(
                        "p@12 {condition.PodScheduled=true}",
                        "p@20 {condition.Ready=true}",
                        "p@19 {condition.ContainersReady=true}");
        assertThat(scrapePod(target, NOON + 60 * SECOND, page)).isEmpty();
    }

    @Test
    void a_pod_that_is_first_told_of_when_it_is_ready_was_so_since_it_says() {
        assertThat(scrapePod(
                        new Target(),
                        NOON + 600 * SECOND,
                        ready(true, NOON + 20 * SECOND) + scheduled(true, NOON + 12 * SECOND)))
                .containsExactlyInAnyOrder(
                        "p@600 {request.main.nvidia.com/gpu=1}",
                        "p@12 {condition.PodScheduled=true}",
                        "p@20 {condition.Ready=true}");
    }

    @Test
    void a_pod_that_is_not_ready_for_a_while_is_told_of_change_by_change() {
        var target = new Target();
        scrapePod(target, NOON, ready(true, NOON - 60 * SECOND));
        assertThat(scrapePod(target, NOON + 30 * SECOND, ready(false, 0)))
                .containsExactly("p@30 {condition.Ready=false}");
        assertThat(scrapePod(target, NOON + 60 * SECOND, ready(true, NOON + 41 * SECOND)))
                .containsExactly("p@41 {condition.Ready=true}");
        // It was so for a moment between two pages, and is the same again.
        assertThat(scrapePod(target, NOON + 90 * SECOND, ready(true, NOON + 80 * SECOND)))
                .isEmpty();
    }

    @Test
    void whole_seconds_do_not_put_what_follows_before_what_was() {
        var target = new Target();
        scrapePod(target, NOON + 500, scheduled(false, 0));
        var collected = target.collected(NOON + 30 * SECOND, (GPU_POD + scheduled(true, NOON)).replace("POD", POD));

        assertThat(collected.batches().getFirst().statements())
                .extracting(Statement::millis)
                .containsExactly(NOON + 501);
    }

    @Test
    void a_time_that_is_none_dates_nothing() {
        assertThat(scrapePod(new Target(), NOON, "kube_pod_status_scheduled_time{POD} -62135596800\n"))
                .containsExactly("p@0 {condition.PodScheduled=true, request.main.nvidia.com/gpu=1}");
    }

    @Test
    void a_pod_that_is_not_scheduled_is_told_of_by_other_metrics_too() {
        assertThat(scrapePod(new Target(), NOON, "kube_pod_status_unschedulable{POD} 1\n"))
                .containsExactly("p@0 {condition.PodScheduled=false, request.main.nvidia.com/gpu=1}");
        assertThat(scrapePod(
                        new Target(),
                        NOON + 30 * SECOND,
                        "kube_pod_status_unscheduled_time{POD} %d%n".formatted(NOON / SECOND + 3)))
                .containsExactlyInAnyOrder(
                        "p@30 {request.main.nvidia.com/gpu=1}", "p@3 {condition.PodScheduled=false}");
    }

    @Test
    void a_time_that_is_sent_ends_with_its_series_and_what_others_say_stands() {
        var sender = new Sender("a");
        var said = new ArrayList<String>();
        String[] pod = {"namespace", "vision", "pod", "p", "uid", "u"};
        for (var i = 0; i <= 8; i++) {
            var at = NOON + i * 30L * SECOND;
            var isReady = i < 2;
            sender.add(at, 1, "kube_pod_container_resource_requests", with(pod, "resource", "amd_com_gpu"));
            sender.add(at, isReady ? 1 : 0, "kube_pod_status_ready", with(pod, "condition", "true"));
            sender.add(at, isReady ? 0 : 1, "kube_pod_status_ready", with(pod, "condition", "false"));
            if (i <= 2) {
                sender.add(at, isReady ? NOON / 1e3 - 5 : STALE, "kube_pod_status_ready_time", pod);
            }
            said.addAll(sender.send());
        }

        assertThat(said)
                .contains("p@-5 {condition.Ready=true}", "p@60 {condition.Ready=false}")
                .noneMatch(one -> one.contains("without") || one.contains("gone"));
    }

    @Test
    void namespaces_and_what_bounds_their_pods_are_told_of() {
        assertThat(new Target().scrape(NOON, """
            kube_namespace_created{namespace="vision"} 1.7e+09
            kube_namespace_labels{namespace="vision",label_team="a"} 1
            kube_namespace_annotations{namespace="vision",annotation_cost_center="7",annotation_kubectl_kubernetes_io_last_applied_configuration="{}"} 1
            kube_resourcequota{namespace="vision",resourcequota="q",resource="requests.nvidia.com/gpu",type="hard"} 16
            kube_resourcequota{namespace="vision",resourcequota="q",resource="requests.nvidia.com/gpu",type="used"} 9
            kube_resourcequota_created{namespace="vision",resourcequota="q"} 1.7e+09
            kube_limitrange{namespace="vision",limitrange="l",resource="cpu",type="Container",constraint="max"} 0.5
            kube_limitrange_created{namespace="vision",limitrange="l"} 1.7e+09
            kube_poddisruptionbudget_status_pod_disruptions_allowed{namespace="vision",poddisruptionbudget="b"} 2
            """))
                .containsExactly(
                        "vision@0 {annotations={\"cost_center\":\"7\"}, labels={\"team\":\"a\"}}",
                        "q@0 {hard.requests.nvidia.com/gpu=16, used.requests.nvidia.com/gpu=9}",
                        "l@0 {range.Container.max.cpu=0.5}",
                        "b@0 {disruptions_allowed=2}");
    }

    @Test
    void what_a_scraper_moved_is_found() {
        var pod = "namespace=\"monitoring\",pod=\"ksm-0\",uid=\"u\",exported_namespace=\"vision\",exported_pod=\"p\"";
        var said = new Target()
                .collected(
                        NOON,
                        "kube_pod_container_resource_requests{" + pod
                                + ",container=\"ksm\",exported_container=\"main\",resource=\"nvidia_com_gpu\"} 2\n");

        assertThat(said.batches().getFirst().statements().getFirst()).isInstanceOfSatisfying(Part.class, part -> {
            assertThat(part.object().namespace()).isEqualTo("vision");
            assertThat(part.attributes()).containsOnlyKeys("request.main.nvidia.com/gpu");
        });
    }

    @Test
    void samples_are_counted() {
        var collected = new Target().collected(NOON, """
            kube_node_info{node="n"} 1
            kube_node_status_capacity{node="n",resource="cpu"} NaN
            kube_node_spec_unschedulable{node="n"} 0 %d
            kube_pod_info{namespace="x",pod="without uid"} 1
            """.formatted(NOON + 11 * MINUTE));

        assertThat(collected.tally().mapped()).isEqualTo(1);
        assertThat(collected.tally().notANumber()).isEqualTo(1);
        assertThat(collected.tally().future()).isEqualTo(1);
    }

    @Test
    void only_pods_that_ask_for_gpus_are_passed_on_and_the_controllers_above_them() {
        var target = new Target();
        var page = """
            kube_replicaset_owner{namespace="vision",replicaset="web-1",owner_kind="Deployment",owner_name="web"} 1
            kube_replicaset_owner{namespace="vision",replicaset="web-2",owner_kind="Deployment",owner_name="web"} 1
            kube_pod_owner{POD,owner_kind="ReplicaSet",owner_name="web-1"} 1
            kube_pod_container_resource_requests{POD,container="main",resource="cpu"} 2
            kube_pod_container_resource_requests{POD,container="main",resource="nvidia_com_gpu"} 0
            """.replace("POD", POD);

        assertThat(target.scrape(NOON, page)).isEmpty();
        assertThat(target.scrape(NOON + MINUTE, page.replace("gpu\"} 0", "gpu\"} 1")))
                .containsExactlyInAnyOrder(
                        "p@0 {owner=ReplicaSet/web-1, request.main.cpu=2}",
                        "p@60 {request.main.nvidia.com/gpu=1}",
                        "ReplicaSet/web-1@0 {owner=Deployment/web}");
    }

    @Test
    void a_chain_is_found_in_whatever_order_it_is_told() {
        var sender = new Sender("a");
        String[] pod = {"namespace", "vision", "pod", "p", "uid", "u"};
        sender.add(NOON, 1, "kube_pod_owner", with(pod, "owner_kind", "Job", "owner_name", "j"));
        sender.add(NOON, 1, "kube_pod_container_resource_requests", with(pod, "resource", "amd_com_gpu"));
        assertThat(sender.send()).hasSize(1);
        sender.add(
                NOON,
                1,
                "kube_job_owner",
                "namespace",
                "vision",
                "job_name",
                "j",
                "owner_kind",
                "CronJob",
                "owner_name",
                "night");

        assertThat(sender.send()).containsExactly("Job/j@0 {owner=CronJob/night}");
    }

    private static String[] with(String[] labels, String... more) {
        var all = new ArrayList<>(List.of(labels));
        all.addAll(List.of(more));
        return all.toArray(String[]::new);
    }

    @Test
    void what_is_the_same_is_not_passed_on_again_but_for_a_sign_of_life_and_all_of_it_now_and_then() {
        var target = new Target();
        var page = "kube_node_spec_unschedulable{node=\"n\"} 0\n";
        var said = new ArrayList<String>();
        for (var minute = 0; minute < 8 * 60; minute++) {
            said.addAll(target.scrape(NOON + minute * MINUTE, page));
        }

        assertThat(said.getFirst()).isEqualTo("n@0 {cordoned=false}");
        assertThat(said)
                .filteredOn(one -> one.contains(" all {cordoned=false}"))
                .hasSize(2);
        assertThat(said).filteredOn(one -> one.startsWith("node@")).containsExactly("node@1500 since 0");
        assertThat(said).filteredOn(one -> one.endsWith(" {}")).hasSizeBetween(8 * 60 / 13, 8 * 60 / 8);
    }

    @Test
    void a_change_is_passed_on_as_of_when_it_was_said() {
        var target = new Target();
        target.scrape(NOON, "kube_node_spec_unschedulable{node=\"n\"} 0\n");

        assertThat(target.scrape(NOON + MINUTE, "kube_node_spec_unschedulable{node=\"n\"} 1\n"))
                .containsExactly("n@60 {cordoned=true}");
    }

    @Test
    void what_two_pages_lack_is_over_since_the_first() {
        var target = new Target();
        var node = "kube_node_info{node=\"n\"} 1\n";
        var taint = "kube_node_spec_taint{node=\"n\",key=\"k\",value=\"\",effect=\"NoSchedule\"} 1\n";
        var other = "kube_node_info{node=\"m\"} 1\n";
        target.scrape(NOON, node + taint + other);

        assertThat(target.scrape(NOON + 30 * SECOND, node + other)).isEmpty();
        assertThat(target.scrape(NOON + 60 * SECOND, node + other))
                .containsExactly("n@30 {} without [taint.k:NoSchedule]");
        assertThat(target.scrape(NOON + 90 * SECOND, other)).isEmpty();
        assertThat(target.scrape(NOON + 120 * SECOND, other)).containsExactly("n@90 gone");
        assertThat(target.scrape(NOON + 150 * SECOND, node + other)).containsExactly("n@150 {}");
    }

    @Test
    void a_page_that_was_cut_off_or_is_empty_ends_nothing() {
        var target = new Target();
        var pages = "kube_node_info{node=\"n\"} 1\nkube_node_info{node=\"m\"} 1\n";
        target.scrape(NOON, pages);

        for (var i = 1; i < 5; i++) {
            assertThat(target.scrape(NOON + i * 30L * SECOND, "")).isEmpty();
            assertThat(target.scrape(NOON + i * 30L * SECOND, "kube_node_info{node=\"n\"} 1\nkube_node_in"))
                    .isEmpty();
        }
        assertThat(target.scrape(NOON + 5 * 30 * SECOND, pages)).isEmpty();
    }

    @Test
    void labels_that_change_are_another_series_and_the_old_one_ends_nothing() {
        var sender = new Sender("a");
        for (var i = 0; i <= 20; i++) {
            var at = NOON + i * 30L * SECOND;
            if (i < 2) {
                sender.add(at, 1, "kube_node_labels", "node", "n", "label_a", "1");
            } else {
                sender.add(at, 1, "kube_node_labels", "node", "n", "label_a", "2");
            }
            if (i == 2) {
                sender.add(at, STALE, "kube_node_labels", "node", "n", "label_a", "1");
            }
        }

        assertThat(sender.send())
                .contains("n@60 {labels={\"a\":\"2\"}}")
                .noneMatch(one -> one.contains("without") || one.contains("gone"));
    }

    @Test
    void a_series_that_has_ended_ends_its_attribute_then_and_the_last_one_its_object() {
        var sender = new Sender("a");
        sender.add(NOON, 0, "kube_node_spec_unschedulable", "node", "n");
        sender.add(NOON, 1, "kube_node_spec_taint", "node", "n", "key", "k", "effect", "NoSchedule");
        sender.add(NOON, 1, "kube_node_info", "node", "m");
        sender.send();
        sender.add(NOON + 30 * SECOND, STALE, "kube_node_spec_taint", "node", "n", "key", "k", "effect", "NoSchedule");
        sender.add(NOON + 30 * SECOND, STALE, "kube_node_info", "node", "m");
        var said = new ArrayList<String>();
        for (var i = 1; i <= 6; i++) {
            sender.add(NOON + i * 30L * SECOND, 0, "kube_node_spec_unschedulable", "node", "n");
            said.addAll(sender.send());
        }

        assertThat(said).containsExactlyInAnyOrder("n@30 {} without [taint.k:NoSchedule]", "m@30 gone");
    }

    @Test
    void when_all_ends_at_once_kube_state_metrics_is_away_and_nothing_is_gone() {
        var sender = new Sender("a");
        sender.add(NOON, 1, "kube_node_info", "node", "n");
        sender.add(NOON, 1, "kube_node_info", "node", "m");
        sender.send();
        sender.add(NOON + 30 * SECOND, STALE, "kube_node_info", "node", "n");
        sender.add(NOON + 30 * SECOND, STALE, "kube_node_info", "node", "m");
        assertThat(sender.send()).containsExactlyInAnyOrder("n@30 unsaid", "m@30 unsaid");
        var said = new ArrayList<String>();
        for (var i = 120; i < 126; i++) {
            sender.add(NOON + i * 30L * SECOND, 1, "kube_node_info", "node", "n");
            said.addAll(sender.send());
        }

        assertThat(said).contains("m@30 gone").noneMatch(one -> one.equals("n@30 gone") || one.contains("unsaid"));
    }

    /// The next request of the same sender may go to another analyzer.
    @Test
    void what_a_request_ends_while_no_other_is_told_of_since_is_passed_on_as_unsaid_once() {
        var sender = new Sender("a");
        sender.add(NOON, 1, "kube_node_info", "node", "n");
        sender.add(NOON, 1, "kube_node_info", "node", "m");
        sender.send();
        sender.add(NOON + 30 * SECOND, STALE, "kube_node_info", "node", "n");
        sender.add(NOON + 30 * SECOND, STALE, "kube_node_info", "node", "stranger");
        assertThat(sender.send()).containsExactlyInAnyOrder("n@30 unsaid", "stranger@30 unsaid");

        sender.add(NOON, 0, "kube_node_spec_unschedulable", "node", "m");
        assertThat(sender.send()).containsExactly("m@0 {cordoned=false}");
        sender.add(NOON + 30 * SECOND, 0, "kube_node_spec_unschedulable", "node", "m");
        assertThat(sender.send()).containsExactlyInAnyOrder("n@30 gone", "stranger@30 gone");
    }

    @Test
    void of_a_cluster_of_which_nothing_was_told_nothing_is_unsaid() {
        var sender = new Sender("a");
        sender.add(NOON, STALE, "kube_node_info", "node", "n");

        assertThat(sender.send()).isEmpty();
    }

    /// Returns a sender that has told of two nodes, and half a minute later that one of them is gone.
    private Sender sayingThatOneIsGone() {
        var sender = new Sender("a");
        sender.add(NOON, 1, "kube_node_info", "node", "n");
        sender.add(NOON, 1, "kube_node_info", "node", "m");
        sender.send();
        sender.add(NOON + 30 * SECOND, STALE, "kube_node_info", "node", "n");
        sender.add(NOON + 30 * SECOND, 1, "kube_node_info", "node", "m");
        assertThat(sender.send()).containsExactly("n@30 gone");
        return sender;
    }

    @Test
    void an_end_is_told_with_the_request_that_says_it_and_taken_back_where_the_same_goes_on() {
        var sender = sayingThatOneIsGone();

        sender.add(NOON + 60 * SECOND, 1, "kube_node_info", "node", "n");

        // There wins over gone at the same instant.
        assertThat(sender.send()).containsExactly("n@30 {}");
    }

    /// Where kube-state-metrics runs in shards, one shard may be behind another.
    @Test
    void what_is_said_of_a_time_before_the_end_takes_nothing_back() {
        var sender = sayingThatOneIsGone();

        sender.add(NOON, 0, "kube_node_spec_unschedulable", "node", "n");
        assertThat(sender.send()).noneMatch(one -> one.startsWith("n@30"));
    }

    @Test
    void after_a_start_an_end_is_told_of_what_nobody_has_told_of_yet() {
        var sender = new Sender("a");
        sender.add(NOON, STALE, "kube_node_info", "node", "n");
        sender.add(NOON, 1, "kube_node_info", "node", "m");

        assertThat(sender.send()).containsExactlyInAnyOrder("m@0 {}", "n@0 gone");
    }

    @Test
    void what_is_repeated_of_the_past_and_not_said_any_more_has_not_ended_then() {
        var sender = new Sender("a");
        sender.add(NOON + 60 * MINUTE, 1, "kube_node_info", "node", "m");
        sender.send();
        sender.add(NOON, 1, "kube_node_info", "node", "n");
        sender.send();
        var said = new ArrayList<String>();
        for (var minute = 61; minute <= 75; minute++) {
            sender.add(NOON + minute * MINUTE, 1, "kube_node_info", "node", "m");
            said.addAll(sender.send());
        }

        assertThat(said).noneMatch(one -> one.contains("gone"));
    }

    /// A sender may send many minutes of one series at once. The other series seem to be silent meanwhile.
    @Test
    void all_of_an_object_is_not_told_while_some_of_it_is_sent_later_than_the_rest() {
        var sender = new Sender("a");
        var said = new ArrayList<String>();
        for (var block = 0; block < 24; block++) {
            for (var minute = 20 * block; minute < 20 * block + 20; minute++) {
                sender.add(NOON + minute * MINUTE, 0, "kube_node_spec_unschedulable", "node", "n");
            }
            said.addAll(sender.send());
            for (var minute = 20 * block; minute < 20 * block + 20; minute++) {
                sender.add(NOON + minute * MINUTE, 1, "kube_node_labels", "node", "n", "label_a", "1");
            }
            said.addAll(sender.send());
        }

        assertThat(said).noneMatch(one -> one.contains(" all ") && !one.contains("labels"));
    }

    @Test
    void what_is_not_said_for_five_minutes_is_over_since_it_was_missed_while_others_are_said() {
        var sender = new Sender("a");
        sender.add(NOON, 1, "kube_node_info", "node", "n");
        var said = new ArrayList<String>();
        for (var i = 0; i <= 11; i++) {
            sender.add(NOON + i * 30L * SECOND, 1, "kube_node_info", "node", "m");
            said.addAll(sender.send());
        }

        assertThat(said).contains("n@30 gone");
    }

    @Test
    void late_word_is_passed_on_as_such() {
        var sender = new Sender("a");
        sender.add(NOON, 0, "kube_node_spec_unschedulable", "node", "n");
        sender.add(NOON + 60 * SECOND, 0, "kube_node_spec_unschedulable", "node", "n");
        sender.send();
        sender.add(NOON + 30 * SECOND, 1, "kube_node_spec_unschedulable", "node", "n");

        assertThat(sender.send()).containsExactlyInAnyOrder("n@30 {cordoned=true}", "n@60 {cordoned=false}");
    }

    @Test
    void one_of_a_pair_is_heard_and_the_other_says_all_when_it_takes_over() {
        var a = new Sender("a");
        var b = new Sender("b");
        a.add(NOON, 0, "kube_node_spec_unschedulable", "node", "n");
        b.add(NOON + SECOND, 0, "kube_node_spec_unschedulable", "node", "n");
        assertThat(a.send()).hasSize(1);
        assertThat(b.send()).isEmpty();
        b.add(NOON + 100 * SECOND, 1, "kube_node_spec_unschedulable", "node", "n");
        assertThat(b.send()).isEmpty();

        b.add(NOON + 301 * SECOND, 1, "kube_node_spec_unschedulable", "node", "n");

        assertThat(b.send()).containsExactlyInAnyOrder("n@1 {}", "n@100 {cordoned=true}");
        a.add(NOON + 310 * SECOND, 0, "kube_node_spec_unschedulable", "node", "n");
        assertThat(a.send()).isEmpty();
    }

    /// The pods that share a GPU by KAI-Scheduler ask for none that the kubelet knows of.
    @Test
    void a_pod_that_was_given_a_part_of_a_gpu_is_told_of() {
        var said = new Target().scrape(NOON, """
            kube_pod_info{namespace="vision",pod="p",uid="u",node="n"} 1
            kube_pod_labels{namespace="vision",pod="p",uid="u",label_runai_gpu_group="g"} 1
            kube_pod_annotations{namespace="vision",pod="p",uid="u",annotation_gpu_fraction="0.5",annotation_other="x"} 1
            kube_pod_info{namespace="vision",pod="q",uid="v",node="n"} 1
            kube_pod_labels{namespace="vision",pod="q",uid="v",label_runai_queue="g"} 1
            """);

        assertThat(said)
                .containsExactly(
                        "p@0 {annotations={\"gpu_fraction\":\"0.5\"}, labels={\"runai_gpu_group\":\"g\"}, node=n}");
    }

    @Test
    void what_was_not_taken_is_said_again() throws Exception {
        var target = new Target();
        var page = "kube_node_info{node=\"n\"} 1\n";
        var collected = target.collected(NOON, page);
        var intake = states.over(_ -> {
            throw new NotTakenException("full");
        });
        assertThatThrownBy(() -> intake.take(
                        new Batch("o", List.of(), collected.batches().getFirst().statements())))
                .isInstanceOf(NotTakenException.class);

        assertThat(target.scrape(NOON + 30 * SECOND, page)).containsExactly("n@0 {}");
        assertThat(target.scrape(NOON + 60 * SECOND, page)).isEmpty();
    }
}
