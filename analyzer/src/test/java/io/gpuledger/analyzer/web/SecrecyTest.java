package io.gpuledger.analyzer.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.access.Reviewer;
import io.gpuledger.analyzer.booking.Payer;
import io.gpuledger.analyzer.books.Present;
import io.gpuledger.analyzer.cluster.Pairs;
import io.gpuledger.analyzer.diagnosis.Blocker;
import io.gpuledger.analyzer.store.entries.FixedBooks;
import io.gpuledger.analyzer.store.objects.StatementWriter;
import io.gpuledger.analyzer.telemetry.Kind;
import io.gpuledger.analyzer.telemetry.ObjectId;
import io.gpuledger.analyzer.telemetry.Statement;
import io.gpuledger.analyzer.telemetry.Told;
import io.gpuledger.analyzer.web.api.Endpoint;
import io.gpuledger.analyzer.web.api.Parameter;
import io.gpuledger.analyzer.web.api.Scope;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Who is to be told of the team vision gets the very answers that he would get if there were no other team. Two fleets
/// are asked: one with others, whose names are as bad as labels can be, and one without them.
@Timeout(600)
class SecrecyTest {
    private static final long SEED = 20_261_123;
    private static final int GUESSES = 500;
    private static final String VERA = Guarded.basic("vera");
    private static final Instant NINE = FixedBooks.NOW.minus(Duration.ofHours(9));
    private static final String GPU = "nvidia.com/gpu";

    /// Nothing of these may be in any answer: names of the others, of what is theirs, and some of their sums.
    private static final List<String> OTHERS = List.of(
            "speech",
            "evil",
            "HYPERLINK",
            "train",
            "nb-0",
            "GPU-c",
            "GPU-d",
            "NVIDIA A100",
            "EUR",
            "xid 79",
            "host_cpu",
            "kept secret",
            "a fan is");

    private static final List<String> VALUES = List.of(
            "vision",
            "speech",
            "unheard-of",
            "",
            " ",
            "%",
            "'; drop table gpu_ledger.entry; --",
            FixedBooks.SCRIPT,
            FixedBooks.FORMULA,
            "east",
            "west",
            "n1",
            "n2",
            "GPU-a",
            "GPU-b",
            "GPU-c",
            "serve-0",
            "train-0",
            "vision-prod",
            "Deployment/serve",
            "Job/train",
            "idle",
            "used",
            "open",
            "closed",
            "all",
            "hot",
            "1",
            "2",
            "3",
            "7",
            "1000",
            "team",
            "team,namespace",
            "namespace,pod",
            "gpu,node,state",
            "workload",
            "day,team",
            "csv",
            "json",
            "2026-11-09",
            "2026-11-16",
            "2026-11-17",
            "2026-11-20",
            "2026-11-23",
            "2026-W46",
            "2026-W47",
            "2026-W48",
            "letter.txt",
            "letter.csv",
            "trend.png",
            "-",
            "vision-research");

    @TempDir
    private static Path folder;

    private static final List<Site> OPENED = new ArrayList<>();
    private static Site crowded;
    private static Site alone;

    @BeforeAll
    static void start() throws Exception {
        crowded = site("crowded", Site.ofFixedBooks(), true);
        alone = site("alone", Site.ofVision(), false);
    }

    private static Site site(String name, Site site, boolean hasOthers) throws Exception {
        OPENED.add(site);
        site.present = present(hasOthers);
        try (var session = site.database().session()) {
            new StatementWriter(session).write(told(hasOthers));
        }
        var own = Files.createDirectory(folder.resolve(name));
        var guarded = new Guarded(own, FixedBooks.NOW, Reviewer.NONE).behind(site);
        OPENED.addFirst(guarded);
        return guarded;
    }

    @AfterAll
    static void close() {
        OPENED.forEach(Site::close);
    }

    private static Present present(boolean hasOthers) {
        var all = FixedPresent.at(FixedBooks.NOW.minusSeconds(12));
        return new Present(
                all.at(),
                all.entries().stream()
                        .filter(entry -> hasOthers
                                || entry.payer()
                                        .map(Payer::team)
                                        .filter("vision"::equals)
                                        .isPresent())
                        .toList());
    }

