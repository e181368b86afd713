package io.gpuledger.analyzer.moves;

import io.gpuledger.analyzer.cluster.Resource;
import io.gpuledger.analyzer.fit.Ask;
import io.gpuledger.analyzer.fit.Places;
import io.gpuledger.analyzer.moves.Covers.Candidate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;

/// One search for moves, as [MoveSearch] says: it puts pods to and fro on a [Board] and remembers what it finds. It is
/// long for a file, as its steps call each other and share what was tried and what it cost.
final class Search {
    private static final int MOST_STEPS = 20_000;
    /// A list that is put before [Places] takes about as long as so many steps, and a look at so many nodes as one.
    private static final int STEPS_OF_A_CHECK = 20;

    private static final int NODES_OF_A_STEP = 1_000;
    /// So many nodes are tried for each pod that is moved, and so many covers of each node.
    private static final int WIDTH = 8;
    /// Of the nodes where others would have to make room for a pod that is moved, so many are looked into: those that
    /// lack the fewest GPUs.
    private static final int LOOKED_INTO = 64;

    private final Places places;
    private final List<PlacedPod> pods;
    private final Ask ask;
    private final long priority;
    private final Board board;
    private final Map<Integer, List<Candidate>> byNode = new HashMap<>();
    private final SpentBudgets budgets = new SpentBudgets();
    private final Set<Integer> emptied = new HashSet<>();
    private final Set<PlacedPod> moved = new HashSet<>();
    /// The last of these is to be made first.
    private final List<Move> moves = new ArrayList<>();
    /// The moves that were found, in the order in which they are to be made.
    private List<Move> list = List.of();
    /// Whether there is room for such pods as things stand, apart from where they are.
    private final Map<Ask, Boolean> haveRoom = new HashMap<>();
    /// Whether others may be moved in turn to make room for those that are moved.
    private boolean inTurn;
    private boolean isCutShort;
    private int steps;

    Search(Places places, List<PlacedPod> pods, long now, Ask ask, long priority) {
        this.places = places;
        this.pods = pods;
        this.ask = ask;
        this.priority = priority;
        var asks = new HashSet<>(Set.of(ask));
        pods.forEach(pod -> asks.add(pod.ask()));
        this.board = new Board(places, asks);
        for (var pod : pods) {
            if (pod.stay(priority).isEmpty()) {
                byNode.computeIfAbsent(board.node(pod.node()), _ -> new ArrayList<>())
                        .add(new Candidate(pod, board.need(pod.ask()), pod.lostMillis(now)));
            }
        }
    }

    MoveList find() {
        var need = board.need(ask);
        var open = places.open(ask);
        var could = new ArrayList<Integer>();
        for (var node = 0; node < board.count(); node++) {
            if (open[node] && board.couldFit(node, need)) {
                if (board.fits(node, need)) {
                    return list(Optional.of(node), OptionalInt.of(0), List.of());
                }
                could.add(node);
            }
        }
        var targets = targets(could, need, MoveSearch.MOST_MOVES);
        var atLeast = targets.stream().mapToInt(Target::least).min();
        var first = atLeast.orElse(MoveSearch.MOST_MOVES + 1);
        var asTheyAre = shortest(targets, need, first, MoveSearch.MOST_MOVES);
        isCutShort = isSpent();
        inTurn = true;
        steps = 0;
        var most = asTheyAre.isPresent() ? list.size() - 1 : MoveSearch.MOST_MOVES;
        return list(shortest(targets, need, first, most).or(() -> asTheyAre), atLeast, could);
    }

