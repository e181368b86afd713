package io.gpuledger.analyzer.advice;

import static io.gpuledger.analyzer.ledger.Measure.DRAM_ACTIVE;
import static io.gpuledger.analyzer.ledger.Measure.ENGINE_ACTIVE;
import static io.gpuledger.analyzer.ledger.Measure.MEMORY_UTILIZATION;
import static io.gpuledger.analyzer.ledger.Measure.PCIE_BYTES_PER_SECOND;
import static io.gpuledger.analyzer.ledger.Measure.SM_ACTIVE;

import io.gpuledger.analyzer.ledger.Measure;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.LongStream;

/// A reason why a workload may use little of what it holds. A tag is not given by something that is not
/// measured.
public enum Tag {
    /// At least one minute of twenty is below 10 %, and at least one of twenty is at 70 % or more: the workload
    /// waits for something, again and again.
    FLUCTUATING((_, minutes) ->
            minutes.all() > 0 && 20 * minutes.low() >= minutes.all() && 20 * minutes.high() >= minutes.all()),
    /// The workload moves data: memory is read or written for 40 % of the time, or a gigabyte a second goes
    /// over PCIe, while the multiprocessors are active for less than 30 %.
    IO_BOUND((means, _) -> (isFrom(means, MEMORY_UTILIZATION, 0.4) || isFrom(means, PCIE_BYTES_PER_SECOND, 1e9))
            && isBelow(means, SM_ACTIVE, 0.3)),
    /// The workload waits for memory, as decoding does: this is no waste.
    MEMORY_BOUND((means, _) -> isFrom(means, DRAM_ACTIVE, 0.5) && isBelow(means, SM_ACTIVE, 0.5)),
    /// Something runs for 40 % of the time, on less than 25 % of the multiprocessors: kernels are too small.
    BUSY_LOW_SM((means, _) -> isFrom(means, ENGINE_ACTIVE, 0.4) && isBelow(means, SM_ACTIVE, 0.25));

    /// How active the minutes were.
    ///
    /// @param low how many had activity below 10 %
    /// @param high how many had 70 % or more
    public record Minutes(long all, long low, long high) {
        private static final int LOW = 2;
        private static final int HIGH = 14;

        /// @param twentieths how many had an activity in each twentieth
        static Minutes of(long[] twentieths) {
            return new Minutes(
                    LongStream.of(twentieths).sum(),
                    LongStream.of(twentieths).limit(LOW).sum(),
                    LongStream.of(twentieths).skip(HIGH).sum());
        }
    }

    private interface Condition {
        boolean holds(Map<Measure, Double> means, Minutes minutes);
    }

    @SuppressWarnings("ImmutableEnumChecker") // conditions that keep nothing
    private final Condition condition;

    private final String word = name().toLowerCase(Locale.ROOT).replace('_', '-');

    Tag(Condition condition) {
        this.condition = condition;
    }

    /// Returns the tag as it is written in reports.
    public String word() {
        return word;
    }

    /// Returns all tags that apply.
    public static List<Tag> of(Map<Measure, Double> means, Minutes minutes) {
        return List.of(values()).stream()
                .filter(tag -> tag.condition.holds(means, minutes))
                .toList();
    }

    private static boolean isFrom(Map<Measure, Double> means, Measure measure, double least) {
        return means.getOrDefault(measure, -1.0) >= least;
    }

    private static boolean isBelow(Map<Measure, Double> means, Measure measure, double limit) {
        return means.getOrDefault(measure, limit) < limit;
    }
}
