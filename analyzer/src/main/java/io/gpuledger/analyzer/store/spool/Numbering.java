package io.gpuledger.analyzer.store.spool;

import java.util.HashMap;
import java.util.Map;

/// What a segment says once, and refers to by number from then on. A number that is one higher than all before is that
/// of something new, which is said right behind it.
final class Numbering<T> {
    private final Map<T, Integer> numbers = new HashMap<>();

    /// The number of a thing; of a new one, one more than the highest so far, and it is [#add]ed by who says it.
    int of(T thing) {
        var number = numbers.get(thing);
        return number == null ? numbers.size() : number;
    }

    /// Whether nobody said yet what this is the number of.
    boolean isNew(int number) {
        return number == numbers.size();
    }

    void add(T thing) {
        numbers.put(thing, numbers.size());
    }
}
