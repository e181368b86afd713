package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.store.questions.Hits;
import io.gpuledger.analyzer.store.questions.Hits.Gpu;
import io.gpuledger.analyzer.store.questions.Hits.Place;
import io.gpuledger.analyzer.store.questions.Hits.Pod;
import io.gpuledger.analyzer.store.questions.Hits.Workload;
import io.gpuledger.analyzer.store.questions.SearchTables;
import io.gpuledger.analyzer.web.api.Field;
import io.gpuledger.analyzer.web.api.Shape;
import io.gpuledger.analyzer.web.api.Type;

/// Holds what has a text in its name, and declares how `/api/v1/search` tells it.
///
/// @param part that was looked for
record SearchAnswer(String part, Hits hits) {
    private static final Shape<Gpu> GPU = Shape.of(
            "gpu",
            Field.of("cluster", Type.TEXT, Gpu::cluster, "Its cluster."),
            Field.of("gpu", Type.TEXT, Gpu::uuid, "Its UUID, or that of the GPU whose instance was found."),
            Field.orNull("model", Type.TEXT, Gpu::model, "Which kind of GPU it is."),
            Field.orNull("node", Type.TEXT, Gpu::node, "The node that it was on last."));

    private static final Shape<Place> NODE = Shape.of(
            "node",
            Field.of("cluster", Type.TEXT, Place::cluster, "Its cluster."),
            Field.of("node", Type.TEXT, Place::name, "Its name."));

    private static final Shape<Pod> POD = Shape.of(
            "pod",
            Field.of("cluster", Type.TEXT, Pod::cluster, "Its cluster."),
            Field.of("namespace", Type.TEXT, Pod::namespace, "Its namespace."),
            Field.of("pod", Type.TEXT, Pod::name, "Its name."));

    private static final Shape<Workload> WORKLOAD = Shape.of(
            "workload",
            Field.of("id", Type.WHOLE_NUMBER, Workload::id, "By which `/api/v1/workloads/{id}` tells of it."),
            Field.of("cluster", Type.TEXT, Workload::cluster, "Its cluster."),
            Field.of("namespace", Type.TEXT, Workload::namespace, "Its namespace."),
            Field.of("kind", Type.TEXT, Workload::kind, "Its kind, as `Job`."),
            Field.of("name", Type.TEXT, Workload::name, "Its name."));

    private static final Shape<Place> NAMESPACE = Shape.of(
            "namespace",
            Field.of("cluster", Type.TEXT, Place::cluster, "Its cluster."),
            Field.of("namespace", Type.TEXT, Place::name, "Its name."));

    static final Shape<SearchAnswer> SHAPE = Shape.of(
            "data",
            Field.of("q", Type.TEXT, SearchAnswer::part, "What was looked for."),
            Field.of("limit", Type.WHOLE_NUMBER, _ -> SearchTables.MOST, "How many of a kind there may be."),
            Field.of(
                    "gpus", Type.list(Type.object(GPU)), answer -> answer.hits().gpus(), "GPUs, by their UUID."),
            Field.of(
                    "nodes",
                    Type.list(Type.object(NODE)),
                    answer -> answer.hits().nodes(),
                    "Nodes, by their name."),
            Field.of(
                    "pods",
                    Type.list(Type.object(POD)),
                    answer -> answer.hits().pods(),
                    "Pods that are there or were booked within %d days, the latest first."
                            .formatted(SearchTables.DAYS)),
            Field.of(
                    "workloads",
                    Type.list(Type.object(WORKLOAD)),
                    answer -> answer.hits().workloads(),
                    "Workloads, those that came last first."),
            Field.of("teams", Type.list(Type.TEXT), answer -> answer.hits().teams(), "Teams, by their name."),
            Field.of(
                    "namespaces",
                    Type.list(Type.object(NAMESPACE)),
                    answer -> answer.hits().namespaces(),
                    "Namespaces that are there, by their name."));
}
