package io.gpuledger.analyzer.fit.oracle;

import static io.gpuledger.analyzer.fit.oracle.Draw.object;

import com.fasterxml.jackson.databind.JsonNode;
import io.gpuledger.analyzer.cluster.LabelName;
import io.gpuledger.analyzer.fit.oracle.ControlPlane.Programs;
import io.gpuledger.gate.Golden;
import io.gpuledger.gate.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/// Holds what `fit` says against a real kube-scheduler, on drawn clusters that are made in a real API server
/// one after the other. Residents are made on their nodes; then one probe at a time asks the scheduler, and
/// is deleted again, so that what there was is known when it judged. No probe may preempt anybody.
///
/// The scheduler hears of pods and of the rest on different ways. So a canary asks for something that no node
/// has, until the scheduler says so of all nodes of the scene and of no others; and a verdict that differs is
/// asked for once more.
public final class Oracle {
    private static final long PATIENCE_MILLIS = 5_000;

    private final Api api;
    private final Agreement agreement = new Agreement();
    private final Map<String, JsonNode> seen = new ConcurrentHashMap<>();
    private final SortedMap<String, SortedMap<String, String>> namespaces = new TreeMap<>();
    private int canaries;

    private Oracle(Api api) {
        this.api = api;
    }

    /// Exits with 1 if less than 99 of 100 verdicts are the same.
    ///
    /// @param args the paths of etcd, kube-apiserver and kube-scheduler, how many clusters, and the first
    ///     seed; 1,000 and 1 if it is not said
    public static void main(String[] args) throws Exception {
        if (args.length < 3) {
            System.err.println("name the programs: etcd kube-apiserver kube-scheduler [CLUSTERS] [SEED]");
            System.exit(2);
        }
        var missing = Stream.of(args)
                .limit(3)
                .filter(path -> !Files.isExecutable(Path.of(path)))
                .toList();
        if (!missing.isEmpty()) {
            System.err.println("there is no program at " + String.join(", ", missing));
            System.exit(2);
        }
        var clusters = args.length > 3 ? Integer.parseInt(args[3]) : 1_000;
        var seed = args.length > 4 ? Long.parseLong(args[4]) : 1;
        var programs = new Programs(Path.of(args[0]), Path.of(args[1]), Path.of(args[2]));
        var machine = Machine.here().text();
        try (var plane = ControlPlane.start(programs)) {
            var oracle = new Oracle(plane.api());
            try {
                oracle.ask(clusters, seed);
            } catch (Exception e) {
                System.err.println(plane.lastWords());
                throw e;
            }
            var text = "%s; Kubernetes %s.\n\n%s".formatted(machine, oracle.version(), oracle.agreement.text(seed));
            System.out.print(text);
            oracle.agreement.differences().forEach(System.err::println);
            if (System.getProperty("update") != null) {
                Golden.section(Path.of("docs/fit.md"), "oracle").matches(text);
            }
            if (!oracle.agreement.isGood()) {
                System.exit(1);
            }
        }
    }

    private String version() throws IOException, InterruptedException {
        return api.get("/version").path("gitVersion").asText();
    }

    private void ask(int clusters, long seed) throws Exception {
        prepare();
        api.watchPods(pod -> seen.put(pod.at("/metadata/uid").asText(), pod));
        var begin = System.nanoTime();
        for (var i = 0; i < clusters; i++) {
            play(Scene.of(seed + i));
            if ((i + 1) % 50 == 0) {
                System.err.printf(
                        "%d clusters in %d s: %s%n",
                        i + 1, (System.nanoTime() - begin) / 1_000_000_000, agreement.line());
            }
        }
    }

