package io.gpuledger.analyzer.parse.text;

import java.util.HashMap;
import java.util.Map;

/// Keeps once what stands on the pages of all targets: the names of metrics, and the comments above them. Readers ask
/// it only for what is new to them. When it is full it starts over: what readers hold stays theirs, and those that come
/// later share again. So a target that says something new every time costs others a copy, and never more than the
/// bound.
public final class Interner {
    /// An entry takes about so many bytes beyond its own.
    private static final int OVERHEAD = 96;

    private static final long USUAL_BOUND = 8 << 20;

    private final Map<Text, Text> texts = new HashMap<>();
    private final long bound;
    private long held;

    public Interner() {
        this(USUAL_BOUND);
    }

    /// @param bound in bytes
    public Interner(long bound) {
        this.bound = bound;
    }

    synchronized Text intern(Text text) {
        var first = texts.putIfAbsent(text, text);
        if (first != null) {
            return first;
        }
        held += text.length() + OVERHEAD;
        if (held > bound) {
            texts.clear();
            held = 0;
        }
        return text;
    }

    synchronized int size() {
        return texts.size();
    }
}
