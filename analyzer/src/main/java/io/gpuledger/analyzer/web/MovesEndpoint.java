package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.store.pods.BacklogTables;
import io.gpuledger.analyzer.store.pods.FoundMoves;
import io.gpuledger.analyzer.store.pods.MoveQuestion;
import io.gpuledger.analyzer.store.pods.MoveQuestion.Goal;
import io.gpuledger.analyzer.store.pods.MoveTables;
import io.gpuledger.analyzer.web.api.Asked;
import io.gpuledger.analyzer.web.api.Endpoint;
import io.gpuledger.analyzer.web.api.Form.Document;
import io.gpuledger.analyzer.web.api.Outcome;
import io.gpuledger.analyzer.web.api.Outcome.Answered;
import io.gpuledger.analyzer.web.api.Outcome.NotFound;
import io.gpuledger.analyzer.web.api.Parameter.One;
import io.gpuledger.analyzer.web.api.Question;
import io.gpuledger.analyzer.web.api.Reading;
import io.gpuledger.analyzer.web.api.Schema;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/// Declares `/api/v1/moves`.
final class MovesEndpoint {
    private static final int MOST_GPUS = 64;

    private record PodName(String namespace, String name) {}

    private static final One<Optional<String>> CLUSTER = new One<>(
            "cluster",
            Reading.TEXT.then(Optional::of),
            Optional.empty(),
            "any",
            "Where that would be. It has to be named, unless there is only one, where a pod or a size is asked for.");
    private static final One<Optional<PodName>> POD = new One<>(
            "pod",
            Reading.of(Schema.Plain.TEXT, MovesEndpoint::podName).then(Optional::of),
            Optional.empty(),
            "who has waited longest",
            "The pod that is to have room, as `namespace/name`. Where none is named, it is the one that has waited"
                    + " longest of those that moves can help.");
    private static final One<Optional<Integer>> GPUS = new One<>(
            "gpus",
            Reading.upTo(MOST_GPUS).then(Optional::of),
            Optional.empty(),
            "none",
            "Makes room for a pod of so many whole GPUs on one node instead, which wants the cores and the memory of"
                    + " the most modest pod that is expected.");
    private static final One<Optional<String>> SKU = new One<>(
            "sku",
            Reading.TEXT.then(Optional::of),
            Optional.empty(),
            "any",
            "The kind of GPU that such a pod wants, as `NVIDIA H100 80GB HBM3`.");
    private static final One<Long> PRIORITY = new One<>(
            "priority",
            Reading.of(Schema.Plain.WHOLE_NUMBER, MovesEndpoint::number),
            0L,
            "0",
            "The priority of such a pod: others of a higher one stay.");

    private record MovesAsked(Optional<String> cluster, Goal goal, long at) {}

    private MovesEndpoint() {}

    static Endpoint<?, ?> of(MoveTables tables, BacklogTables backlogs, InstantSource clock) {
        return new Endpoint<>(
                        "/api/v1/moves",
                        "which pods would have to go to other nodes to make room for one that waits, or for a size: a"
                                + " proposal, which nobody carries out",
                        Question.of(
                                List.of(CLUSTER, POD, GPUS, SKU, PRIORITY, StrandedEndpoint.AT),
                                asked -> new MovesAsked(
                                        asked.get(CLUSTER), goal(asked), StrandedEndpoint.at(asked, clock.millis()))),
                        Document.of(MovesAnswer.SHAPE),
                        asked -> answer(asked, tables, backlogs))
                .orNotFound("the cluster is not known, or no such pod waits");
    }

    private static Goal goal(Asked asked) {
        var pod = asked.get(POD);
        var gpus = asked.get(GPUS);
        var sku = asked.get(SKU);
        var priority = asked.get(PRIORITY);
        if (pod.isPresent() && gpus.isPresent()) {
            asked.problem(GPUS, "cannot be asked together with pod");
        }
        if (sku.isPresent() && gpus.isEmpty()) {
            asked.problem(SKU, "can only be asked together with gpus");
        }
        return gpus.<Goal>map(size -> new Goal.OfSize(size, sku, priority))
                .or(() -> pod.map(name -> new Goal.OfPod(name.namespace(), name.name())))
                .orElseGet(Goal.Oldest::new);
    }

    /// Returns what makes room for the pod that has waited longest of those that moves can help.
    static MovesAnswer forOldest(long at, Optional<String> cluster, MoveTables tables, BacklogTables backlogs) {
        var asked = new MovesAsked(cluster, new Goal.Oldest(), at);
        return cluster.map(name -> ofOldest(asked, name, tables))
                .orElseGet(() -> ofAny(asked, backlogs.clusters(), tables));
    }

    private static MovesAnswer ofOldest(MovesAsked asked, String cluster, MoveTables tables) {
        return new MovesAnswer(
                asked.at(), Optional.of(cluster), find(asked, cluster, tables).orElse(FoundMoves.FOR_NOBODY));
    }

    private static PodName podName(String text) {
        var slash = text.indexOf('/');
        if (slash < 1 || slash == text.length() - 1) {
            throw new IllegalArgumentException("must be a namespace, a slash and a name");
        }
        return new PodName(text.substring(0, slash), text.substring(slash + 1));
    }

    private static long number(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException _) {
            throw new IllegalArgumentException("must be a whole number");
        }
    }

    private static Outcome<MovesAnswer> answer(MovesAsked asked, MoveTables tables, BacklogTables backlogs) {
        var known = backlogs.clusters();
        if (asked.cluster().isEmpty() && asked.goal() instanceof Goal.Oldest) {
            return new Answered<>(ofAny(asked, known, tables));
        }
        return BacklogTables.cluster(asked.cluster(), known)
                .map(cluster -> of(asked, cluster, tables))
                .orElseGet(() -> new NotFound<>(
                        known.isEmpty()
                                ? "no cluster has told of any node"
                                : "cluster must name one of those that are known: " + String.join(", ", known)));
    }

    /// Where no cluster is named, it is the first in which moves help.
    private static MovesAnswer ofAny(MovesAsked asked, List<String> known, MoveTables tables) {
        var first = new MovesAnswer(asked.at(), Optional.empty(), FoundMoves.FOR_NOBODY);
        for (var cluster : known) {
            var found = find(asked, cluster, tables);
            if (found.filter(FoundMoves::helps).isPresent()) {
                return new MovesAnswer(asked.at(), Optional.of(cluster), found.get());
            }
            if (first.cluster().isEmpty() && found.isPresent()) {
                first = new MovesAnswer(asked.at(), Optional.of(cluster), found.get());
            }
        }
        return first;
    }

    private static Optional<FoundMoves> find(MovesAsked asked, String cluster, MoveTables tables) {
        return tables.find(new MoveQuestion(cluster, asked.goal(), asked.at()));
    }

    private static Outcome<MovesAnswer> of(MovesAsked asked, String cluster, MoveTables tables) {
        return find(asked, cluster, tables)
                .or(() -> Optional.of(FoundMoves.FOR_NOBODY).filter(_ -> asked.goal() instanceof Goal.Oldest))
                .<Outcome<MovesAnswer>>map(
                        found -> new Answered<>(new MovesAnswer(asked.at(), Optional.of(cluster), found)))
                .orElseGet(() -> new NotFound<>(
                        "no such pod waits for GPUs that a scheduler looks at and of which it is known what it needs"));
    }
}
