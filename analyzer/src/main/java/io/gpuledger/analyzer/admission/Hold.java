package io.gpuledger.analyzer.admission;

import java.util.List;
import java.util.Optional;

/// What keeps a pod before any node is looked at, and is said by no rule of the scheduler that Kubernetes has.
public sealed interface Hold {
    /// Its group has to have more pods than there are.
    ///
    /// @param existing how many there are
    record Incomplete(GroupName group, long min, long existing) implements Hold {}

    /// The group that it names is not there.
    record GroupMissing(GroupName group) implements Hold {}

    /// The queue that its group names is not there.
    record QueueMissing(GroupName group, String queue) implements Hold {}

    /// The queue of its group lets nobody in.
    ///
    /// @param isClosing whether what is in it is still let go on
    record QueueClosed(GroupName group, String queue, boolean isClosing) implements Hold {}

    /// With what its group asks for, a queue would have more than it may have.
    ///
    /// @param firm whether it is about what nobody can take back: of that it may have what is due to it
    record OverLimit(GroupName group, String queue, String resource, long limit, long used, long asked, boolean firm)
            implements Hold {}

    /// Its scheduler has not let its group in, and nothing that is known here says why.
    record NotLetIn(GroupName group, Optional<String> queue) implements Hold {}

    /// Its workload of Kueue is switched off.
    record WorkloadOff(String workload) implements Hold {}

    /// A queue of Kueue lets nobody in.
    ///
    /// @param kind `LocalQueue` or `ClusterQueue`
    record QueueInactive(String kind, String queue, Optional<String> why) implements Hold {}

    /// The queue of Kueue that its workload names is not there.
    record KueueQueueMissing(String kind, String queue) implements Hold {}

    /// It has quota, and waits for what comes after that.
    ///
    /// @param queue the ClusterQueue
    record ChecksPending(Optional<String> queue, List<Check> checks) implements Hold {
        public ChecksPending {
            checks = List.copyOf(checks);
        }
    }

    /// An admission check.
    record Check(String name, String state, Optional<String> message) {}

    /// No quota is reserved for its workload.
    ///
    /// @param queue the ClusterQueue
    /// @param offers what of the GPUs that it asks for the queue has
    record NoQuota(String queue, List<Offer> offers) implements Hold {
        public NoQuota {
            offers = List.copyOf(offers);
        }
    }

    /// One kind of GPUs that a ClusterQueue may give, with what the queue has of it.
    ///
    /// @param asked how many the workload asks for
    /// @param available how many the queue could have now, where that is known
    record Offer(
            String flavor,
            String resource,
            long asked,
            long nominal,
            Optional<Long> used,
            Optional<Long> available,
            Optional<String> cohort) {}

    /// Its workload is admitted, and its gate is still there.
    record Admitted(String workload) implements Hold {}
}
