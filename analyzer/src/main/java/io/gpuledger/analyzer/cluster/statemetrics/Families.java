package io.gpuledger.analyzer.cluster.statemetrics;

import io.gpuledger.analyzer.cluster.Attribute;
import io.gpuledger.analyzer.cluster.Resource;
import io.gpuledger.analyzer.cluster.statemetrics.Saying.Told;
import io.gpuledger.analyzer.cluster.statemetrics.Saying.Value;
import io.gpuledger.analyzer.telemetry.Kind;
import io.gpuledger.analyzer.telemetry.ObjectId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// The metrics of kube-state-metrics, of version 2, that say something here
/// (https://github.com/kubernetes/kube-state-metrics/tree/main/docs).
final class Families {
    private static final Map<String, Function<Series, Optional<Saying>>> ALL = new HashMap<>();

    static {
        nodes();
        namespaces();
        pods();
        controllers();
        quotas();
    }

    private Families() {}

    /// What a series of this metric says; nothing where nobody asks for it, or it lacks a label.
    static Optional<Saying> saying(String metric, Series series) {
        var family = ALL.get(metric);
        return family == null ? Optional.empty() : family.apply(series);
    }

    private static void add(
            String metric, Function<Series, Optional<ObjectId>> object, Function<Series, List<Told>> told) {
        ALL.put(metric, series -> object.apply(series).map(id -> new Saying(id, told.apply(series))));
    }

    private static void nodes() {
        add("kube_node_info", Series::node, series -> constant(Attribute.BOOT_ID, series.find("boot_id")));
        add("kube_node_labels", Series::node, series -> constant(Attribute.LABELS, series.labelPairs()));
        add("kube_node_spec_unschedulable", Series::node, _ -> one(Attribute.CORDONED, new Value.Flag()));
        add(
                "kube_node_spec_taint",
                Series::node,
                series -> constant(
                        Attribute.TAINT + series.text("key") + ":" + series.text("effect"), series.text("value")));
        add(
                "kube_node_status_condition",
                Series::node,
                series -> constant(Attribute.CONDITION + series.text("condition"), series.text("status")));
        add("kube_node_status_capacity", Series::node, series -> amount(Attribute.CAPACITY, series));
        add("kube_node_status_allocatable", Series::node, series -> amount(Attribute.ALLOCATABLE, series));
    }

    private static void namespaces() {
        add("kube_namespace_created", Series::namespace, _ -> List.of());
        add("kube_namespace_labels", Series::namespace, series -> constant(Attribute.LABELS, series.labelPairs()));
        add(
                "kube_namespace_annotations",
                Series::namespace,
                series -> constant(Attribute.ANNOTATIONS, series.annotationPairs()));
    }

    private static void pods() {
        add("kube_pod_info", Series::pod, Families::podInfo);
        add("kube_pod_owner", Series::pod, series -> constant(Attribute.OWNER, series.owner()));
        add("kube_pod_labels", Series::pod, series -> constant(Attribute.LABELS, series.labelPairs()));
        add("kube_pod_annotations", Series::pod, series -> constant(Attribute.ANNOTATIONS, series.annotationPairs()));
        add("kube_pod_created", Series::pod, _ -> one(Attribute.CREATED, new Value.Moment()));
        add("kube_pod_start_time", Series::pod, _ -> one(Attribute.STARTED, new Value.Moment()));
        add("kube_pod_completion_time", Series::pod, _ -> one(Attribute.FINISHED, new Value.Moment()));
        add("kube_pod_status_phase", Series::pod, series -> constant(Attribute.PHASE, series.text("phase")));
        add("kube_pod_status_reason", Series::pod, series -> constant(Attribute.EVICTION, series.text("reason")));
        add(
                "kube_pod_container_resource_requests",
                Series::pod,
                series -> amount(Attribute.REQUEST + series.text("container") + ".", series));
    }

    private static List<Told> podInfo(Series series) {
        var told = new ArrayList<>(constant(Attribute.NODE, series.find("node")));
        told.addAll(constant(Attribute.PRIORITY_CLASS, series.find("priority_class")));
        return told;
    }

    private static void controllers() {
        owned("kube_replicaset_owner", "ReplicaSet", "replicaset");
        owned("kube_job_owner", "Job", "job_name");
    }

    private static void owned(String metric, String kind, String label) {
        add(metric, series -> series.controller(kind, label), series -> constant(Attribute.OWNER, series.owner()));
    }

    private static void quotas() {
        add(
                "kube_resourcequota",
                series -> series.namespaced(Kind.RESOURCE_QUOTA, "resourcequota"),
                series -> one(series.text("type") + "." + series.text("resource"), new Value.Amount()));
    }

    private static List<Told> amount(String prefix, Series series) {
        return one(prefix + Resource.canonical(series.text("resource")), new Value.Amount());
    }

    private static List<Told> constant(String attribute, String value) {
        return one(attribute, new Value.Constant(value));
    }

    private static List<Told> constant(String attribute, Optional<String> value) {
        return value.map(text -> constant(attribute, text)).orElse(List.of());
    }

    private static List<Told> one(String attribute, Value value) {
        return List.of(new Told(attribute, value));
    }
}
