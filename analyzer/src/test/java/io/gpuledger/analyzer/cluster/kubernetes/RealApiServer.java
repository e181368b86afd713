package io.gpuledger.analyzer.cluster.kubernetes;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.gpuledger.analyzer.cluster.Annotations;
import io.gpuledger.analyzer.cluster.PreferredOrigin;
import io.gpuledger.analyzer.fit.oracle.Api;
import io.gpuledger.analyzer.fit.oracle.ControlPlane;
import io.gpuledger.analyzer.fit.oracle.ControlPlane.Programs;
import io.gpuledger.analyzer.scrape.http.Until;
import io.gpuledger.analyzer.telemetry.Batch;
import io.gpuledger.analyzer.telemetry.Kind;
import io.gpuledger.analyzer.telemetry.ObjectId;
import io.gpuledger.analyzer.telemetry.Statement;
import io.gpuledger.analyzer.telemetry.Statement.About;
import io.gpuledger.analyzer.telemetry.Statement.Gone;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;

/// Watches a real API server through what goes wrong: connections that are dead, a server that is killed, a past that
/// is forgotten, kinds that come and go. After each, as many objects must be known as there are.
final class RealApiServer {
    private static final String PODS = "/api/v1/namespaces/vision/pods";
    private static final String CRDS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
    private static final String QUEUES = "/apis/kueue.x-k8s.io/%s/clusterqueues";

    private final ControlPlane plane;
    private final Api api;
    private final Relay relay;
    private final Set<ObjectId> known = ConcurrentHashMap.newKeySet();
    private volatile long lastMillis;

    private RealApiServer(ControlPlane plane, Relay relay) throws Exception {
        this.plane = plane;
        this.api = plane.api();
        this.relay = relay;
    }

    /// @param args the paths of etcd, kube-apiserver and kube-scheduler, and how many pods
    static void main(String[] args) throws Exception {
        if (args.length < 3) {
            System.err.println("name the programs: etcd kube-apiserver kube-scheduler [PODS]");
            System.exit(2);
        }
        var pods = args.length > 3 ? Integer.parseInt(args[3]) : 2_000;
        try (var plane = ControlPlane.start(new Programs(Path.of(args[0]), Path.of(args[1]), Path.of(args[2])));
                var relay = new Relay(plane.port())) {
            var real = new RealApiServer(plane, relay);
            api(plane).call("POST", "/api/v1/namespaces", Map.of("metadata", Map.of("name", "vision")));
            real.make(0, pods);
            try (var _ = real.watch()) {
                real.story(pods);
            }
        }
    }

    private static Api api(ControlPlane plane) throws Exception {
        return plane.api();
    }

    private KubernetesCluster watch() {
        var config = new ConfigBuilder(Config.empty())
                .withMasterUrl("https://127.0.0.1:" + relay.port())
                .withOauthToken(plane.token())
                .withCaCertFile(plane.certificate().toString())
                .withHttp2Disable(true)
                .withRequestTimeout(1_000)
                .withRequestRetryBackoffLimit(0)
                .build();
        var second = Duration.ofSeconds(1);
        return new KubernetesCluster(
                        new KubernetesClientBuilder().withConfig(config).build(),
                        "c",
                        new Annotations(Set.of()),
                        this::take,
                        new PreferredOrigin(),
                        InstantSource.system(),
                        new KubernetesCluster.Pace(
                                Duration.ofMillis(100), second, second, second, second.multipliedBy(2), second),
                        new SimpleMeterRegistry())
                .start();
    }

    private void take(Batch batch) {
        for (var statement : batch.statements()) {
            if (statement instanceof About about) {
                lastMillis = Math.max(lastMillis, statement.millis());
                note(about.object(), statement);
            }
        }
    }

    private void note(ObjectId object, Statement statement) {
        if (statement instanceof Gone) {
            known.remove(object);
        } else {
            known.add(object);
        }
    }