    /// Makes what all scenes share.
    private void prepare() throws Exception {
        for (var one : Map.of("lab", "a", "shop", "b").entrySet()) {
            api.call(
                    "POST",
                    "/api/v1/namespaces",
                    object("metadata", object("name", one.getKey(), "labels", object("team", one.getValue()))));
        }
        for (var one : Storage.classes()) {
            api.call("POST", "/apis/storage.k8s.io/v1/storageclasses", one);
        }
        for (var one : Map.of("low", 10, "high", 1_000, "never", 500).entrySet()) {
            api.call(
                    "POST",
                    "/apis/scheduling.k8s.io/v1/priorityclasses",
                    object(
                            "metadata", object("name", one.getKey()),
                            "value", one.getValue(),
                            "preemptionPolicy", one.getKey().equals("never") ? "Never" : "PreemptLowerPriority"));
        }
        for (var namespace : api.get("/api/v1/namespaces").get("items")) {
            var labels = new TreeMap<String, String>();
            namespace
                    .at("/metadata/labels")
                    .properties()
                    .forEach(one -> labels.put(
                            LabelName.normal(one.getKey()), one.getValue().asText()));
            namespaces.put(namespace.at("/metadata/name").asText(), labels);
        }
    }

    private void play(Scene scene) throws Exception {
        var storage = new ArrayList<Callable<JsonNode>>();
        scene.storage().volumes().forEach(volume -> storage.add(() -> volume(volume)));
        scene.storage().objects().forEach(claim -> storage.add(() -> claim(claim)));
        Api.atOnce(storage);
        var nodes = Api.atOnce(scene.nodes().stream()
                .<Callable<JsonNode>>map(node -> () -> api.call("POST", "/api/v1/nodes", node))
                .toList());
        var residents = Api.atOnce(scene.residents().stream()
                .<Callable<JsonNode>>map(pod -> () -> resident(pod, scene))
                .toList());
        var expected = Expected.of(nodes, residents, scene, namespaces);
        untilSeen(nodes.size());
        for (var probe : scene.probes()) {
            agreement.add(scene.seed(), name(probe), probe(probe, expected, nodes.size()));
        }
        clear();
    }

    private JsonNode volume(Map<String, Object> volume) throws IOException, InterruptedException {
        api.call("POST", "/api/v1/persistentvolumes", volume);
        return api.call(
                "PATCH",
                "/api/v1/persistentvolumes/%s/status".formatted(name(volume)),
                object("status", object("phase", "Available")));
    }

    private JsonNode claim(Map<String, Object> claim) throws IOException, InterruptedException {
        var made = api.call("POST", path(claim, "persistentvolumeclaims"), claim);
        return name(claim).equals("lost")
                ? api.call(
                        "PATCH",
                        path(claim, "persistentvolumeclaims") + "/lost/status",
                        object("status", object("phase", "Lost")))
                : made;
    }

    private JsonNode resident(Map<String, Object> pod, Scene scene) throws IOException, InterruptedException {
        var made = api.call("POST", path(pod, "pods"), pod);
        if (scene.leaving().contains(name(pod))) {
            api.call("DELETE", path(pod, "pods") + "/" + name(pod), object("gracePeriodSeconds", 600));
        }
        return made;
    }

    private void untilSeen(int nodes) throws Exception {
        var wanted = new TreeMap<>(Map.of("Insufficient example.com/canary", nodes));
        for (var tries = 0; tries < 200; tries++) {
            var limits = object("limits", object("example.com/canary", 1));
            var canary = object(
                    "metadata",
                    object("name", "canary" + canaries++, "namespace", "default", "labels", object("probe", "yes")),
                    "spec",
                    object(
                            "priorityClassName", "never",
                            "tolerations", List.of(object("operator", "Exists")),
                            "containers", List.of(object("name", "c", "image", "none", "resources", limits))));
            var pod = api.call("POST", "/api/v1/namespaces/default/pods", canary);
            var verdict = verdict(pod, nodes);
            delete(canary);
            if (verdict.filter(one -> one.words().keySet().containsAll(wanted.keySet())
                            && one.words().values().stream()
                                            .mapToInt(Integer::intValue)
                                            .sum()
                                    == nodes + full(one))
                    .isPresent()) {
                return;
            }
            Thread.sleep(10);
        }
        throw new IOException("the scheduler does not see the nodes");
    }

