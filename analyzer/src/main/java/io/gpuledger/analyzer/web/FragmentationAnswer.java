package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.diagnosis.FragmentedNode;
import io.gpuledger.analyzer.diagnosis.Fragments;
import io.gpuledger.analyzer.stranded.Use;
import io.gpuledger.analyzer.web.api.Field;
import io.gpuledger.analyzer.web.api.Page;
import io.gpuledger.analyzer.web.api.Paging;
import io.gpuledger.analyzer.web.api.Shape;
import io.gpuledger.analyzer.web.api.Type;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/// Holds what the whole GPUs that nobody held at an instant were to the pods that were expected, and declares how
/// `/api/v1/fragmentation` tells it.
///
/// @param at in milliseconds since 1970
/// @param page which nodes are told one by one
record FragmentationAnswer(long at, Page page, List<FragmentedNode> nodes) {
    private static final Comparator<FragmentedNode> WORST_FIRST = Comparator.comparingDouble(
                    (FragmentedNode node) -> -node.fragments().fragmentGpus())
            .thenComparing(FragmentedNode::cluster)
            .thenComparing(FragmentedNode::node);

    private static <R> List<Field<R>> measures(Function<R, Fragments> of) {
        return List.of(
                Field.of(
                        "idle_gpus",
                        Type.NUMBER,
                        row -> StrandedAnswer.rounded(of.apply(row).idleGpus()),
                        "How many GPUs nobody held."),
                Field.of(
                        "fragment_gpus",
                        Type.NUMBER,
                        row -> StrandedAnswer.rounded(of.apply(row).fragmentGpus()),
                        "How many of these the next pod could not have, on average over the pods that were expected."),
                Field.orNull(
                        "ratio",
                        Type.NUMBER,
                        row -> of.apply(row).ratio().stream()
                                .mapToObj(StrandedAnswer::rounded)
                                .findFirst(),
                        "What part of them that is."),
                gpus(of, "fitting_gpus", Use.FITS, "How many of them it could have."),
                gpus(
                        of,
                        "too_few_gpus",
                        Use.LACKS_GPUS,
                        "How many it could not have as the node had too few GPUs left, and cores enough."),
                gpus(
                        of,
                        "too_few_cores",
                        Use.LACKS_CORES,
                        "How many it could not have as the node had too few cores left, and GPUs enough."),
                gpus(of, "too_few_of_both", Use.LACKS_BOTH, "How many it could not have as it had too few of both."),
                gpus(of, "other_model", Use.OTHER_MODEL, "How many it could not have as it wanted another model."));
    }

    private static <R> Field<R> gpus(Function<R, Fragments> of, String name, Use use, String what) {
        return Field.of(
                name, Type.NUMBER, row -> StrandedAnswer.rounded(of.apply(row).gpus(use)), what);
    }

    private static final Shape<Map.Entry<String, Fragments>> CLUSTER = new Shape<>(
            "cluster",
            with(
                    List.of(Field.of("cluster", Type.TEXT, Map.Entry::getKey, "Its name.")),
                    measures(Map.Entry::getValue)));

    private static final Shape<FragmentedNode> NODE = new Shape<>(
            "node",
            with(
                    List.of(
                            Field.of("cluster", Type.TEXT, FragmentedNode::cluster, "Its cluster."),
                            Field.of("node", Type.TEXT, FragmentedNode::node, "Its name."),
                            Field.orNull("sku", Type.TEXT, FragmentedNode::sku, "Which GPUs it has.")),
                    measures(FragmentedNode::fragments)));

    static final Shape<FragmentationAnswer> SHAPE = Shape.of(
            "data",
            Field.of("at", Type.MILLIS, FragmentationAnswer::at, "When that was so."),
            Field.of(
                    "clusters",
                    Type.list(Type.object(CLUSTER)),
                    answer ->
                            List.copyOf(FragmentedNode.byCluster(answer.nodes()).entrySet()),
                    "The whole GPUs of each cluster that nobody held."),
            Paging.field(FragmentationAnswer::page, answer -> answer.nodes().size()),
            Field.of(
                    "nodes",
                    Type.list(Type.object(NODE)),
                    answer -> answer.page().of(answer.worst()),
                    "The same node by node, those with the largest fragments first."));

    /// Returns all nodes, those with the largest fragments first.
    List<FragmentedNode> worst() {
        return nodes.stream().sorted(WORST_FIRST).toList();
    }

    Optional<String> next() {
        return page.nextQuery(nodes.size());
    }

    private static <R> List<Field<R>> with(List<Field<R>> some, List<Field<R>> more) {
        return Stream.concat(some.stream(), more.stream()).toList();
    }
}
