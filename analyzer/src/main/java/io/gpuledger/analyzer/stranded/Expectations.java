package io.gpuledger.analyzer.stranded;

import io.gpuledger.analyzer.time.Timeline;

/// Who is expected to come over a time, and for whom quotas leave room.
public record Expectations(Timeline<Lens> lenses, QuotaRoom quotas) {
    /// Nobody is expected.
    public static final Expectations NONE = new Expectations(Timeline.empty(), QuotaRoom.UNLIMITED);
}
