package io.gpuledger.analyzer.fit.device;

import io.gpuledger.analyzer.fit.device.Datum.Flag;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// Which devices of which pools are selected by which expressions. Many pods ask for the same: so each pool is
/// looked through once for each list of expressions. What was given up is not kept, as somebody else may have
/// the time for it.
final class Selections {
    static final Datum SELECTED = new Flag(true);

    private record Known(Map<String, Selector> selectors, Map<List<List<String>>, Map<Pool, List<Datum>>> selected) {}

    private final Known known;
    private final Effort effort;

    private Selections(Known known, Effort effort) {
        this.known = known;
        this.effort = effort;
    }

    static Selections none() {
        return new Selections(new Known(new HashMap<>(), new HashMap<>()), new Effort(0));
    }

    /// Returns the same, where what is not known yet is found out by so much effort.
    Selections by(Effort spent) {
        return new Selections(known, spent);
    }

    /// Returns for each device of a pool whether all of the expressions select it, as [Selector#selects] says.
    List<Datum> of(List<String> expressions, Pool pool) {
        return kept(
                List.of(expressions),
                pool,
                () -> pool.devices().stream()
                        .map(device -> selected(expressions, device))
                        .toList());
    }

    /// Returns the same of expressions that come after those of a class.
    List<Datum> of(List<String> ofClass, List<String> more, Pool pool) {
        var before = of(ofClass, pool);
        return more.isEmpty() ? before : kept(List.of(ofClass, more), pool, () -> both(before, more, pool));
    }

    private List<Datum> both(List<Datum> before, List<String> more, Pool pool) {
        var each = new ArrayList<Datum>();
        for (var i = 0; i < before.size(); i++) {
            var isSelected = before.get(i).equals(SELECTED);
            each.add(isSelected ? selected(more, pool.devices().get(i)) : before.get(i));
        }
        return List.copyOf(each);
    }

    private List<Datum> kept(List<List<String>> expressions, Pool pool, Supplier<List<Datum>> found) {
        var ofPools = known.selected().computeIfAbsent(expressions, _ -> new IdentityHashMap<>());
        var before = Optional.ofNullable(ofPools.get(pool));
        if (before.isPresent()) {
            return before.get();
        }
        var each = found.get();
        if (!effort.isSpent()) {
            ofPools.put(pool, each);
        }
        return each;
    }

    /// The first that does not select it ends it, as the scheduler ends there.
    private Datum selected(List<String> expressions, Device device) {
        for (var expression : expressions) {
            var selected =
                    known.selectors().computeIfAbsent(expression, Selector::new).selects(device, effort);
            if (!selected.equals(SELECTED)) {
                return selected;
            }
        }
        return SELECTED;
    }
}
