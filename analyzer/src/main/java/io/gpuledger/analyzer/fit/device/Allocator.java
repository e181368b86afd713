package io.gpuledger.analyzer.fit.device;

import io.gpuledger.analyzer.fit.device.Finding.Failed;
import io.gpuledger.analyzer.fit.device.Finding.Found;
import io.gpuledger.analyzer.fit.device.Finding.Unclear;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Finds out whether all claims of a pod can have devices of some pools at once, as the scheduler does that by
/// structured parameters.
///
///  1. A request for all devices takes each that its class and its selectors select, and needs each pool
///     complete. One claim takes 32 devices at most.
///  2. Each other request takes as many as it says, of those that nobody holds, or whoever holds them where it
///     is for an administrator. No device is taken twice.
///  3. All devices of the requests that a constraint is about have the same value of its attribute.
///
/// All choices are tried, until one does. What cannot be judged is left aside: where they can be had without
/// it, they can be had, and where not, nobody can tell.
public final class Allocator {
    private static final int OF_CLAIM_MAX = 32;

    private final Map<String, Optional<List<String>>> classes;
    private final Map<String, String> holders;
    private final Selections selections = Selections.none();

    /// @param classes the selectors of each class, by its name; nothing where they are not known
    /// @param holders by the ids of devices which claims hold them
    public Allocator(Map<String, Optional<List<String>>> classes, Map<String, String> holders) {
        this.classes = classes;
        this.holders = holders;
    }

    /// Says whether what these claims ask for can be had.
    public Finding find(List<Demand> claims, List<Pool> pools, Effort effort) {
        var selected = selections.by(effort);
        var wanted = new ArrayList<List<Wanted>>();
        for (var claim = 0; claim < claims.size(); claim++) {
            if (claims.get(claim).isSpecial()) {
                return new Unclear(claim, "it asks for more than is looked at here");
            }
            for (var request : claims.get(claim).requests()) {
                var options = new ArrayList<Wanted>();
                for (var option : request.options()) {
                    var selectors = classes.get(option.deviceClass());
                    if (selectors == null || selectors.isEmpty()) {
                        return new Unclear(claim, "the class %s is not known here".formatted(option.deviceClass()));
                    }
                    options.add(Wanted.of(claim, request, option, selectors.get(), pools, selected, holders));
                }
                wanted.add(options);
            }
        }
        return checked(claims, wanted, pools).orElseGet(() -> searched(claims, wanted, pools, effort));
    }

    /// Returns what keeps the scheduler from looking for any.
    private static Optional<Finding> checked(List<Demand> claims, List<List<Wanted>> wanted, List<Pool> pools) {
        for (var options : wanted) {
            for (var one : options) {
                var failure = one.isOfAll() ? ofAll(one, pools) : Optional.<Finding>empty();
                if (failure.isPresent()) {
                    return failure;
                }
            }
        }
        for (var claim = 0; claim < claims.size(); claim++) {
            var index = claim;
            var count = wanted.stream()
                    .filter(options -> options.getFirst().claim() == index)
                    .mapToLong(options ->
                            options.stream().mapToLong(Wanted::count).min().orElse(0))
                    .sum();
            if (count > OF_CLAIM_MAX) {
                return Optional.of(
                        new Failed(claim, "it asks for %,d devices, and may have %d".formatted(count, OF_CLAIM_MAX)));
            }
        }
        return Optional.empty();
    }

    private static Optional<Finding> ofAll(Wanted wanted, List<Pool> pools) {
        for (var pool : pools) {
            if (!pool.isComplete()) {
                return Optional.of(new Failed(
                        wanted.claim(),
                        "it asks for all devices, and not all of the pool %s are told yet".formatted(pool.name())));
            }
            if (pool.isInvalid()) {
                return Optional.of(new Failed(wanted.claim(), "the pool %s is invalid".formatted(pool.name())));
            }
            if (pool.isUnread()) {
                return Optional.of(new Unclear(
                        wanted.claim(), "not all devices of the pool %s are known here".formatted(pool.name())));
            }
        }
        return wanted.candidates().stream()
                .filter(candidate -> candidate.selected() instanceof Datum.Fault)
                .map(candidate -> failed(wanted, (Datum.Fault) candidate.selected()))
                .findFirst()
                .or(() -> wanted.unknown().map(unknown -> new Unclear(wanted.claim(), unknown.why())));
    }

