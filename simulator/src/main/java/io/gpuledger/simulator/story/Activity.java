package io.gpuledger.simulator.story;

/// What a pod does with a unit: the same at the same second, in whatever order it is asked.
@FunctionalInterface
public interface Activity {
    Load at(long second);
}
