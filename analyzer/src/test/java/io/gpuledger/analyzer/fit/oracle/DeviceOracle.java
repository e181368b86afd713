package io.gpuledger.analyzer.fit.oracle;

import static io.gpuledger.analyzer.fit.oracle.Draw.object;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gpuledger.analyzer.cluster.kubernetes.ToldDevices;
import io.gpuledger.analyzer.fit.Surroundings;
import io.gpuledger.analyzer.fit.oracle.ControlPlane.Programs;
import io.gpuledger.gate.Golden;
import io.gpuledger.gate.Machine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/// Holds what `fit` says of pods that claim devices against a real kube-scheduler, on drawn clusters with
/// devices, as [Oracle] does that for all else. There are no drivers and no controllers: slices are made, and
/// claims are allocated and reserved by whoever draws them. What a pod claims for itself goes with it, so that
/// what there was is known when the scheduler judged.
///
/// A pod whose claims are not there is not tried, and nothing is said of it: then the same is expected of both.
public final class DeviceOracle {
    private static final List<String> KINDS = List.of("ResourceClaim", "DeviceClass", "ResourceSlice");
    private static final int PROBES = 10;
    private static final long PATIENCE_MILLIS = 4_000;
    private static final String CLAIMS =
            "/apis/" + Equipment.API + "/namespaces/" + Equipment.NAMESPACE + "/resourceclaims";
    private static final String PODS = "/api/v1/namespaces/" + Equipment.NAMESPACE + "/pods";

    private final Api api;
    private final Agreement agreement = new Agreement();
    private final Map<String, JsonNode> seen = new ConcurrentHashMap<>();
    private int canaries;

    private DeviceOracle(Api api) {
        this.api = api;
    }

    /// Exits with 1 if less than 99 of 100 verdicts are the same.
    ///
    /// @param args the paths of etcd, kube-apiserver and kube-scheduler, how many clusters, and the first seed;
    ///     100 and 1 if it is not said
    public static void main(String[] args) throws Exception {
        if (args.length < 3) {
            System.err.println("name the programs: etcd kube-apiserver kube-scheduler [CLUSTERS] [SEED]");
            System.exit(2);
        }
        var clusters = args.length > 3 ? Integer.parseInt(args[3]) : 100;
        var seed = args.length > 4 ? Long.parseLong(args[4]) : 1;
        var programs = new Programs(Path.of(args[0]), Path.of(args[1]), Path.of(args[2]));
        var machine = Machine.here().text();
        try (var plane = ControlPlane.startWithDevices(programs)) {
            var oracle = new DeviceOracle(plane.api());
            try {
                oracle.ask(clusters, seed);
            } catch (Exception e) {
                System.err.println(plane.lastWords());
                throw e;
            }
            var version = oracle.api.get("/version").path("gitVersion").asText();
            var text = "%s; Kubernetes %s.\n\n%s".formatted(machine, version, oracle.agreement.text(seed));
            System.out.print(text);
            oracle.agreement.differences().forEach(System.err::println);
            if (System.getProperty("update") != null) {
                Golden.section(Path.of("docs/fit.md"), "device-oracle").matches(text);
            }
            if (!oracle.agreement.isGood()) {
                System.exit(1);
            }
        }
    }

    private void ask(int clusters, long seed) throws Exception {
        api.call("POST", "/api/v1/namespaces", object("metadata", object("name", Equipment.NAMESPACE)));
        var never = object("metadata", object("name", "never"), "value", 500, "preemptionPolicy", "Never");
        api.call("POST", "/apis/scheduling.k8s.io/v1/priorityclasses", never);
        for (var one : Equipment.CLASSES.entrySet()) {
            api.call(
                    "POST",
                    "/apis/" + Equipment.API + "/deviceclasses",
                    Equipment.deviceClass(one.getKey(), one.getValue()));
        }
        api.watchPods(pod -> seen.put(pod.at("/metadata/uid").asText(), pod));
        for (var i = 0; i < clusters; i++) {
            play(seed + i);
            System.err.printf("%d clusters: %s%n", i + 1, agreement.line());
        }
    }