    private Optional<Integer> shortest(List<Target> targets, long[] need, int first, int last) {
        for (var most = first; most <= last; most++) {
            var found = first(targets, need, most);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    private MoveList list(Optional<Integer> node, OptionalInt atLeast, List<Integer> could) {
        var staying = new EnumMap<Stay, Integer>(Stay.class);
        var names = new HashSet<String>();
        could.forEach(one -> names.add(board.name(one)));
        pods.stream()
                .filter(pod -> names.contains(pod.node()))
                .flatMap(pod -> pod.stay(priority).stream())
                .forEach(stay -> staying.merge(stay, 1, Integer::sum));
        return new MoveList(node.map(board::name), list, atLeast, !isCutShort && !isSpent(), staying);
    }

    /// Those of which the fewest pods have to go come first, and of these the ones with the least work to lose.
    private List<Target> targets(Collection<Integer> nodes, long[] need, int most) {
        var targets = new ArrayList<Target>();
        for (var node : nodes) {
            var covers = Covers.of(candidates(node), board.missing(node, need), most);
            if (!covers.isEmpty()) {
                targets.add(new Target(node, covers));
            }
        }
        targets.sort(Comparator.comparingInt(Target::least).thenComparingDouble(Target::lost));
        return targets;
    }

    private List<Candidate> candidates(int node) {
        return byNode.getOrDefault(node, List.of()).stream()
                .filter(one -> !moved.contains(one.pod()))
                .toList();
    }

    private Optional<Integer> first(List<Target> targets, long[] need, int most) {
        for (var target : targets) {
            if (target.least() > most || isSpent()) {
                break;
            }
            for (var cover : target.covers()) {
                if (mayDo(cover, most)
                        && vacate(target.node(), cover, need, () -> rehouse(cover, most - cover.size(), target))) {
                    return Optional.of(target.node());
                }
            }
        }
        return Optional.empty();
    }

    /// A shorter cover was tried before, where no others are moved in turn.
    private boolean mayDo(List<Candidate> cover, int most) {
        return inTurn
                ? cover.size() <= most
                : cover.size() == most
                        && cover.stream().allMatch(one -> haveRoom(one.pod().ask()));
    }

    private boolean haveRoom(Ask its) {
        return haveRoom.computeIfAbsent(its.ofAny(), alike -> {
            var need = board.need(alike);
            var open = board.open(alike);
            return IntStream.range(0, board.count()).anyMatch(node -> open[node] && board.fits(node, need));
        });
    }

    private boolean isSpent() {
        return steps >= MOST_STEPS;
    }

    private interface Next {
        boolean works();
    }

    /// Takes pods off a node and gives their room to another one, for as long as it is seen what comes of it.
    private boolean vacate(int node, List<Candidate> cover, long[] need, Next next) {
        steps++;
        if (!budgets.spend(cover)) {
            return false;
        }
        var isFirst = emptied.add(node);
        cover.forEach(one -> board.take(node, one.need()));
        cover.forEach(one -> moved.add(one.pod()));
        board.put(node, need);
        var works = next.works();
        board.take(node, need);
        cover.forEach(one -> board.put(node, one.need()));
        cover.forEach(one -> moved.remove(one.pod()));
        budgets.giveBack(cover);
        if (isFirst) {
            emptied.remove(node);
        }
        return works;
    }

    /// Finds a node for each of the pods.
    ///
    /// @param left how many more may be moved for it
    private boolean rehouse(List<Candidate> homeless, int left, Target goal) {
        if (homeless.isEmpty()) {
            return stands(goal);
        }
        var one = homeless.stream()
                .max(Comparator.comparingLong(each -> each.pod().gpus()))
                .orElseThrow();
        var rest = homeless.stream().filter(other -> other != one).toList();
        for (var node : roomy(one)) {
            if (isSpent()) {
                return false;
            }
            steps++;
            board.put(node, one.need());
            moves.add(new Move(one.pod(), board.name(node)));
            var works = rehouse(rest, left, goal);
            moves.removeLast();
            board.take(node, one.need());
            if (works) {
                return true;
            }
        }
        return inTurn && left > 0 && makeRoom(one, rest, left, goal);
    }

    /// Returns nodes that have room for a pod, the fullest first, and one of those that are alike.
    private List<Integer> roomy(Candidate one) {
        var open = board.open(one.pod().ask());
        steps += board.count() / NODES_OF_A_STEP;
        var gpus = gpus(one);
        var seen = new HashSet<List<Long>>();
        var roomy = new ArrayList<Integer>();
        for (var node = 0; node < board.count(); node++) {
            if (open[node] && !emptied.contains(node) && board.fits(node, one.need()) && seen.add(board.left(node))) {
                roomy.add(node);
            }
        }
        roomy.sort(Comparator.comparingLong(node -> board.left(node, gpus)));
        var all = new ArrayList<>(roomy.subList(0, Math.min(WIDTH, roomy.size())));
        if (inTurn) {
            all.addAll(emptied(one));
        }
        return all;
    }

    /// Returns nodes from which others go, and that have room for a pod all the same. It comes before they go, so that
    /// [#stands] has to say whether there is room for it by then.
    private List<Integer> emptied(Candidate one) {
        var open = board.open(one.pod().ask());
        var from = board.node(one.pod().node());
        return emptied.stream()
                .filter(node -> node != from && open[node] && board.fits(node, one.need()))
                .sorted()
                .toList();
    }

    private static List<String> gpus(Candidate one) {
        return one.pod().ask().requests().keySet().stream()
                .filter(Resource::isGpu)
                .toList();
    }

    private boolean makeRoom(Candidate one, List<Candidate> rest, int left, Target goal) {
        var open = board.open(one.pod().ask());
        var nodes = new ArrayList<Integer>();
        byNode.keySet().forEach(node -> {
            if (node >= 0 && open[node] && !emptied.contains(node) && board.couldFit(node, one.need())) {
                nodes.add(node);
            }
        });
        var gpus = gpus(one);
        nodes.sort(Comparator.comparingLong(node -> -board.left(node, gpus)));
        var nearest = nodes.subList(0, Math.min(LOOKED_INTO, nodes.size()));
        steps += nearest.size();
        for (var target :
                targets(nearest, one.need(), left).stream().limit(WIDTH).toList()) {
            for (var cover : target.covers().stream().limit(WIDTH).toList()) {
                if (isSpent()) {
                    return false;
                }
                moves.add(new Move(one.pod(), board.name(target.node())));
                var all = new ArrayList<>(rest);
                all.addAll(cover);
                var works = vacate(target.node(), cover, one.need(), () -> rehouse(all, left - cover.size(), goal));
                moves.removeLast();
                if (works) {
                    return true;
                }
            }
        }
        return false;
    }

    /// Says whether all this can be done, one move after the other, by all that is known.
    private boolean stands(Target goal) {
        steps += STEPS_OF_A_CHECK;
        var then = places;
        for (var move : moves.reversed()) {
            var its = move.pod().ask();
            then = then.with(then.place(move.pod().node()).without(its));
            if (!then.fits(its, move.to())) {
                return false;
            }
            then = then.with(then.place(move.to()).with(its));
        }
        if (!then.fits(ask, board.name(goal.node()))) {
            return false;
        }
        list = List.copyOf(moves.reversed());
        return true;
    }
}
