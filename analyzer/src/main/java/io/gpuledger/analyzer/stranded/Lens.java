package io.gpuledger.analyzer.stranded;

import java.util.List;

/// The pods against which it is judged whether a unit is of use to anybody.
///
/// @param pods those with the most GPU time first
public record Lens(List<ExpectedPod> pods) {
    /// Nothing is known of any pods: then nothing is stranded.
    public static final Lens EMPTY = new Lens(List.of());

    public Lens {
        pods = List.copyOf(pods);
    }
}
