package io.gpuledger.analyzer.alert;

/// What came of a request to an Alertmanager.
sealed interface Answer {
    record Taken() implements Answer {}

    /// It is there, and answers that it does not take it.
    record Refused(String words) implements Answer {}

    /// Nobody answers, or not in time. It may have been taken.
    record Silence(String words) implements Answer {}
}