    private static Finding failed(Wanted wanted, Datum.Fault fault) {
        return new Failed(wanted.claim(), fault.why());
    }

    private static Finding searched(List<Demand> claims, List<List<Wanted>> wanted, List<Pool> pools, Effort effort) {
        if (isOfSeveral(pools) && dependsOnOrder(claims, wanted)) {
            return new Unclear(0, "it depends on which devices the scheduler goes through first", true);
        }
        var search = new Search(claims, wanted, effort, false);
        var isFound = search.find();
        if (isFound && !(mayFail(wanted) && isOfSeveral(pools))) {
            return new Found();
        }
        var failure = search.failure();
        var isByOrder = failure.isPresent() && isOfSeveral(pools) && new Search(claims, wanted, effort, true).find();
        if (isFound || isByOrder) {
            return new Unclear(0, "the scheduler may end with an error, or find some before", true);
        }
        if (failure.isPresent()) {
            return repeating(wanted, true).orElse(failure.get());
        }
        return unknown(wanted, pools).or(search::overdue).orElseGet(() -> why(wanted));
    }

    private static boolean dependsOnOrder(List<Demand> claims, List<List<Wanted>> wanted) {
        var before = new HashSet<String>();
        for (var options : wanted) {
            for (var one : options) {
                if (one.dependsOnOrder(!claims.get(one.claim()).constraints().isEmpty(), before)) {
                    return true;
                }
            }
            options.forEach(one -> one.candidates()
                    .forEach(candidate -> before.add(candidate.device().id())));
        }
        return false;
    }

    private static boolean mayFail(List<List<Wanted>> wanted) {
        return wanted.stream()
                .flatMap(List::stream)
                .flatMap(one -> one.candidates().stream())
                .anyMatch(candidate -> candidate.selected() instanceof Datum.Fault);
    }

    /// Of several slices nobody knows which the scheduler goes through first.
    private static boolean isOfSeveral(List<Pool> pools) {
        return pools.stream().mapToInt(Pool::slices).sum() > 1;
    }

    private static Optional<Finding> unknown(List<List<Wanted>> wanted, List<Pool> pools) {
        return wanted.stream()
                .flatMap(List::stream)
                .flatMap(one -> one.unknown().stream().map(unknown -> new Unclear(one.claim(), unknown.why())))
                .<Finding>map(one -> one)
                .findFirst()
                .or(() -> pools.stream()
                        .filter(Pool::isUnread)
                        .findFirst()
                        .map(pool -> new Unclear(
                                0, "not all devices of the pool %s are known here".formatted(pool.name()))));
    }

    /// Returns that nobody can tell, where one of them may have a device several times.
    private static Optional<Finding> repeating(List<List<Wanted>> wanted, boolean mayFail) {
        return wanted.stream()
                .flatMap(List::stream)
                .filter(Wanted::mayRepeat)
                .<Finding>map(one -> new Unclear(
                        one.claim(),
                        "versions of Kubernetes differ in whether an administrator gets a device twice",
                        mayFail))
                .findFirst();
    }

    /// Where a request has several options, it is told of the last.
    private static Finding why(List<List<Wanted>> wanted) {
        for (var options : wanted) {
            if (options.stream().allMatch(option -> option.tooFew().isPresent() && !option.mayRepeat())) {
                return options.getLast().tooFew().orElseThrow();
            }
        }
        return repeating(wanted, false)
                .orElseGet(() -> new Finding.NoChoice(
                        wanted.isEmpty() ? 0 : wanted.getFirst().getFirst().claim()));
    }
}
