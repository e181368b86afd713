package io.gpuledger.analyzer.fit;

import io.gpuledger.analyzer.fit.device.Device;
import java.util.List;

/// Devices of a pool, as their driver tells of them.
///
/// @param pool its driver, a slash, and its name
/// @param generation of the pool; those of an older one are no more
/// @param slices how many slices of this generation the pool has
/// @param isUnread whether it has devices that are not known here
public record Slice(String pool, long generation, long slices, Reach reach, List<Device> devices, boolean isUnread) {
    public Slice {
        devices = List.copyOf(devices);
    }

    /// From which nodes the devices can be had.
    public sealed interface Reach {
        record Node(String name) implements Reach {}

        record Everywhere() implements Reach {}

        /// From the nodes that match one of these terms.
        record Nodes(List<Term> terms) implements Reach {
            public Nodes {
                terms = List.copyOf(terms);
            }
        }

        /// It is not known from which nodes, as what was told of it could not be read.
        record Unknown() implements Reach {}
    }
}
