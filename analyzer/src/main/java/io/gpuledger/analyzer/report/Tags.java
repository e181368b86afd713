package io.gpuledger.analyzer.report;

import io.gpuledger.analyzer.advice.Tag;
import io.gpuledger.analyzer.store.questions.WorkloadUsage;
import java.util.List;

/// Finds the tags of what is read of a workload.
public final class Tags {
    private Tags() {}

    /// Returns all tags that apply to a usage.
    public static List<Tag> of(WorkloadUsage usage) {
        return Tag.of(usage.means(), new Tag.Minutes(usage.minutes(), usage.low(), usage.high()));
    }
}
