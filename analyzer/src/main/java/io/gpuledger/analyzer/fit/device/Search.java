package io.gpuledger.analyzer.fit.device;

import io.gpuledger.analyzer.fit.device.Demand.Constraint;
import io.gpuledger.analyzer.fit.device.Finding.Failed;
import io.gpuledger.analyzer.fit.device.Finding.Unclear;
import io.gpuledger.analyzer.fit.device.Wanted.Candidate;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Tries all choices of devices for requests, one after the other, until one does. Of the devices of one
/// request the order does not matter, so that each set of them is tried once.
final class Search {
    /// A constraint of a claim, with the values that devices have which are chosen now.
    private record Held(Constraint constraint, Deque<Datum> values) {}

    private final List<List<Wanted>> wanted;
    private final Map<Integer, List<Held>> constraints = new HashMap<>();
    private final Set<String> taken = new HashSet<>();
    private final Effort effort;
    private final boolean passesFaults;
    private Optional<Finding> failure = Optional.empty();
    private boolean isOverdue;
    private boolean isStopped;

    /// @param wanted the options of each request of all claims
    /// @param passesFaults whether devices are left aside at which the scheduler ends with an error
    Search(List<Demand> claims, List<List<Wanted>> wanted, Effort effort, boolean passesFaults) {
        this.wanted = wanted;
        this.effort = effort;
        this.passesFaults = passesFaults;
        for (var claim = 0; claim < claims.size(); claim++) {
            constraints.put(
                    claim,
                    claims.get(claim).constraints().stream()
                            .map(one -> new Held(one, new ArrayDeque<>()))
                            .toList());
        }
    }

    boolean find() {
        return from(0);
    }

    /// Returns the error that the scheduler would have come upon, if any.
    Optional<Finding> failure() {
        return failure;
    }

    Optional<Finding> overdue() {
        return isOverdue ? Optional.of(new Unclear(0, "it takes too long to find out")) : Optional.empty();
    }

    private boolean from(int request) {
        if (request == wanted.size()) {
            return true;
        }
        for (var option : wanted.get(request)) {
            if (!option.isOfNone() && choose(request, option, 0, option.count())) {
                return true;
            }
        }
        return false;
    }

    /// @param first the first candidate that may be taken
    /// @param left how many are to be taken
    private boolean choose(int request, Wanted option, int first, long left) {
        if (left == 0) {
            return from(request + 1);
        }
        for (var i = first; i < option.candidates().size() && !hasEnded(); i++) {
            var candidate = option.candidates().get(i);
            isOverdue = !effort.step();
            if (isTaken(option, candidate)) {
                // The scheduler tries no other device for an earlier request then.
                isStopped = option.isOfAll();
            } else if (candidate.selected() instanceof Datum.Fault fault) {
                failure = passesFaults ? failure : Optional.of(new Failed(option.claim(), fault.why()));
            } else if (!(candidate.selected() instanceof Datum.Unknown) && isChosen(request, option, i, left)) {
                return true;
            }
        }
        return false;
    }

    private boolean hasEnded() {
        return isOverdue || isStopped || failure.isPresent();
    }

    private boolean isTaken(Wanted option, Candidate candidate) {
        return !option.option().isForAdmin()
                && (candidate.isHeld() || taken.contains(candidate.device().id()));
    }

    private boolean isChosen(int request, Wanted option, int index, long left) {
        var device = option.candidates().get(index).device();
        var heldBy = add(option, device);
        if (heldBy.isEmpty()) {
            if (option.isOfAll()) {
                failure = Optional.of(new Failed(
                        option.claim(), "it asks for all devices, and these do not have in common what it wants"));
            }
            return false;
        }
        var isOwn = !option.option().isForAdmin() && taken.add(device.id());
        var isFound = choose(request, option, index + 1, left - 1);
        if (isOwn) {
            taken.remove(device.id());
        }
        heldBy.get().forEach(held -> held.values().pop());
        return isFound;
    }

    /// Adds a device to what constraints hold together, and returns those; nothing where one of them does not
    /// allow it.
    private Optional<List<Held>> add(Wanted option, Device device) {
        var held = new ArrayList<Held>();
        for (var one : constraints.getOrDefault(option.claim(), List.of())) {
            if (one.constraint().isAbout(option.request(), option.option())) {
                var value = device.attribute(one.constraint().attribute());
                if (value.isEmpty()
                        || (!one.values().isEmpty()
                                && !value.get().equals(one.values().peek()))) {
                    held.forEach(added -> added.values().pop());
                    return Optional.empty();
                }
                one.values().push(value.get());
                held.add(one);
            }
        }
        return Optional.of(held);
    }
}
