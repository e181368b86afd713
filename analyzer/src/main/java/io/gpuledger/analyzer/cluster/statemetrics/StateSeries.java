package io.gpuledger.analyzer.cluster.statemetrics;

import io.gpuledger.analyzer.cluster.Annotations;
import io.gpuledger.analyzer.cluster.LabelName;
import io.gpuledger.analyzer.cluster.Pairs;
import io.gpuledger.analyzer.parse.Labels;
import io.gpuledger.analyzer.telemetry.Kind;
import io.gpuledger.analyzer.telemetry.ObjectId;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// Reads the labels of one series of kube-state-metrics, or of another that tells of a cluster.
///
/// @param kept of the annotations that it tells of
record StateSeries(String cluster, Labels labels, Annotations kept) {
    /// Where a scraper's own label had the same name, it moved that of the series.
    Optional<String> find(String label) {
        return labels.find("exported_" + label).or(() -> labels.find(label));
    }

    /// Returns the value of a label, which is empty where the series has none.
    String text(String label) {
        return find(label).orElse("");
    }

    Optional<ObjectId> node() {
        return find("node").map(name -> ObjectId.named(cluster, Kind.NODE, name));
    }

    /// Without a UID there may be two of a name.
    Optional<ObjectId> pod() {
        return find("namespace")
                .flatMap(namespace ->
                        find("pod").flatMap(pod -> find("uid").map(uid -> ObjectId.pod(cluster, namespace, pod, uid))));
    }

    Optional<ObjectId> namespace() {
        return find("namespace").map(name -> ObjectId.named(cluster, Kind.NAMESPACE, name));
    }

    Optional<ObjectId> namespaced(Kind kind, String label) {
        return find("namespace")
                .flatMap(namespace -> find(label).map(name -> ObjectId.named(cluster, kind, namespace, name)));
    }

    /// @param kind of the controller that the label names
    Optional<ObjectId> controller(String kind, String label) {
        return find("namespace")
                .flatMap(namespace -> find(label).map(name -> ObjectId.controller(cluster, namespace, kind, name)));
    }

    /// Nothing where it has none, which versions before 2 write as `<none>`.
    Optional<String> owner() {
        return find("owner_kind")
                .filter(kind -> !kind.equals("<none>"))
                .filter(_ -> !text("owner_is_controller").equals("false"))
                .flatMap(kind -> find("owner_name").map(name -> kind + "/" + name));
    }

    String labelPairs() {
        return Pairs.text(pairs("label_"));
    }

    String annotationPairs() {
        return kept.text(pairs("annotation_"));
    }

    /// Returns the labels or annotations of Kubernetes, which stand behind a prefix here.
    private Map<String, String> pairs(String prefix) {
        var pairs = new HashMap<String, String>();
        labels.forEach((name, value) -> {
            if (name.startsWith(prefix)) {
                pairs.put(LabelName.normal(name.substring(prefix.length())), value);
            }
        });
        return pairs;
    }
}
