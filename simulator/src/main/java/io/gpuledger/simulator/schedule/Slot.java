package io.gpuledger.simulator.schedule;

import io.gpuledger.simulator.cluster.NodeState;
import io.gpuledger.simulator.fleet.Resource;
import io.gpuledger.simulator.fleet.Taint;
import io.gpuledger.simulator.story.Ask;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// This is how a node stands, from one change to the next, to somebody who asks for a place there.
///
/// @param place among the changes of the shelf
record Slot(Shelf shelf, int place) {
    private static final Taint CORDON = new Taint("node.kubernetes.io/unschedulable", "");

    /// What kube-scheduler has against a node.
    ///
    /// @param helps whether it might help if other pods went
    record Refusal(boolean helps, List<String> words) {}

    private NodeState state() {
        return shelf.state(place);
    }

    /// How many there ever are.
    long capacity(String resource) {
        return state().capacity().getOrDefault(resource, 0L);
    }

    /// Returns what is left of a resource; where GPUs have broken while they were held, that may be less than nothing.
    long left(String resource) {
        return shelf.left(place, resource);
    }

    /// Returns what kube-scheduler would say first, in the order of its plugins; nothing where the pod fits.
    Optional<Refusal> refusal(Ask ask) {
        if (isCordonedTo(ask)) {
            return Optional.of(new Refusal(false, List.of("node(s) were unschedulable")));
        }
        var taint = untolerated(ask);
        if (taint.isPresent()) {
            var words = "node(s) had untolerated taint {%s: %s}"
                    .formatted(taint.get().key(), taint.get().value());
            return Optional.of(new Refusal(false, List.of(words)));
        }
        if (!shelf.isSelected(ask)) {
            return Optional.of(new Refusal(false, List.of("node(s) didn't match Pod's node affinity/selector")));
        }
        var lacking = lacking(ask);
        return lacking.isEmpty() ? Optional.empty() : Optional.of(new Refusal(true, lacking));
    }

    private boolean isCordonedTo(Ask ask) {
        return state().cordoned() && !ask.tolerated().contains(CORDON);
    }

    private Optional<Taint> untolerated(Ask ask) {
        return state().taints().stream()
                .filter(one -> !ask.tolerated().contains(one))
                .findFirst();
    }

    private List<String> lacking(Ask ask) {
        var lacking = new ArrayList<String>();
        if (left(Resource.PODS) < 1) {
            lacking.add("Too many pods");
        }
        ask.requests().forEach((resource, amount) -> {
            if (amount > left(resource)) {
                lacking.add("Insufficient " + resource);
            }
        });
        return lacking;
    }

    /// Says the same as a refusal would, without its words.
    boolean fits(Ask ask) {
        for (var request : ask.requests().entrySet()) {
            if (request.getValue() > left(request.getKey())) {
                return false;
            }
        }
        return left(Resource.PODS) >= 1 && isOpenTo(ask);
    }

    /// Whether it takes such a pod now, if there is room.
    boolean isOpenTo(Ask ask) {
        return !isCordonedTo(ask) && untolerated(ask).isEmpty() && shelf.isSelected(ask);
    }
}
