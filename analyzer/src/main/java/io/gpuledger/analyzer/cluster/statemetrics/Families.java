package io.gpuledger.analyzer.cluster.statemetrics;

import io.gpuledger.analyzer.cluster.Attribute;
import io.gpuledger.analyzer.cluster.Resource;
import io.gpuledger.analyzer.cluster.statemetrics.SeriesMeaning.AttributeMeaning;
import io.gpuledger.analyzer.cluster.statemetrics.SeriesMeaning.ValueForm;
import io.gpuledger.analyzer.telemetry.Kind;
import io.gpuledger.analyzer.telemetry.ObjectId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// The metrics of kube-state-metrics, of version 2, that say something here
/// (https://github.com/kubernetes/kube-state-metrics/tree/main/docs).
final class Families {
    private static final Map<String, Function<StateSeries, Optional<SeriesMeaning>>> ALL = new HashMap<>();

    static {
        nodes();
        namespaces();
        pods();
        controllers();
        quotas();
        limitRanges();
        budgets();
    }

    private Families() {}

    /// Returns what a series of this metric says, if anybody asks for it and it has the labels.
    static Optional<SeriesMeaning> meaning(String metric, StateSeries series) {
        var family = ALL.get(metric);
        return family == null ? Optional.empty() : family.apply(series);
    }

    /// Returns the metrics that say something.
    static Set<String> metrics() {
        return Set.copyOf(ALL.keySet());
    }

    private static void add(
            String metric,
            Function<StateSeries, Optional<ObjectId>> object,
            Function<StateSeries, List<AttributeMeaning>> attributes) {
        ALL.put(metric, series -> object.apply(series).map(id -> new SeriesMeaning(id, attributes.apply(series))));
    }

    private static void nodes() {
        add("kube_node_info", StateSeries::node, series -> constant(Attribute.BOOT_ID, series.find("boot_id")));
        add("kube_node_labels", StateSeries::node, series -> constant(Attribute.LABELS, series.labelPairs()));
        add("kube_node_spec_unschedulable", StateSeries::node, _ -> one(Attribute.CORDONED, new ValueForm.Flag()));
        add(
                "kube_node_spec_taint",
                StateSeries::node,
                series -> constant(
                        Attribute.TAINT + series.text("key") + ":" + series.text("effect"), series.text("value")));
        add(
                "kube_node_status_condition",
                StateSeries::node,
                series -> constant(Attribute.CONDITION + series.text("condition"), series.text("status")));
        add("kube_node_status_capacity", StateSeries::node, series -> amount(Attribute.CAPACITY, series));
        add("kube_node_status_allocatable", StateSeries::node, series -> amount(Attribute.ALLOCATABLE, series));
    }

    private static void namespaces() {
        add("kube_namespace_created", StateSeries::namespace, _ -> List.of());
        add("kube_namespace_labels", StateSeries::namespace, series -> constant(Attribute.LABELS, series.labelPairs()));
        add(
                "kube_namespace_annotations",
                StateSeries::namespace,
                series -> constant(Attribute.ANNOTATIONS, series.annotationPairs()));
    }

    private static void pods() {
        add("kube_pod_info", StateSeries::pod, Families::podInfo);
        add("kube_pod_owner", StateSeries::pod, series -> constant(Attribute.OWNER, series.owner()));
        add("kube_pod_labels", StateSeries::pod, series -> constant(Attribute.LABELS, series.labelPairs()));
        add(
                "kube_pod_annotations",
                StateSeries::pod,
                series -> constant(Attribute.ANNOTATIONS, series.annotationPairs()));
        add("kube_pod_created", StateSeries::pod, _ -> one(Attribute.CREATED, new ValueForm.Timestamp()));
        add("kube_pod_start_time", StateSeries::pod, _ -> one(Attribute.STARTED, new ValueForm.Timestamp()));
        add("kube_pod_completion_time", StateSeries::pod, _ -> one(Attribute.FINISHED, new ValueForm.Timestamp()));
        add("kube_pod_status_phase", StateSeries::pod, series -> constant(Attribute.PHASE, series.text("phase")));
        conditions();
        add("kube_pod_status_reason", StateSeries::pod, series -> constant(Attribute.EVICTION, series.text("reason")));
        add(
                "kube_pod_container_resource_requests",
                StateSeries::pod,
                series -> amount(Attribute.REQUEST + series.text("container") + ".", series));
    }

    /// Those that say whether are there in all versions; those that say since when have the API server's word for it.
    private static void conditions() {
        condition("kube_pod_status_scheduled", Attribute.SCHEDULED);
        condition("kube_pod_status_ready", Attribute.READY);
        since("kube_pod_status_scheduled_time", Attribute.SCHEDULED, "true");
        since("kube_pod_status_unscheduled_time", Attribute.SCHEDULED, "false");
        since("kube_pod_status_ready_time", Attribute.READY, "true");
        since("kube_pod_status_container_ready_time", Attribute.CONTAINERS_READY, "true");
        // It says no more than that the pod is not scheduled: that may be for a gate.
        add("kube_pod_status_unschedulable", StateSeries::pod, _ -> constant(Attribute.SCHEDULED, "false"));
    }

    private static void condition(String metric, String attribute) {
        add(metric, StateSeries::pod, series -> constant(attribute, series.find("condition")));
    }

    private static void since(String metric, String attribute, String value) {
        add(metric, StateSeries::pod, _ -> one(attribute, new ValueForm.Since(value)));
    }

    private static List<AttributeMeaning> podInfo(StateSeries series) {
        var meanings = new ArrayList<>(constant(Attribute.NODE, series.find("node")));
        meanings.addAll(constant(Attribute.PRIORITY_CLASS, series.find("priority_class")));
        return meanings;
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
                series -> one(series.text("type") + "." + series.text("resource"), new ValueForm.Amount()));
    }

    private static void limitRanges() {
        add(
                "kube_limitrange",
                series -> series.namespaced(Kind.LIMIT_RANGE, "limitrange"),
                series -> one(
                        Attribute.RANGE + series.text("type") + "." + series.text("constraint") + "."
                                + series.text("resource"),
                        new ValueForm.Amount()));
    }

    private static void budgets() {
        add(
                "kube_poddisruptionbudget_status_pod_disruptions_allowed",
                series -> series.namespaced(Kind.POD_DISRUPTION_BUDGET, "poddisruptionbudget"),
                _ -> one(Attribute.DISRUPTIONS_ALLOWED, new ValueForm.Amount()));
    }

    private static List<AttributeMeaning> amount(String prefix, StateSeries series) {
        return one(prefix + Resource.canonical(series.text("resource")), new ValueForm.Amount());
    }

    private static List<AttributeMeaning> constant(String attribute, String value) {
        return one(attribute, new ValueForm.Constant(value));
    }

    private static List<AttributeMeaning> constant(String attribute, Optional<String> value) {
        return value.map(text -> constant(attribute, text)).orElse(List.of());
    }

    private static List<AttributeMeaning> one(String attribute, ValueForm form) {
        return List.of(new AttributeMeaning(attribute, form));
    }
}
