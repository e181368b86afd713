package io.gpuledger.analyzer.store.spool;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/// What a segment says once, and refers to by number from then on. A number that is one higher than all before is that
/// of something new, which is said right behind it.
final class Numbering<T> {
    private final Map<T, Integer> numbers = new HashMap<>();

    /// The number of a thing; of a new one, one more than the highest so far, and it is [#add]ed by who says it.
    int of(T thing) {
        var number = numbers.get(thing);
        return number == null ? numbers.size() : number;
    }

    /// Returns whether nobody said yet what this is the number of.
    boolean isNew(int number) {
        return number == numbers.size();
    }

    void add(T thing) {
        numbers.put(thing, numbers.size());
    }

    /// Writes a text by its number, and the text itself behind it where it is new.
    static void write(Numbering<String> texts, String text, Packer out) {
        var number = texts.of(text);
        out.varint(number);
        if (texts.isNew(number)) {
            texts.add(text);
            out.text(text);
        }
    }

    /// Reads a thing by its number. What a new number means is read from behind it.
    static <T> T read(List<T> known, int number, Supplier<T> meaning) {
        if (number == known.size()) {
            known.add(meaning.get());
        }
        return known.get(number);
    }
}