    private void play(long seed) throws Exception {
        var draw = new Draw(seed);
        var names = IntStream.range(0, draw.whole(3, 7)).mapToObj(i -> "n" + i).toList();
        var made = names.stream().map(name -> Scene.node(draw, name)).toList();
        var equipment = Equipment.of(draw, names);
        var probes = IntStream.range(0, PROBES)
                .mapToObj(i -> DeviceProbe.of(draw, "p" + i, names))
                .toList();
        var nodes = new ArrayList<JsonNode>();
        for (var node : made) {
            nodes.add(api.call("POST", "/api/v1/nodes", node));
        }
        for (var claim : equipment.claims()) {
            stand(claim, equipment);
        }
        for (var slice : equipment.slices()) {
            api.call("POST", "/apis/" + Equipment.API + "/resourceslices", slice);
        }
        untilSeen(nodes.size());
        for (var probe : probes) {
            agreement.add(seed, Oracle.name(probe.pod()), probe(probe, nodes));
        }
        clear();
    }

    private void stand(Map<String, Object> claim, Equipment equipment) throws IOException, InterruptedException {
        var name = Oracle.name(claim);
        api.call("POST", CLAIMS, claim);
        var status = equipment.statuses().get(name);
        if (status != null) {
            api.call("PATCH", CLAIMS + "/" + name + "/status", status);
        }
        if (name.equals("leaving")) {
            api.call("DELETE", CLAIMS + "/" + name, "");
        }
    }

    /// A canary claims a device that was made last, until the scheduler places it; another one asks for what no
    /// node has, until it says so of all nodes.
    private void untilSeen(int nodes) throws Exception {
        for (var tries = 0; tries < 200; tries++) {
            var canary = canary(object("limits", object("example.com/canary", 1)), false);
            var hungry = asked(canary, List.of(), nodes);
            var claiming = asked(canary(object(), true), List.of("canary"), nodes);
            var count =
                    hungry.words().values().stream().mapToInt(Integer::intValue).sum()
                            - hungry.words().getOrDefault("Too many pods", 0);
            if (count == nodes && claiming.fits()) {
                return;
            }
            Thread.sleep(20);
        }
        throw new IOException("the scheduler does not see what was made");
    }

    private Map<String, Object> canary(Map<String, Object> resources, boolean claims) {
        var spec = object(
                "priorityClassName", "never",
                "tolerations", List.of(object("operator", "Exists")),
                "containers", List.of(object("name", "c", "image", "none", "resources", resources)));
        if (claims) {
            spec.put("resourceClaims", List.of(object("name", "canary", "resourceClaimName", "canary")));
        }
        return object(
                "metadata",
                object(
                        "name",
                        "canary" + canaries++,
                        "namespace",
                        Equipment.NAMESPACE,
                        "labels",
                        object("probe", "yes")),
                "spec",
                spec);
    }

    private Verdict asked(Map<String, Object> canary, List<String> claims, int nodes) throws Exception {
        for (var name : claims) {
            api.call("POST", CLAIMS, Equipment.claim(name, List.of(Equipment.request("r", "canary")), List.of()));
        }
        var verdict = verdict(api.call("POST", PODS, canary), nodes);
        forget(Oracle.name(canary), claims);
        return verdict;
    }

    private Agreement.Answer probe(DeviceProbe probe, List<JsonNode> nodes) throws Exception {
        var answer = asked(probe, nodes);
        if (answer.isSame()) {
            return answer;
        }
        Thread.sleep(300);
        var again = asked(probe, nodes);
        return new Agreement.Answer(again.fit(), again.scheduler(), true, again.spec());
    }