    /// Pods that run, wait and were preempted, and quotas; those of others come before, between and after.
    private static List<Statement> told(boolean hasOthers) {
        var told = new ArrayList<Statement>();
        told.add(Told.part(ObjectId.named("east", Kind.NODE, "n1"), NINE.toEpochMilli(), "allocatable." + GPU, "8"));
        told.add(namespace("vision-research", "vision"));
        waits(told, "vision-prod", "waits", "vision", 5, 2);
        waits(told, "vision-research", "waits-too", "vision", 20, 4);
        quota(told, "vision-research", "8");
        if (hasOthers) {
            told.add(namespace("speech", "speech"));
            waits(told, "speech", "kept secret", "speech", 1, 2);
            waits(told, "speech", "secret-train", "speech", 10, 4);
            waits(told, "evil", FixedBooks.FORMULA, FixedBooks.SCRIPT, 30, 1);
            // A pod in a namespace of vision that says that another team pays for it.
            waits(told, "vision-research", "secret-nb-0", "speech", 12, 1);
            quota(told, "speech", "16");
            told.add(Told.part(
                    ObjectId.named("east", Kind.CLUSTER_QUEUE, "speech-queue"),
                    NINE.toEpochMilli(),
                    "hard.h100/" + GPU,
                    "8",
                    "reserved.h100/" + GPU,
                    "3"));
            told.add(Told.part(
                    ObjectId.named("east", Kind.LOCAL_QUEUE, "speech", "gpus"),
                    NINE.toEpochMilli(),
                    "queue",
                    "speech-queue"));
            told.add(Told.part(
                    ObjectId.named("east", Kind.LOCAL_QUEUE, "vision-prod", "gpus"),
                    NINE.toEpochMilli(),
                    "queue",
                    "speech-queue"));
        }
        return told;
    }

    private static Statement namespace(String name, String team) {
        return Told.part(
                ObjectId.named("east", Kind.NAMESPACE, name),
                NINE.toEpochMilli(),
                "labels",
                Pairs.text(Map.of("team", team)));
    }

    private static void waits(List<Statement> told, String namespace, String name, String team, int minute, int gpus) {
        var pod = ObjectId.pod("east", namespace, name, "uid-of-" + name);
        var at = NINE.plus(Duration.ofMinutes(minute));
        told.add(Told.part(
                pod,
                at.toEpochMilli(),
                "created",
                at.toString(),
                "phase",
                "Pending",
                "labels",
                Pairs.text(new TreeMap<>(Map.of("team", team))),
                "request.main." + GPU,
                String.valueOf(gpus),
                "owner",
                "Job/" + name));
    }

    private static void quota(List<Statement> told, String namespace, String hard) {
        told.add(Told.part(
                ObjectId.named("east", Kind.RESOURCE_QUOTA, namespace, "gpus"),
                NINE.toEpochMilli(),
                "hard.requests." + GPU,
                hard,
                "used.requests." + GPU,
                "3"));
    }

    private static void same(String path) throws Exception {
        var one = crowded.get(path, "Authorization", VERA);
        var other = alone.get(path, "Authorization", VERA);
        assertThat(one.statusCode()).as(path).isEqualTo(other.statusCode());
        assertThat(one.headers().firstValue("Link"))
                .as(path)
                .isEqualTo(other.headers().firstValue("Link"));
        assertThat(plain(one, path)).as(path).isEqualTo(plain(other, path));
    }

    /// Findings and workloads are numbered one after the other, whosever they are.
    private static String plain(HttpResponse<String> answer, String path) {
        return path.matches("/(api/v1/)?(findings|workloads|team).*")
                ? answer.body().replaceAll("\"id\":\\d+|\n\\d+,|workload\\?id=\\d+", "")
                : answer.body();
    }

    @Test
    void no_guess_tells_of_others() throws Exception {
        System.out.println("seed " + SEED);
        var random = new Random(SEED);
        var endpoints = crowded.endpoints.all().stream()
                .filter(endpoint ->
                        endpoint.question().parameters().stream().noneMatch(Parameter.Body.class::isInstance)
                                && endpoint.question().parameters().stream()
                                        .map(Parameter::name)
                                        .noneMatch("id"::equals))
                .toList();
        for (var i = 0; i < GUESSES; i++) {
            same(guess(endpoints.get(random.nextInt(endpoints.size())), random));
        }
    }

    private static String guess(Endpoint<?, ?> endpoint, Random random) {
        var path = endpoint.path();
        while (path.contains("{")) {
            path = path.replaceFirst("\\{[^}]*}", encoded(any(random)).replace("$", ""));
        }
        var parameters = new ArrayList<>(endpoint.question().parameters().stream()
                .filter(parameter -> !(parameter instanceof Parameter.InPath))
                .toList());
        Collections.shuffle(parameters, random);
        var query = new ArrayList<String>();
        for (var parameter : parameters.subList(0, Math.min(parameters.size(), random.nextInt(5)))) {
            query.add(parameter.name() + "=" + encoded(fitting(parameter, random)));
        }
        if (random.nextInt(8) == 0) {
            query.add("team=" + encoded(any(random)));
        }
        return path + (query.isEmpty() ? "" : "?" + String.join("&", query));
    }

