package io.gpuledger.analyzer.store.questions;

import io.gpuledger.analyzer.time.Span;
import java.util.Optional;

/// A time in which a pod held a unit and did nothing with it, for as long as idle time is counted of.
///
/// @param span as far as it lies in the time that was asked for
public record IdleRun(String pod, String gpu, Optional<String> instance, Span span) {
    /// Whether it is the same run, an hour later.
    boolean isFollowedBy(IdleRun next) {
        return pod.equals(next.pod)
                && gpu.equals(next.gpu)
                && instance.equals(next.instance)
                && span.to() == next.span.from();
    }

    IdleRun with(IdleRun next) {
        return new IdleRun(pod, gpu, instance, new Span(span.from(), next.span.to()));
    }
}
