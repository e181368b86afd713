package io.gpuledger.analyzer.report;

/// A week of a trend.
///
/// @param hoursBooked how many of its hours lie between the first and the last hour of the books, of any team
public record PastWeek(Week week, Accounts accounts, long hoursBooked) {
    /// Whether the books have anything of the week.
    public boolean isBooked() {
        return hoursBooked > 0;
    }
}
