package io.gpuledger.exporter.attribution.apiserver;

import static io.gpuledger.exporter.attribution.apiserver.Objects.container;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.exporter.attribution.PodName;
import io.gpuledger.exporter.attribution.Pods;
import io.gpuledger.exporter.attribution.apiserver.Objects.Pod;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What a node's pods are, whatever the API server does.
@Timeout(600)
class PodWatchTest {
    static final Waits FAST = new Waits(
            Duration.ofMillis(20),
            Duration.ofMillis(100),
            Duration.ofMillis(50),
            Duration.ofSeconds(5),
            Duration.ofSeconds(30),
            Duration.ofSeconds(5));
    private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");

    private FakeApiServer server;
    private PodWatch watch;

    @BeforeEach
    void start() throws IOException {
        server = FakeApiServer.start();
        watch = new PodWatch(new Inquiry(server.settings(), "node-1", FAST, () -> NOW));
    }

    @AfterEach
    void stop() {
        watch.close();
        server.close();
    }

    private static Pods.Pod named(Pods pods, String name) {
        return pods.named(new PodName("team", name)).orElseThrow();
    }

    private void awaitPods(Predicate<Pods> condition) {
        Await.until(() -> condition.test(watch.pods()), watch::contact);
    }

    private List<FakeApiServer.Asked> lists() {
        return server.asked().stream().filter(asked -> !asked.isWatch()).toList();
    }

    @Test
    void a_pod_is_known_by_its_name_its_uid_its_labels_and_its_containers() throws Exception {
        server.hasPod(
                "node-1",
                Pod.of("train").labels("\"app\":\"llm\",\"team\":\"nlp\"").status("""
                    "phase":"Running",\
                    "initContainerStatuses":[%s,%s],"containerStatuses":[%s,%s],"ephemeralContainerStatuses":[%s]\
                    """.formatted(
                                container("setup", "c1", "{\"terminated\":{\"containerID\":\"containerd://c1\"}}"),
                                container("sidecar", "c2", "{\"running\":{\"startedAt\":\"2026-11-21T11:00:00Z\"}}"),
                                container("main", "c3", "{\"running\":{}}"),
                                container("late", "c4", "{\"waiting\":{\"reason\":\"CrashLoopBackOff\"}}"),
                                container("debug", "c5", "{\"running\":{}}"))));
        watch.start();
        server.watch();
        assertThat(watch.pods().withUid("uid-train"))
                .contains(new Pods.Pod(
                        new PodName("team", "train"),
                        "uid-train",
                        Map.of("app", "llm", "team", "nlp"),
                        false,
                        Set.of("sidecar", "main", "debug"),
                        Map.of("c1", "setup", "c2", "sidecar", "c3", "main", "c4", "late", "c5", "debug")));
    }

    @Test
    void the_container_before_the_last_restart_is_still_known() throws Exception {
        server.hasPod("node-1", Pod.of("train").status("""
            "phase":"Running","containerStatuses":[{"name":"main","containerID":"containerd://new",\
            "state":{"running":{}},"lastState":{"terminated":{"containerID":"containerd://old","exitCode":1}}}]\
            """));
        watch.start();
        server.watch();
        assertThat(named(watch.pods(), "train").containers()).isEqualTo(Map.of("new", "main", "old", "main"));
    }

    @Test
    void a_pod_that_has_succeeded_or_failed_has_ended() throws Exception {
        for (var phase : List.of("Pending", "Running", "Succeeded", "Failed", "Unknown")) {
            server.hasPod("node-1", Pod.of(phase).status("\"phase\":\"%s\"".formatted(phase)));
        }
        watch.start();
        server.watch();
        assertThat(List.of("Pending", "Running", "Succeeded", "Failed", "Unknown"))
                .filteredOn(phase -> named(watch.pods(), phase).ended())
                .containsExactly("Succeeded", "Failed");
    }

    @Test
    void other_nodes_pods_are_not_asked_for() throws Exception {
        server.hasPod("node-1", Pod.of("mine")).hasPod("node-2", Pod.of("other"));
        watch.start();
        var begun = server.watch();
        assertThat(watch.pods().count()).isEqualTo(1);
        assertThat(begun.asked().parameter("fieldSelector")).isEqualTo("spec.nodeName=node-1");
    }

