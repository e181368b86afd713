package io.gpuledger.analyzer.fit.oracle;

import static io.gpuledger.analyzer.fit.oracle.Draw.ZONE;
import static io.gpuledger.analyzer.fit.oracle.Draw.object;

import io.gpuledger.analyzer.fit.Claim;
import io.gpuledger.analyzer.fit.Claim.Fate;
import io.gpuledger.analyzer.fit.Requirement;
import io.gpuledger.analyzer.fit.Requirement.Operator;
import io.gpuledger.analyzer.fit.Term;
import io.gpuledger.analyzer.fit.Volume;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// The claims and volumes of a scene, which has one of each kind in each namespace.
///
/// @param claims what they are to `fit`, by namespace and name
record Storage(List<Map<String, Object>> volumes, List<Map<String, Object>> objects, SortedMap<String, Claim> claims) {
    /// Claims that residents may mount, too: the second is for one pod alone.
    static final List<String> SHARED = List.of("reach", "alone");

    static final List<String> STANDING =
            List.of("reach", "reach", "zone", "zone", "alone", "alone", "gone", "unbound", "lost", "missing");
    static final List<String> WAITING = List.of("choice", "made");

    static Storage of(Draw draw) {
        var storage = new Storage(new ArrayList<>(), new ArrayList<>(), new TreeMap<>());
        for (var namespace : Scene.NAMESPACES) {
            storage.bound(namespace, "reach", draw.one("a", "b"), false);
            storage.inZone(namespace, draw.one("a", "b__c"));
            storage.bound(namespace, "alone", "", true);
            storage.claim(namespace, "gone", "now", "nothing", false);
            storage.put(namespace, "gone", new Fate.BoundToNothing("nothing"), false);
            storage.claim(namespace, "unbound", "now", "", false);
            storage.put(namespace, "unbound", new Fate.Unbound(), false);
            storage.claim(namespace, "lost", "now", "forgotten", false);
            storage.put(namespace, "lost", new Fate.Lost("forgotten"), false);
            storage.waiting(namespace, draw.one("a", "c"));
        }
        return storage;
    }

    private void bound(String namespace, String name, String zone, boolean alone) {
        var volume = "v-%s-%s".formatted(namespace, name);
        volume(volume, "now", zone, object(), alone);
        claim(namespace, name, "now", volume, alone);
        put(namespace, name, new Fate.Bound(new Volume(volume, reach(zone), new TreeMap<>())), alone);
    }

    private void inZone(String namespace, String zones) {
        var volume = "v-%s-zone".formatted(namespace);
        volume(volume, "now", "", object(ZONE, zones), false);
        claim(namespace, "zone", "now", volume, false);
        var labels = new TreeMap<>(Map.of("topology_kubernetes_io_zone", zones));
        put(namespace, "zone", new Fate.Bound(new Volume(volume, Optional.empty(), labels)), false);
    }

    private void waiting(String namespace, String zone) {
        var volume = "v-%s-choice".formatted(namespace);
        volume(volume, "choice-" + namespace, zone, object(), false);
        claim(namespace, "choice", "choice-" + namespace, "", false);
        var candidate = new Volume(volume, reach(zone), new TreeMap<>());
        put(namespace, "choice", new Fate.Waiting(List.of(candidate), false, Optional.empty()), false);
        claim(namespace, "made", "made", "", false);
        put(namespace, "made", new Fate.Waiting(List.of(), true, reach("a")), false);
    }

    private static Optional<List<Term>> reach(String zone) {
        return zone.isEmpty()
                ? Optional.empty()
                : Optional.of(List.of(new Term(List.of(new Requirement(ZONE, Operator.IN, List.of(zone))), List.of())));
    }

    private void volume(String name, String storageClass, String zone, Map<String, Object> labels, boolean alone) {
        var spec = object(
                "capacity", object("storage", "1Gi"),
                "accessModes", List.of(alone ? "ReadWriteOncePod" : "ReadWriteOnce"),
                "storageClassName", storageClass,
                "hostPath", object("path", "/nowhere"));
        if (!zone.isEmpty()) {
            spec.put("nodeAffinity", Scene.in(zone));
        }
        volumes.add(object(
                "apiVersion",
                "v1",
                "kind",
                "PersistentVolume",
                "metadata",
                object("name", name, "labels", labels),
                "spec",
                spec));
    }

    private void claim(String namespace, String name, String storageClass, String volume, boolean alone) {
        var spec = object(
                "accessModes", List.of(alone ? "ReadWriteOncePod" : "ReadWriteOnce"),
                "storageClassName", storageClass,
                "resources", object("requests", object("storage", "1Gi")));
        var metadata = object("name", name, "namespace", namespace);
        if (!volume.isEmpty()) {
            spec.put("volumeName", volume);
            metadata.put("annotations", object("pv.kubernetes.io/bind-completed", "yes"));
        }
        objects.add(object("apiVersion", "v1", "kind", "PersistentVolumeClaim", "metadata", metadata, "spec", spec));
    }

    private void put(String namespace, String name, Fate fate, boolean alone) {
        claims.put(namespace + "/" + name, new Claim(fate, alone));
    }

    /// The classes of storage that all scenes share.
    static List<Map<String, Object>> classes() {
        var classes = new ArrayList<Map<String, Object>>();
        classes.add(storageClass("now", "kubernetes.io/no-provisioner", "Immediate"));
        Scene.NAMESPACES.forEach(namespace -> classes.add(
                storageClass("choice-" + namespace, "kubernetes.io/no-provisioner", "WaitForFirstConsumer")));
        var made = storageClass("made", "example.com/disks", "WaitForFirstConsumer");
        made.put(
                "allowedTopologies",
                List.of(object("matchLabelExpressions", List.of(object("key", ZONE, "values", List.of("a"))))));
        classes.add(made);
        return classes;
    }

    private static Map<String, Object> storageClass(String name, String provisioner, String mode) {
        return object(
                "apiVersion",
                "storage.k8s.io/v1",
                "kind",
                "StorageClass",
                "metadata",
                object("name", name),
                "provisioner",
                provisioner,
                "volumeBindingMode",
                mode);
    }
}
