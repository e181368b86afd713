package io.gpuledger.analyzer.fit.oracle;

import static io.gpuledger.analyzer.fit.oracle.Draw.object;

import com.fasterxml.jackson.databind.JsonNode;
import io.gpuledger.analyzer.admission.Creation;
import io.gpuledger.analyzer.admission.Facts;
import io.gpuledger.analyzer.cluster.kubernetes.ToldLimits;
import io.gpuledger.analyzer.fit.oracle.ControlPlane.Programs;
import io.gpuledger.analyzer.fit.spec.NewPod;
import io.gpuledger.gate.Golden;
import io.gpuledger.gate.Machine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/// Holds what is said of pods that nobody has made yet against a real API server: whether it would make them, and
/// with which requests, limits and priority; or for what it would refuse them. Of one pod in each namespace so many
/// are made as it takes, to see for how many its quotas have room.
///
/// There are no controllers: quotas are given the status that they are drawn with.
public final class CreationOracle {
    private static final int PROBES = 10;
    private static final int ROOM_MAX = 8;
    private static final String CLASSES = "/apis/scheduling.k8s.io/v1/priorityclasses";

    private final Api api;
    private final List<String> differences = new ArrayList<>();
    private final SortedMap<String, Long> said = new TreeMap<>();
    private int asked;
    private int same;
    private int made;
    private int twice;
    private int rooms;
    private int sameRooms;

    private CreationOracle(Api api) {
        this.api = api;
    }

    /// Exits with 1 if less than 99 of 100 answers are the same.
    ///
    /// @param args the paths of etcd, kube-apiserver and kube-scheduler, how many namespaces, and the first seed;
    ///     200 and 1 if it is not said
    public static void main(String[] args) throws Exception {
        if (args.length < 3) {
            System.err.println("name the programs: etcd kube-apiserver kube-scheduler [NAMESPACES] [SEED]");
            System.exit(2);
        }
        var namespaces = args.length > 3 ? Integer.parseInt(args[3]) : 200;
        var seed = args.length > 4 ? Long.parseLong(args[4]) : 1;
        var machine = Machine.here().text();
        try (var plane = ControlPlane.start(new Programs(Path.of(args[0]), Path.of(args[1]), Path.of(args[2])))) {
            var oracle = new CreationOracle(plane.api());
            oracle.ask(namespaces, seed);
            var version = oracle.api.get("/version").path("gitVersion").asText();
            var text = "%s; Kubernetes %s.\n\n%s".formatted(machine, version, oracle.text(namespaces, seed));
            System.out.print(text);
            oracle.differences.forEach(System.err::println);
            if (System.getProperty("update") != null) {
                Golden.section(Path.of("docs/fit.md"), "creation-oracle").matches(text);
            }
            if (oracle.same < 0.99 * oracle.asked || oracle.sameRooms < 0.99 * oracle.rooms) {
                System.exit(1);
            }
        }
    }

    private String text(int namespaces, long seed) {
        var text = new StringBuilder("%,d namespaces of the seeds from %d on, %,d pods, of which %,d would be made."
                .formatted(namespaces, seed, asked, made));
        text.append(" %,d were asked for twice.%n%n".formatted(twice));
        text.append("| the same | of | all |%n|---|---:|---:|%n".formatted());
        text.append(
                "| whether it is made, with what, and for what it is refused | %,d | %,d |%n".formatted(same, asked));
        text.append("| how many are made until a quota is full | %,d | %,d |%n%n".formatted(sameRooms, rooms));
        text.append("| said by the API server | of pods |%n|---|---:|%n".formatted());
        said.forEach((word, pods) -> text.append("| %s | %,d |%n".formatted(word, pods)));
        return text.toString();
    }

    /// Whether there is a class by default is the same for all namespaces: half of them are played without.
    private void ask(int namespaces, long seed) throws Exception {
        api.call("POST", CLASSES, object("metadata", object("name", "high"), "value", 1_000));
        for (var i = 0; i < namespaces; i++) {
            if (i == 0 || i == namespaces / 2) {
                api.call(
                        "POST",
                        CLASSES,
                        object("metadata", object("name", "low"), "value", 10, "globalDefault", i > 0));
            }
            play(seed + i, "lab-" + (seed + i));
            if (i == namespaces / 2 - 1) {
                api.call("DELETE", CLASSES + "/low", "");
            }
        }
    }

