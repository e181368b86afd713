package io.gpuledger.analyzer.admission;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/// A reason for which the API server refuses to make a pod.
public sealed interface Refusal {
    /// There is no such PriorityClass.
    record NoPriorityClass(String name) implements Refusal {}

    /// A container requests more than its limit allows.
    ///
    /// @param isByDefault whether it has the limit of a LimitRange, because it names none itself
    record LimitBelowRequest(String container, String resource, long limit, long request, boolean isByDefault)
            implements Refusal {}

    /// A LimitRange may bound how much of a resource is requested, or how high the limit is.
    enum Side {
        REQUEST,
        LIMIT
    }

    /// A container, or the whole pod, requests less of a resource than a LimitRange wants, or has a lower limit.
    ///
    /// @param container nothing where it is of all of the pod together
    /// @param amount nothing where nothing is requested
    record BelowMin(
            String limitRange,
            Optional<String> container,
            String resource,
            long least,
            Side side,
            Optional<Long> amount)
            implements Refusal {}

    /// A container, or the whole pod, requests more of a resource than a LimitRange allows, or has a higher limit.
    ///
    /// @param container nothing where it is of all of the pod together
    /// @param amount nothing where there is no limit, which is more than any
    record AboveMax(
            String limitRange, Optional<String> container, String resource, long most, Side side, Optional<Long> amount)
            implements Refusal {}

    /// The limit is more times the request than a LimitRange allows, or one of the two is missing.
    ///
    /// @param container nothing where it is of all of the pod together
    record AboveRatio(String limitRange, Optional<String> container, String resource, BigDecimal most)
            implements Refusal {}

    /// A ResourceQuota over a resource wants each container to say how much of it it needs.
    ///
    /// @param resource in the words of quotas: `limits.cpu`
    /// @param containers those that say nothing
    record Unsaid(String quota, String resource, List<String> containers) implements Refusal {
        public Unsaid {
            containers = List.copyOf(containers);
        }
    }

    /// A ResourceQuota has not so much left.
    ///
    /// @param resource in the words of quotas: `requests.nvidia.com/gpu`
    record Exceeded(String quota, String resource, long asked, long used, long hard) implements Refusal {}
}