    private void story(int pods) throws Exception {
        step("pods in pages", () -> null);
        step("connections that are held for ten seconds", () -> {
            relay.hold();
            var held = System.currentTimeMillis();
            change(0);
            Until.holds(() -> System.currentTimeMillis() - held > 10_000);
            if (lastMillis > held + 1_000) {
                throw new AssertionError("said %d ms later that all is as it was".formatted(lastMillis - held));
            }
            relay.release();
            return null;
        });
        step("connections that are dead", () -> {
            relay.forgetConnections();
            return change(1);
        });
        step("a server that is killed, and has forgotten the past", () -> {
            change(2);
            plane.killApiServer();
            plane.startApiServer();
            change(3);
            plane.killApiServer();
            plane.compact();
            plane.startApiServer();
            return null;
        });
        step("queues that come", () -> {
            kind("POST", "", "v1beta1");
            return api.call("POST", QUEUES.formatted("v1beta1"), queue("v1beta1"));
        });
        step("queues that go", () -> api.call("DELETE", CRDS + "/clusterqueues.kueue.x-k8s.io", ""));
        step("all that go", () -> api.call("DELETE", PODS, ""));
        System.out.printf("%,d pods, and nothing was missed%n", pods);
    }

    private void step(String what, Callable<?> step) throws Exception {
        var begin = System.nanoTime();
        try {
            step.call();
            Until.holds(() -> names(Kind.POD).equals(there(PODS))
                    && names(Kind.CLUSTER_QUEUE).equals(there(QUEUES.formatted("v1beta1"))));
        } catch (Exception | AssertionError e) {
            System.err.println(what + "\n" + plane.lastWords());
            throw e;
        }
        System.out.printf("%s: known after %.1f s%n", what, (System.nanoTime() - begin) / 1e9);
    }

    private Set<String> names(Kind kind) {
        var names = new TreeSet<String>();
        known.stream().filter(object -> object.kind() == kind).forEach(object -> names.add(object.name()));
        return names;
    }

    /// Returns the names of all that there are, as the API server says beside the watch.
    private Set<String> there(String path) {
        var names = new TreeSet<String>();
        try {
            api.get(path)
                    .path("items")
                    .forEach(item -> names.add(item.at("/metadata/name").asText()));
        } catch (Exception _) {
            // There is no such kind.
        }
        return names;
    }

    /// Takes some pods away and makes others.
    private Object change(int round) throws Exception {
        for (var i = 0; i < 20; i++) {
            api.call("DELETE", PODS + "/pod-" + (20 * round + i), Map.of("gracePeriodSeconds", 0));
        }
        make(1_000_000 + 20 * round, 20);
        return round;
    }

    private void make(int from, int count) throws Exception {
        List<Callable<Object>> calls = new ArrayList<>();
        for (var i = from; i < from + count; i++) {
            var pod = Map.of(
                    "metadata", Map.of("name", "pod-" + i, "annotations", Map.of("pad", "x".repeat(2_000))),
                    "spec", Map.of("containers", List.of(container())));
            calls.add(() -> api.call("POST", PODS, pod));
        }
        for (var i = 0; i < calls.size(); i += 50) {
            Api.atOnce(calls.subList(i, Math.min(calls.size(), i + 50)));
        }
    }

    private static Map<String, Object> container() {
        return Map.of("name", "main", "image", "i", "resources", Map.of("limits", Map.of("nvidia.com/gpu", "1")));
    }

    private static Map<String, Object> queue(String version) {
        return Map.of(
                "apiVersion", "kueue.x-k8s.io/" + version, "kind", "ClusterQueue", "metadata", Map.of("name", "gpus"));
    }

    private void kind(String method, String name, String version) throws Exception {
        var schema = Map.of("openAPIV3Schema", Map.of("type", "object", "x-kubernetes-preserve-unknown-fields", true));
        api.call(
                method,
                CRDS + name,
                Map.of(
                        "metadata",
                        Map.of(
                                "name",
                                "clusterqueues.kueue.x-k8s.io",
                                "annotations",
                                Map.of("api-approved.kubernetes.io", "unapproved, a test")),
                        "spec",
                        Map.of(
                                "group",
                                "kueue.x-k8s.io",
                                "scope",
                                "Cluster",
                                "names",
                                Map.of("kind", "ClusterQueue", "plural", "clusterqueues"),
                                "versions",
                                List.of(Map.of("name", version, "served", true, "storage", true, "schema", schema)))));
        Until.holds(() -> isServed(version));
    }

    private boolean isServed(String version) {
        try {
            api.get(QUEUES.formatted(version));
            return true;
        } catch (Exception _) {
            return false;
        }
    }
}
