package io.gpuledger.analyzer.fit;

import io.gpuledger.analyzer.fit.device.Demand;
import java.util.List;
import java.util.Optional;

/// A claim on devices, by what became of it.
public sealed interface DeviceClaim {
    /// It has devices.
    ///
    /// @param where the terms of which a node must match one to have them, where there are such
    /// @param devices those that nobody else may have, by their ids
    /// @param consumers how many pods it is reserved for
    record Allocated(Optional<List<Term>> where, List<String> devices, long consumers) implements DeviceClaim {
        /// Kubernetes reserves it for no more.
        private static final long CONSUMERS_MAX = 256;

        public Allocated {
            where = where.map(List::copyOf);
            devices = List.copyOf(devices);
        }

        boolean isFull() {
            return consumers >= CONSUMERS_MAX;
        }
    }

    /// It gets devices when a pod that uses it gets a node.
    record Waiting(Demand demand) implements DeviceClaim {}

    /// It is being deleted.
    ///
    /// @param devices what it still holds
    record Leaving(List<String> devices) implements DeviceClaim {
        public Leaving {
            devices = List.copyOf(devices);
        }
    }

    /// Nothing here knows what it asks for.
    record Unread(String why) implements DeviceClaim {}

    /// Returns the devices that it has, by their ids.
    default List<String> held() {
        return switch (this) {
            case Allocated one -> one.devices();
            case Leaving one -> one.devices();
            case Waiting _, Unread _ -> List.of();
        };
    }
}
