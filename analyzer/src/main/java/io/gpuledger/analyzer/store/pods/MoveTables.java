package io.gpuledger.analyzer.store.pods;

import io.gpuledger.analyzer.diagnosis.WaitingPod;
import io.gpuledger.analyzer.fit.Ask;
import io.gpuledger.analyzer.fit.Places;
import io.gpuledger.analyzer.fit.Surroundings;
import io.gpuledger.analyzer.fit.spec.SpecReading.Known;
import io.gpuledger.analyzer.moves.ModestPod;
import io.gpuledger.analyzer.moves.MoveList;
import io.gpuledger.analyzer.moves.MoveSearch;
import io.gpuledger.analyzer.store.pods.MoveQuestion.Goal;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.ReadPool;
import io.gpuledger.analyzer.store.postgres.ReadSession;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Reads who is where in a cluster, and finds which pods would have to go to other nodes to make room for one.
public final class MoveTables {
    /// Of the pods that wait so many kinds are tried, from the one that has waited longest on.
    private static final int KINDS_TRIED = 16;

    private final ReadPool readPool;

    public MoveTables(Database database) {
        this.readPool = database.readPool();
    }

    /// Returns what makes room; nothing where no such pod waits, or what it needs is not known. Throws
    /// [CannotAskException].
    public Optional<FoundMoves> find(MoveQuestion question) {
        return readPool.ask(reading -> {
            var pods = waiting(reading.planningEach(), question);
            return switch (question.goal()) {
                case Goal.OfSize(var gpus, var sku, var priority) -> {
                    var lens = StrandedTables.expected(reading.session(), question.cluster(), question.at());
                    var ask = ModestPod.of(gpus, sku, lens);
                    var list = search(reading, question, false).find(ask, priority);
                    yield Optional.of(found(reading, question, Optional.empty(), ask, list));
                }
                case Goal.OfPod(var namespace, var name) ->
                    first(
                            reading,
                            question,
                            pods.stream()
                                    .filter(one -> one.pod().namespace().equals(namespace)
                                            && one.pod().name().equals(name))
                                    .toList());
                case Goal.Oldest _ -> first(reading, question, pods);
            };
        });
    }

    /// Returns the search for moves in a cluster. Throws [CannotAskException].
    ///
    /// @param at in milliseconds since 1970
    /// @param isNearAsked whether it is for pods that mind which others are near
    public MoveSearch search(String cluster, long at, boolean isNearAsked) {
        return readPool.ask(reading ->
                search(reading.planningEach(), new MoveQuestion(cluster, new Goal.Oldest(), at), isNearAsked));
    }

    private record Waiting(WaitingPod pod, Ask ask) {
        static Stream<Waiting> of(WaitingPod pod) {
            return pod.gates().isEmpty() && pod.need() instanceof Known(Ask ask)
                    ? Stream.of(new Waiting(pod, ask))
                    : Stream.empty();
        }

        long priority() {
            return pod.priority().orElse(0);
        }
    }

    private static List<Waiting> waiting(ReadSession reading, MoveQuestion question) throws DatabaseException {
        return new WaitingRows(reading, question.at())
                .pods().stream()
                        .filter(draft -> draft.id().cluster().equals(question.cluster()))
                        .map(draft -> draft.pod(""))
                        .sorted(Comparator.comparingLong(WaitingPod::created).thenComparing(WaitingPod::uid))
                        .flatMap(Waiting::of)
                        .toList();
    }

    /// Returns what helps the first pod that it helps.
    private static Optional<FoundMoves> first(ReadSession reading, MoveQuestion question, List<Waiting> pods)
            throws DatabaseException {
        if (pods.isEmpty()) {
            return Optional.empty();
        }
        var isNearAsked = pods.stream().anyMatch(one -> one.ask().mindsCompany());
        var search = search(reading, question, isNearAsked);
        var tried = new HashSet<List<Object>>();
        var first = Optional.<FoundMoves>empty();
        for (var one : pods) {
            if (!tried.add(List.of(one.ask().ofAny(), one.priority()))) {
                continue;
            }
            if (tried.size() > KINDS_TRIED) {
                break;
            }
            var list = search.find(one.ask(), one.priority());
            var found = found(reading, question, Optional.of(one.pod()), one.ask(), list);
            if (found.helps()) {
                return Optional.of(found);
            }
            first = first.or(() -> Optional.of(found));
        }
        return first;
    }

    private static FoundMoves found(
            ReadSession reading, MoveQuestion question, Optional<WaitingPod> pod, Ask ask, MoveList list)
            throws DatabaseException {
        var restarts = Restarts.of(reading, question.cluster(), question.at(), list.moves());
        return new FoundMoves(pod, ask.requests(), list, restarts);
    }

    private static MoveSearch search(ReadSession reading, MoveQuestion question, boolean isNearAsked)
            throws DatabaseException {
        var cluster = question.cluster();
        var at = question.at();
        var around = new Surroundings(Optional.empty(), NamespaceLabels.at(reading, cluster, at));
        var places = new Places(new PlaceRows(reading, cluster, at).places(isNearAsked), around);
        return new MoveSearch(places, new PlacedRows(reading, cluster, at).pods(), at);
    }
}