    private Agreement.Answer asked(DeviceProbe probe, List<JsonNode> nodes) throws Exception {
        var name = Oracle.name(probe.pod());
        if (!probe.isTemplated()) {
            for (var claim : probe.claims().values()) {
                api.call("POST", CLAIMS, claim);
            }
        }
        var pod = api.call("POST", PODS, probe.pod());
        if (probe.isTemplated()) {
            pod = templated(probe, pod);
        }
        var expected = expected(pod, nodes);
        var verdict = verdict(pod, nodes.size());
        var claims = probe.claims().values().stream().map(Oracle::name).toList();
        forget(name, claims);
        return new Agreement.Answer(
                expected, verdict, false, pod.get("spec") + " " + Api.JSON.writeValueAsString(probe.claims()));
    }

    /// Does what Kubernetes does for a claim of a template.
    private JsonNode templated(DeviceProbe probe, JsonNode pod) throws IOException, InterruptedException {
        var owner = object(
                "apiVersion",
                "v1",
                "kind",
                "Pod",
                "name",
                Oracle.name(probe.pod()),
                "uid",
                pod.at("/metadata/uid").asText(),
                "controller",
                true);
        var statuses = new ArrayList<>();
        for (var one : probe.claims().entrySet()) {
            Equipment.metadata(one.getValue()).put("ownerReferences", List.of(owner));
            api.call("POST", CLAIMS, one.getValue());
            statuses.add(object("name", one.getKey(), "resourceClaimName", Oracle.name(one.getValue())));
        }
        return api.call(
                "PATCH",
                PODS + "/" + Oracle.name(probe.pod()) + "/status",
                object("status", object("resourceClaimStatuses", statuses)));
    }

    /// What is there is read from the API server. The scheduler may have been quick: what the pod's own claims have
    /// come to is left out.
    private Verdict expected(JsonNode pod, List<JsonNode> nodes) throws IOException, InterruptedException {
        var told = new ToldDevices();
        var own = pod.at("/metadata/name").asText() + "-";
        for (var kind : KINDS) {
            var plural = kind.toLowerCase(Locale.ROOT) + (kind.endsWith("s") ? "es" : "s");
            for (var item : api.get("/apis/" + Equipment.API + "/" + plural).get("items")) {
                var object = ((ObjectNode) item).put("kind", kind);
                if (object.at("/metadata/name").asText().startsWith(own)) {
                    object.remove("status");
                }
                told.add(object.toString());
            }
        }
        var around = new Surroundings(Optional.empty(), Optional.of(told.devices()), new TreeMap<>());
        return Expected.of(nodes, List.of(), List.of(), around).of(pod);
    }

    private Verdict verdict(JsonNode pod, int nodes) throws InterruptedException {
        var uid = pod.at("/metadata/uid").asText();
        var first = Verdict.of(pod, nodes);
        var end = System.nanoTime() + PATIENCE_MILLIS * 1_000_000;
        while (first.isEmpty() && System.nanoTime() < end) {
            Thread.sleep(1);
            first = Optional.ofNullable(seen.get(uid)).flatMap(now -> Verdict.of(now, nodes));
        }
        return first.orElse(Verdict.SILENCE);
    }

    private void forget(String pod, List<String> claims) throws IOException, InterruptedException {
        api.call("DELETE", PODS + "/" + pod, object("gracePeriodSeconds", 0));
        for (var claim : claims) {
            release(claim);
        }
        Thread.sleep(15);
    }

    private void release(String claim) throws IOException, InterruptedException {
        var none = new TreeMap<String, Object>();
        none.put("finalizers", List.of());
        api.call("PATCH", CLAIMS + "/" + claim, object("metadata", none));
        try {
            api.call("DELETE", CLAIMS + "/" + claim, "");
        } catch (IOException e) {
            if (!String.valueOf(e.getMessage()).contains("not found")) {
                throw e;
            }
        }
    }

    private void clear() throws Exception {
        var now = object("gracePeriodSeconds", 0);
        for (var claim : api.get(CLAIMS).get("items")) {
            release(claim.at("/metadata/name").asText());
        }
        Api.atOnce(List.<Callable<JsonNode>>of(
                () -> api.call("DELETE", PODS, now),
                () -> api.call("DELETE", "/api/v1/nodes", now),
                () -> api.call("DELETE", "/apis/" + Equipment.API + "/resourceslices", now)));
        seen.clear();
    }
}