    @Test
    void a_long_list_comes_in_pages() throws Exception {
        for (var i = 0; i < 25; i++) {
            server.hasPod("node-1", Pod.of("pod-" + i));
        }
        server.pages(10);
        watch.start();
        server.watch();
        assertThat(watch.pods().count()).isEqualTo(25);
        assertThat(lists()).hasSize(3);
        assertThat(lists().getFirst().parameters()).containsEntry("resourceVersion", "0");
        assertThat(lists().getLast().parameters())
                .containsEntry("continue", "20")
                .doesNotContainKeys("resourceVersion", "resourceVersionMatch");
    }

    @Test
    void what_a_watch_tells_is_known_at_once() throws Exception {
        server.hasPod("node-1", Pod.of("train"));
        watch.start();
        var begun = server.watch();
        begun.tells("ADDED", Pod.of("serve").version(101).json());
        awaitPods(pods -> pods.count() == 2);
        begun.tells(
                "MODIFIED",
                Pod.of("train").version(102).status("\"phase\":\"Failed\"").json());
        awaitPods(pods -> named(pods, "train").ended());
        begun.tells("DELETED", Pod.of("train").version(103).json());
        awaitPods(pods -> pods.count() == 1);
        assertThat(watch.pods().withUid("uid-serve")).isPresent();
        assertThat(watch.contact()).isEqualTo(new Contact(Optional.of(NOW), Optional.empty()));
    }

    @Test
    void pods_that_are_as_before_are_the_same_pods() throws Exception {
        server.hasPod("node-1", Pod.of("train"));
        watch.start();
        var begun = server.watch();
        var before = watch.pods();
        begun.tells("MODIFIED", Pod.of("train").version(102).json())
                .tells("BOOKMARK", Objects.bookmark(103))
                .ends();
        server.watch();
        assertThat(watch.pods()).isSameAs(before);
    }

    @Test
    void a_watch_that_ends_is_gone_on_with_from_its_last_bookmark() throws Exception {
        watch.start();
        var begun = server.watch();
        assertThat(begun.asked().parameters())
                .containsEntry("allowWatchBookmarks", "true")
                .containsEntry("resourceVersion", "100")
                .containsEntry("timeoutSeconds", "30");
        begun.tells("BOOKMARK", Objects.bookmark(170)).ends();
        assertThat(server.watch().asked().parameter("resourceVersion")).isEqualTo("170");
        assertThat(lists()).hasSize(1);
    }

    @Test
    void a_watch_that_breaks_in_the_middle_of_an_event_is_gone_on_with() throws Exception {
        watch.start();
        var begun = server.watch();
        begun.tells("ADDED", Pod.of("train").version(120).json());
        // What a connection that breaks had not handed on yet is lost.
        awaitPods(pods -> pods.count() == 1);
        begun.says("{\"type\":\"ADDED\",\"object\":{\"metadata\":{\"name\":\"hal")
                .breaks();
        var resumed = server.watch();
        assertThat(resumed.asked().parameter("resourceVersion")).isEqualTo("120");
        assertThat(watch.pods().count()).isEqualTo(1);
        resumed.tells("ADDED", Pod.of("half").version(121).json());
        awaitPods(pods -> pods.count() == 2);
        assertThat(lists()).hasSize(1);
        assertThat(watch.contact().trouble()).isEmpty();
    }

    @Test
    void a_version_that_is_forgotten_is_a_reason_to_list_anew() throws Exception {
        server.hasPod("node-1", Pod.of("train"));
        watch.start();
        var begun = server.watch();
        server.forgets().hasPod("node-1", Pod.of("serve"));
        begun.tells("ERROR", Objects.status(410, "too old resource version"));
        server.watch();
        assertThat(watch.pods().withUid("uid-train")).isEmpty();
        assertThat(watch.pods().withUid("uid-serve")).isPresent();
        assertThat(lists().getLast().parameters())
                .containsEntry("resourceVersion", "")
                .doesNotContainKey("resourceVersionMatch");
    }

    @Test
    void the_same_where_the_watch_itself_is_answered_so() throws Exception {
        server.thenAsEver().then(410, Objects.status(410, "Expired"));
        watch.start();
        server.watch();
        assertThat(lists()).hasSize(2);
    }

    @Test
    void what_has_been_seen_is_not_unseen_by_a_server_that_lags_behind() throws Exception {
        watch.start();
        server.watch()
                .tells("ADDED", Pod.of("train").version(150).json())
                .says("no JSON")
                .ends();
        server.watch();
        assertThat(lists().getLast().parameters())
                .containsEntry("resourceVersion", "150")
                .containsEntry("resourceVersionMatch", "NotOlderThan");
    }

