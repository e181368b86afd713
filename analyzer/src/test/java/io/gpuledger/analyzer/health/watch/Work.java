package io.gpuledger.analyzer.health.watch;

import java.util.Random;

/// What a GPU is given to do: one pod after the other, or nobody for a while.
interface Work {
    /// A pod that holds the GPU for some minutes, or nobody does.
    interface Stay {
        boolean isFree();

        int minutes();

        /// Returns the part of a minute in which it is active.
        double activity(int minute);

        /// Returns the part of the memory that is in use in a minute.
        double memory(int minute);
    }

    Stay next(Random random);
}