    /// Mostly something that the parameter takes, so that there is an answer.
    private static String fitting(Parameter parameter, Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> any(random);
            default ->
                switch (parameter.name()) {
                    case "from" -> "2026-11-09";
                    case "to" -> "2026-11-23";
                    case "by" ->
                        List.of("team", "namespace", "cluster,team", "state", "day", "gpu")
                                .get(random.nextInt(6));
                    case "limit", "page", "gpus" -> String.valueOf(1 + random.nextInt(4));
                    case "format" -> random.nextBoolean() ? "csv" : "json";
                    case "team" -> random.nextBoolean() ? "vision" : "speech";
                    case "week" -> "2026-W47";
                    case "state" ->
                        List.of("open", "closed", "all", "used", "idle").get(random.nextInt(5));
                    case "at" -> "2026-11-23T09:00:00Z";
                    default -> any(random);
                };
        };
    }

    private static String any(Random random) {
        return VALUES.get(random.nextInt(VALUES.size()));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/v1/ledger?by=team,namespace,workload,pod,node,gpu",
                "/api/v1/ledger?by=team,state&limit=1",
                "/api/v1/ledger?by=team&team=speech&team=vision",
                "/api/v1/ledger?by=team&team=",
                "/api/v1/ledger?by=state&format=csv",
                "/api/v1/latency?from=2026-11-22&by=team",
                "/api/v1/interruptions?from=2026-11-22&by=namespace",
                "/api/v1/gangs?from=2026-11-22&gpus=1",
                "/api/v1/now",
                "/api/v1/findings?state=all",
                "/api/v1/findings?state=all&format=csv",
                "/api/v1/pending",
                "/api/v1/pending?limit=1",
                "/api/v1/quota",
                "/api/v1/workloads?limit=1",
                "/api/v1/workloads?team=vision&from=2026-11-09&to=2026-11-23",
                "/waiting",
                "/waiting?team=vision&limit=1&moves=1",
                "/teams",
                "/teams?from=2026-11-09&to=2026-11-23",
                "/team?team=vision&from=2026-11-09&to=2026-11-23",
                "/team",
                "/pod?cluster=east&namespace=vision-prod&pod=serve-0&from=2026-11-09&to=2026-11-23",
                "/findings",
                "/reports",
                "/reports?week=2026-W46",
                "/reports/vision/2026-W47",
                "/reports/vision/2026-W47/letter.csv",
                "/reports/vision/2026-W47/letter.txt"
            })
    void what_is_told_is_told_and_of_vision_only(String path) throws Exception {
        same(path);
        var told = crowded.get(path, "Authorization", VERA).body();
        assertThat(told).contains(path.matches(".*(gangs|interruptions).*") ? "\"count\":0" : "vision");
        assertThat(OTHERS).allSatisfy(name -> assertThat(told).doesNotContain(name));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/v1/ledger?team=%s",
                "/api/v1/latency?team=%s",
                "/api/v1/now?team=%s",
                "/api/v1/pending?team=%s",
                "/api/v1/pending?namespace=%s",
                "/api/v1/quota?namespace=%s",
                "/api/v1/workloads?team=%s",
                "/team?team=%s",
                "/waiting?team=%s",
                "/pod?cluster=east&namespace=%s&pod=serve-0",
                "/reports/%s/2026-W47",
                "/reports/%s/2026-W47/letter.csv"
            })
    void another_team_is_as_one_that_is_not_there(String path) throws Exception {
        var another = crowded.get(path.formatted("speech"), "Authorization", VERA);
        var none = crowded.get(path.formatted("nobody"), "Authorization", VERA);
        assertThat(another.statusCode()).isEqualTo(none.statusCode());
        assertThat(another.body()).isEqualTo(none.body().replace("nobody", "speech"));
        assertThat(another.body()).doesNotContain("train", "nb-0");
    }

    @Test
    void of_pods_of_other_namespaces_nothing_is_explained() throws Exception {
        var speech = explain("speech");
        assertThat(speech.statusCode()).isEqualTo(404);
        assertThat(speech.body()).isEqualTo(explain("nobody").body().replace("nobody", "speech"));
        var own = explain("vision-research");
        assertThat(own.statusCode()).as(own.body()).isEqualTo(200);
        assertThat(own.body()).contains("\"rank\":null");
    }

    @Test
    void labels_and_affinities_open_no_other_namespace() throws Exception {
        assertThat(explain("speech", "\"labels\": {\"team\": \"vision\"}, ", "").statusCode())
                .isEqualTo(404);
        var near = "\"affinity\": {\"podAffinity\": {\"requiredDuringSchedulingIgnoredDuringExecution\":"
                + " [{\"topologyKey\": \"kubernetes.io/hostname\", \"labelSelector\": {}, %s}]}}, ";
        assertThat(explain("vision-research", "", near.formatted("\"namespaces\": [\"speech\"]"))
                        .statusCode())
                .isEqualTo(404);
        assertThat(explain("vision-research", "", near.formatted("\"namespaceSelector\": {}"))
                        .statusCode())
                .isEqualTo(404);
    }

    @Test
    void of_what_keeps_a_pod_only_general_words_are_said() throws Exception {
        var meanings = Blocker.ALL.stream().map(Blocker::meaning).toList();
        var pods = crowded.data("/api/v1/pending", VERA).path("pods");
        assertThat(pods).isNotEmpty();
        for (var pod : pods) {
            assertThat(meanings).contains(pod.path("why").asText());
            assertThat(pod.path("findings")).isEmpty();
            assertThat(pod.path("remedies")).isEmpty();
        }
    }

    @Test
    void pods_of_another_team_do_not_wait_for_who_is_not_to_be_told_of_it() throws Exception {
        assertThat(crowded.get("/waiting?team=speech", "Authorization", VERA).body())
                .contains("No pod waits for GPUs.")
                .doesNotContain("waits-too");
    }

    private static HttpResponse<String> explain(String namespace) throws Exception {
        return explain(namespace, "", "");
    }

    private static HttpResponse<String> explain(String namespace, String metadata, String spec) throws Exception {
        var pod = """
            {"apiVersion": "v1", "kind": "Pod", "metadata": {%s"name": "p", "namespace": "%s"}, "spec": {%s"containers": [
            {"name": "c", "resources": {"limits": {"nvidia.com/gpu": "2"}}}]}}
            """.formatted(metadata, namespace, spec);
        return crowded.send("POST", "/api/v1/explain", pod, "Authorization", VERA, "Content-Type", "application/json");
    }

    @Test
    void a_workload_of_others_is_one_that_is_not_there() throws Exception {
        var all = crowded.get("/api/v1/workloads?team=speech", "Authorization", Guarded.basic("bob"))
                .body();
        assertThat(all).contains("train");
        var own = crowded.data("/api/v1/workloads", VERA)
                .path("workloads")
                .path(0)
                .path("id")
                .asInt();
        assertThat(crowded.get("/api/v1/workloads/" + own, "Authorization", VERA)
                        .body())
                .contains("vision-prod")
                .isEqualTo(alone.get("/api/v1/workloads/1", "Authorization", VERA)
                        .body()
                        .replace("\"id\":1,", "\"id\":" + own + ","));
        var page = crowded.get("/workload?from=2026-11-09&to=2026-11-23&id=" + own, "Authorization", VERA)
                .body();
        assertThat(page)
                .contains("vision-prod", "serve-0")
                .isEqualTo(alone.get("/workload?from=2026-11-09&to=2026-11-23&id=1", "Authorization", VERA)
                        .body()
                        .replace("value=\"1\"", "value=\"" + own + "\"")
                        .replace("id=1&", "id=" + own + "&")
                        .replace("workloads/1\"", "workloads/" + own + "\""));
        assertThat(OTHERS).allSatisfy(name -> assertThat(page).doesNotContain(name));
        for (var number = 1; number < 6; number++) {
            if (number == own) {
                continue;
            }
            for (var path : List.of("/api/v1/workloads/", "/workload?id=")) {
                var answer = crowded.get(path + number, "Authorization", VERA);
                assertThat(answer.statusCode()).isEqualTo(404);
                assertThat(answer.body())
                        .isEqualTo(crowded.get(path + "999", "Authorization", VERA)
                                .body()
                                .replace("999", String.valueOf(number)));
            }
        }
    }

    @Test
    void a_fleet_viewer_is_told_of_all() throws Exception {
        assertThat(crowded.get("/api/v1/ledger", "Authorization", Guarded.basic("bob"))
                        .body())
                .contains("speech", "vision");
        assertThat(crowded.endpoints.all())
                .filteredOn(endpoint -> endpoint.scope() == Scope.BY_TEAM)
                .isNotEmpty();
    }
}
