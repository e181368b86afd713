package io.gpuledger.analyzer.fit;

import java.util.OptionalLong;

/// Finds how many pods that ask for the same would fit one after the other.
public final class Together {
    private static final int ONE_BY_ONE_MAX = 256;

    private Together() {}

    /// Returns how many of so many pods would fit. It is empty where finding out would take too long, as for many
    /// pods that mind where each other are. It is empty too for pods that claim devices: which of them each pod
    /// would take is not known.
    public static OptionalLong of(Places places, Ask ask, long pods) {
        var slots = places.slots(ask);
        if (slots.isPresent()) {
            return OptionalLong.of(Math.min(pods, slots.getAsLong()));
        }
        return pods <= ONE_BY_ONE_MAX && ask.devices().isEmpty()
                ? OptionalLong.of(oneByOne(places, ask, pods))
                : OptionalLong.empty();
    }

    private static long oneByOne(Places places, Ask ask, long pods) {
        var now = places;
        for (var placed = 0L; placed < pods; placed++) {
            var diagnosis = now.diagnose(ask);
            if (!diagnosis.fits()) {
                return placed;
            }
            var node = diagnosis.fitting().orElseThrow().nearest();
            now = now.with(now.place(node).with(ask));
        }
        return pods;
    }
}
