package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.store.gpus.GpuQuestion;
import io.gpuledger.analyzer.time.Span;
import io.gpuledger.analyzer.web.api.Asked;
import io.gpuledger.analyzer.web.api.Parameter;
import io.gpuledger.analyzer.web.api.Parameter.One;
import io.gpuledger.analyzer.web.api.Parameter.Required;
import io.gpuledger.analyzer.web.api.Reading;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/// Declares what can be asked about a GPU, and is what was asked.
///
/// @param last the time until now that was asked for
record GpuParameters(GpuQuestion question, Optional<RecentTime> last) {
    static final Required<String> CLUSTER =
            new Required<>("cluster", Reading.TEXT, "", "`/api/v1/now` lists GPUs and their clusters", "Where it is.");
    static final Required<String> GPU =
            new Required<>("gpu", Reading.TEXT, "", "`/api/v1/now` lists them", "The UUID of the GPU.");
    static final One<Optional<RecentTime>> LAST = RecentTime.parameter(RecentTime.OF_READINGS);
    static final List<Parameter> ALL = List.of(CLUSTER, GPU, Moments.FROM, Moments.TO, LAST);

    /// A time has no more pieces than a screen has room for: more would not be seen.
    private static final long PIECES_MAX = 360;

    private static final long MINUTE = Duration.ofMinutes(1).toMillis();
    private static final long[] STEPS = {
        MINUTE, 2 * MINUTE, 5 * MINUTE, 15 * MINUTE, 30 * MINUTE, 60 * MINUTE, 180 * MINUTE
    };

    static GpuParameters of(Asked asked, Instant now) {
        var last = asked.get(LAST);
        var given = Moments.of(asked, RecentTime.DAY.before(now));
        if (last.isPresent() && (asked.isGiven(Moments.FROM) || asked.isGiven(Moments.TO))) {
            asked.problem(LAST, "must not be given beside from or to");
        }
        var window = last.map(one -> one.before(now)).orElse(given);
        var shown = asked.isGiven(Moments.FROM) || asked.isGiven(Moments.TO)
                ? last
                : last.or(() -> Optional.of(RecentTime.DAY));
        return new GpuParameters(
                new GpuQuestion(asked.get(CLUSTER), asked.get(GPU), whole(window), step(window)), shown);
    }

    private static long step(Span window) {
        return LongStream.of(STEPS)
                .filter(step -> window.millis() <= step * PIECES_MAX)
                .findFirst()
                .orElse(STEPS[STEPS.length - 1]);
    }

    /// Pieces begin where minutes do, so that a page that is loaded again has the same.
    private static Span whole(Span window) {
        var step = step(window);
        return new Span(Math.floorDiv(window.from(), step) * step, Math.ceilDiv(window.to(), step) * step);
    }
}
