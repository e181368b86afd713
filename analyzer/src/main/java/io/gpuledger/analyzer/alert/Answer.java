package io.gpuledger.analyzer.alert;

/// An Alertmanager took what it was sent, refused it, or did not answer.
sealed interface Answer {
    record Taken() implements Answer {}

    /// It is there, and answers that it does not take it.
    record Refused(String words) implements Answer {}

    /// Nobody answered in time. What was sent may have been taken all the same.
    record Silence(String words) implements Answer {}
}
