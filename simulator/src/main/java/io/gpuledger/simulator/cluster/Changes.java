package io.gpuledger.simulator.cluster;

import java.util.Arrays;

/// The seconds from which on something is otherwise than before.
public final class Changes {
    private final long[] seconds;

    /// @param some of which any may be there several times
    public Changes(long[] some) {
        var all = some.clone();
        Arrays.sort(all);
        var different = 0;
        for (var second : all) {
            if (different == 0 || all[different - 1] != second) {
                all[different++] = second;
            }
        }
        this.seconds = Arrays.copyOf(all, different);
    }

    public int count() {
        return seconds.length;
    }

    public long second(int place) {
        return seconds[place];
    }

    /// Returns the place of the latest change until then; -1 where that is before all of them.
    public int placeAt(long second) {
        var found = Arrays.binarySearch(seconds, second);
        return found >= 0 ? found : -found - 2;
    }
}