    /// Nodes that have all the pods that they can have say so, too.
    private static int full(Verdict verdict) {
        return verdict.words().getOrDefault("Too many pods", 0);
    }

    private Agreement.Answer probe(Map<String, Object> probe, Expected expected, int nodes) throws Exception {
        var answer = asked(probe, expected, nodes);
        if (answer.isSame()) {
            return answer;
        }
        Thread.sleep(200);
        var again = asked(probe, expected, nodes);
        return new Agreement.Answer(again.fit(), again.scheduler(), true, again.spec());
    }

    private Agreement.Answer asked(Map<String, Object> probe, Expected expected, int nodes) throws Exception {
        var pod = api.call("POST", path(probe, "pods"), probe);
        var heard = verdict(pod, nodes);
        var verdict = heard.isPresent() ? heard : Optional.of(new Verdict(false, new TreeMap<>(Map.of("silence", 0))));
        delete(probe);
        return new Agreement.Answer(
                expected.of(pod), verdict.orElseThrow(), false, pod.get("spec").toString());
    }

    /// Waits for the verdict. A pod whose claims wait for it is not bound before they are, which nobody does
    /// here: it fits when the scheduler has chosen for one of them.
    private Optional<Verdict> verdict(JsonNode pod, int nodes) throws Exception {
        var uid = pod.at("/metadata/uid").asText();
        var first = Verdict.of(pod, nodes);
        if (first.isPresent()) {
            return first;
        }
        var end = System.nanoTime() + PATIENCE_MILLIS * 1_000_000;
        for (var turn = 1; System.nanoTime() < end; turn++) {
            var now = seen.get(uid);
            if (now != null && Verdict.of(now, nodes).isPresent()) {
                return Verdict.of(now, nodes);
            }
            if (turn % 50 == 0 && hasChosen(pod)) {
                return Optional.of(Verdict.FITS);
            }
            Thread.sleep(1);
        }
        return Optional.empty();
    }

    private boolean hasChosen(JsonNode pod) throws Exception {
        var namespace = pod.at("/metadata/namespace").asText();
        for (var volume : pod.at("/spec/volumes")) {
            var claim = volume.at("/persistentVolumeClaim/claimName").asText();
            if (claim.equals("made")
                    && api.get("/api/v1/namespaces/%s/persistentvolumeclaims/made".formatted(namespace))
                            .at("/metadata/annotations")
                            .has("volume.kubernetes.io/selected-node")) {
                return true;
            }
            if (claim.equals("choice")
                    && api.get("/api/v1/persistentvolumes/v-%s-choice".formatted(namespace))
                            .at("/spec")
                            .has("claimRef")) {
                return true;
            }
        }
        return false;
    }

    private void delete(Map<String, Object> pod) throws IOException, InterruptedException {
        api.call("DELETE", path(pod, "pods") + "/" + name(pod), object("gracePeriodSeconds", 0));
    }

    /// Deletes all that a scene has made.
    private void clear() throws Exception {
        var all = new ArrayList<Callable<JsonNode>>();
        var now = object("gracePeriodSeconds", 0);
        for (var namespace : Scene.NAMESPACES) {
            for (var kind : List.of("pods", "persistentvolumeclaims")) {
                all.add(() -> api.call("DELETE", "/api/v1/namespaces/%s/%s".formatted(namespace, kind), now));
            }
        }
        for (var kind : List.of("nodes", "persistentvolumes")) {
            all.add(() -> api.call("DELETE", "/api/v1/" + kind, now));
        }
        Api.atOnce(all);
        seen.clear();
    }

    private static String path(Map<String, Object> object, String kind) {
        return "/api/v1/namespaces/%s/%s".formatted(metadata(object).get("namespace"), kind);
    }

    static String name(Map<String, Object> object) {
        return String.valueOf(metadata(object).get("name"));
    }

    private static Map<?, ?> metadata(Map<String, Object> object) {
        return (Map<?, ?>) new HashMap<>(object).getOrDefault("metadata", Map.of());
    }
}
