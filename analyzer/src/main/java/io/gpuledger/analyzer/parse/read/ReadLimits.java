package io.gpuledger.analyzer.parse.read;

/// What an answer may hold. One that goes beyond those in bytes or samples is refused; a series that goes beyond the
/// others is passed over.
///
/// @param frameBytesMax of a stream; Prometheus' frames have 1 MiB, unless it is told otherwise, and one chunk more
/// @param messageBytesMax of an answer that is no stream, once it is unpacked
/// @param samplesMax of one series, where it has to be kept until its end has come
/// @param nameMax characters of a label's name
/// @param valueMax characters of a label's value
public record ReadLimits(
        int frameBytesMax, int messageBytesMax, int samplesMax, int labelsMax, int nameMax, int valueMax) {
    /// The labels may be as many and as long as those that are written to us; a year of samples, one each two seconds,
    /// are 16 million.
    public static final ReadLimits USUAL = new ReadLimits(64 << 20, 256 << 20, 16 << 20, 128, 512, 4096);
}
