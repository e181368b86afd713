package io.gpuledger.analyzer.scrape;

import io.gpuledger.analyzer.telemetry.Batch;
import java.util.Optional;

/// Reads the pages of one target: it may remember what the last one looked like. For one thread at a time.
@FunctionalInterface
public interface PageMapper {
    /// Holds what was read of a page.
    ///
    /// @param batch what is to be kept
    /// @param samples how many of its samples are in the batch
    /// @param ignored how many nobody wants
    /// @param problems how many lines were not understood
    /// @param series how many the target has, as far as they are wanted
    /// @param problem the first of what was not understood, or was refused
    record Read(Batch batch, long samples, long ignored, long problems, int series, Optional<String> problem) {}

    /// The page is not to be touched any more when this returns: another one is put in its place.
    ///
    /// @param page its first `length` bytes; what stands behind them is none of it
    /// @param contentType as the target said it; empty where it did not
    /// @param startedMillis when the scrape began: the time of samples that do not say theirs
    /// @throws BadPageException when nothing of it is of use
    Read read(byte[] page, int length, String contentType, long startedMillis) throws BadPageException;
}
