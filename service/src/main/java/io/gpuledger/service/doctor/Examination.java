package io.gpuledger.service.doctor;

import java.util.List;

/// A look at something that a program depends on.
///
/// @param subject what is looked at, in a word or two
/// @param fix what to do where the look itself comes to no end
public record Examination(String subject, String fix, Look look) {
    /// Returns what is so.
    @FunctionalInterface
    public interface Look {
        List<Line> lines() throws InterruptedException;
    }
}