    private void play(long seed, String namespace) throws IOException, InterruptedException {
        var draw = new NewPods(new Draw(seed));
        api.call("POST", "/api/v1/namespaces", object("metadata", object("name", namespace)));
        var path = "/api/v1/namespaces/" + namespace;
        for (var range : draw.limitRanges()) {
            api.call("POST", path + "/limitranges", range);
        }
        for (var quota : draw.quotas()) {
            api.call("POST", path + "/resourcequotas", quota);
            var name = object(
                    "metadata",
                    Objects.requireNonNull(quota.get("metadata")),
                    "status",
                    Objects.requireNonNull(quota.get("status")));
            api.call("PATCH", path + "/resourcequotas/" + Oracle.name(quota) + "/status", name);
        }
        var facts = facts(path);
        for (var i = 0; i < PROBES; i++) {
            probe(seed, draw.pod("p" + i), facts, path);
        }
        var isFilled = false;
        for (var i = 0; i < PROBES && !isFilled; i++) {
            isFilled = fill(seed, draw.pod("many"), facts, path);
        }
    }

    private Facts facts(String path) throws IOException, InterruptedException {
        var told = new ToldLimits();
        for (var one : api.get(path + "/limitranges").path("items")) {
            told.limitRange(one.toString());
        }
        for (var one : api.get(path + "/resourcequotas").path("items")) {
            told.quota(one.toString());
        }
        for (var one : api.get(CLASSES).path("items")) {
            told.priorityClass(one.toString());
        }
        return told.facts();
    }

    private static Creation creation(Map<String, Object> pod, Facts facts, String path) {
        var spec = NewPod.read(Api.JSON.valueToTree(pod.get("spec")).toString()).orElseThrow();
        return Creation.of(facts, path.substring(path.lastIndexOf('/') + 1), spec);
    }

    private void probe(long seed, Map<String, Object> pod, Facts facts, String path)
            throws IOException, InterruptedException {
        var expected = creation(pod, facts, path);
        var answer = api.post(path + "/pods?dryRun=All", pod);
        if (!isSame(expected, answer)) {
            // The API server may not have seen all that was made a moment ago.
            Thread.sleep(500);
            twice++;
            answer = api.post(path + "/pods?dryRun=All", pod);
        }
        asked++;
        made += ApiWords.isMade(answer) ? 1 : 0;
        ApiWords.of(answer).kinds().forEach(word -> said.merge(word, 1L, Long::sum));
        if (isSame(expected, answer)) {
            same++;
        } else {
            differences.add(
                    "seed %d: expected %s, got %s for %s".formatted(seed, expected, answer, Api.JSON.valueToTree(pod)));
        }
    }

    private static boolean isSame(Creation expected, JsonNode answer) {
        if (!ApiWords.isMade(answer)) {
            return ApiWords.expected(expected).contains(ApiWords.of(answer));
        }
        var got = NewPod.read(answer.path("spec").toString()).orElseThrow();
        return expected.refusals().isEmpty()
                && expected.resources().containers().equals(got.resources().containers())
                && expected.priority().orElse(0) == answer.at("/spec/priority").asLong();
    }

    /// Makes such pods until no more are made, if a quota has room for some and not for many.
    private boolean fill(long seed, Map<String, Object> pod, Facts facts, String path)
            throws IOException, InterruptedException {
        var expected = creation(pod, facts, path);
        if (!expected.refusals().isEmpty()
                || expected.room().isEmpty()
                || expected.room().getAsLong() > ROOM_MAX) {
            return false;
        }
        var count = 0;
        while (count <= ROOM_MAX && ApiWords.isMade(api.post(path + "/pods", named(pod, "many-" + count)))) {
            count++;
        }
        rooms++;
        if (count == expected.room().getAsLong()) {
            sameRooms++;
        } else {
            differences.add("seed %d: room for %d, and %d were made of %s"
                    .formatted(seed, expected.room().getAsLong(), count, Api.JSON.valueToTree(pod)));
        }
        return true;
    }

    private static Map<String, Object> named(Map<String, Object> pod, String name) {
        return object("metadata", object("name", name), "spec", Objects.requireNonNull(pod.get("spec")));
    }
}
