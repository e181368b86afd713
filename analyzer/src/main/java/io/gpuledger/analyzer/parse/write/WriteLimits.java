package io.gpuledger.analyzer.parse.write;

/// What a request may hold. A request beyond the first two is refused; of the others, what is beyond is left out.
///
/// @param messageBytesMax once it is decompressed
/// @param symbolsMax strings that series of 2.0 share
/// @param samplesMax that are kept
/// @param nameBytesMax of a label
/// @param valueBytesMax of a label
public record WriteLimits(
        int messageBytesMax,
        int symbolsMax,
        int seriesMax,
        int samplesMax,
        int labelsMax,
        int nameBytesMax,
        int valueBytesMax) {
    /// A request of Prometheus holds 2,000 samples, one of vmagent 10,000 series and 8 MiB, unless they are told
    /// otherwise. dcgm-exporter's series have some 20 labels, and as many of the pod's where it is asked for these.
    public static WriteLimits ofMessage(int messageBytesMax) {
        return new WriteLimits(messageBytesMax, 1 << 18, 100_000, 500_000, 128, 512, 4096);
    }
}