    @Test
    void while_the_server_is_away_the_last_pods_stand() throws Exception {
        server.hasPod("node-1", Pod.of("train"));
        watch.start();
        server.watch();
        var before = watch.pods();
        server.close();
        Await.trouble(watch::contact, "cannot be asked");
        assertThat(watch.pods()).isSameAs(before);
        assertThat(watch.contact().lastGood()).contains(NOW);
    }

    @Test
    void an_error_of_the_server_is_told_and_tried_again() throws Exception {
        server.hasPod("node-1", Pod.of("train"));
        for (var i = 0; i < 3; i++) {
            server.then(500, Objects.status(500, "etcd is not there"));
        }
        watch.start();
        server.watch();
        assertThat(watch.pods().count()).isEqualTo(1);
        assertThat(watch.contact().trouble()).isEmpty();
    }

    @Test
    void a_watch_that_stays_silent_for_too_long_is_begun_anew() throws Exception {
        var impatient = new Waits(
                FAST.shortest(),
                FAST.longest(),
                FAST.seldom(),
                FAST.answer(),
                Duration.ofMillis(100),
                Duration.ofMillis(100));
        try (var watch = new PodWatch(new Inquiry(server.settings(), "node-1", impatient, () -> NOW)).start()) {
            server.watch();
            server.watch();
            assertThat(watch.pods().count()).isZero();
            assertThat(lists()).hasSize(1);
        }
    }

    @Test
    void a_list_that_stays_silent_is_not_waited_for() throws Exception {
        var impatient = new Waits(
                FAST.shortest(), FAST.longest(), FAST.seldom(), Duration.ofMillis(300), FAST.watch(), FAST.grace());
        server.hasPod("node-1", Pod.of("train")).then(exchange -> {
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write("{\"items\":[".getBytes(UTF_8));
            exchange.getResponseBody().flush();
            server.awaitClose();
        });
        try (var watch = new PodWatch(new Inquiry(server.settings(), "node-1", impatient, () -> NOW)).start()) {
            server.watch();
            assertThat(watch.pods().count()).isEqualTo(1);
        }
    }

    @Test
    void watches_that_end_as_soon_as_they_have_begun_are_trouble() throws Exception {
        var patient = new Waits(
                Duration.ofSeconds(10), FAST.longest(), FAST.seldom(), FAST.answer(), FAST.watch(), FAST.grace());
        try (var watch = new PodWatch(new Inquiry(server.settings(), "node-1", patient, () -> NOW)).start()) {
            server.watch().ends();
            Await.trouble(watch::contact, "it ends watches as soon as they have begun");
        }
    }

    @Test
    void an_event_of_an_unknown_type_is_a_reason_to_list_anew() throws Exception {
        watch.start();
        server.watch().tells("REPLACED", Pod.of("train").json());
        server.watch();
        assertThat(lists()).hasSize(2);
    }

    @Test
    void objects_without_a_name_or_a_uid_are_passed_over() throws Exception {
        watch.start();
        server.watch()
                .tells("ADDED", "{\"metadata\":{\"uid\":\"u\",\"resourceVersion\":\"7\"}}")
                .tells("ADDED", "[1,2]")
                .tells("ADDED", "null")
                .tells("ADDED", Pod.of("train").json());
        awaitPods(pods -> pods.count() == 1);
    }

    @Test
    void more_pods_than_can_be_kept_are_told() throws Exception {
        watch.start();
        var begun = server.watch();
        for (var i = 0; i < PodDraft.PODS.most() + 5; i++) {
            begun.tells("ADDED", Pod.of("pod-" + i).json());
        }
        Await.trouble(watch::contact, "more than 2,000 pods");
        assertThat(watch.pods().count()).isEqualTo(2000);
    }

    @Test
    void annotations_of_any_length_and_labels_without_number_do_no_harm() throws Exception {
        var labels = new StringBuilder("\"app\":\"llm\"");
        for (var i = 0; i < 10_000; i++) {
            labels.append(",\"label-").append(i).append("\":\"x\"");
        }
        server.hasPod(
                "node-1",
                Pod.of("train")
                        .labels(labels.toString())
                        .status("\"phase\":\"Running\",\"message\":\"%s\"".formatted("x".repeat(3 << 20))));
        watch.start();
        server.watch();
        assertThat(named(watch.pods(), "train").labels()).hasSize(200).containsEntry("app", "llm");
    }

    @Test
    void closing_ends_it_at_once() throws Exception {
        watch.start();
        var begun = server.watch();
        watch.close();
        begun.awaitNobodyListens();
    }
}
