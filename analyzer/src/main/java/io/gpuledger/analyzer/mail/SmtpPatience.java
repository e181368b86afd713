package io.gpuledger.analyzer.mail;

import java.time.Duration;

/// The times that a relay may take for its answers.
///
/// @param read for an answer
/// @param answer for that to a whole letter, which it may look into before it says a word
/// @param transaction for all up to the last line, however many bytes come in time
record SmtpPatience(Duration connect, Duration read, Duration answer, Duration transaction) {
    private static final int ANSWER_TIMES = 10;
    private static final int TRANSACTION_TIMES = 5;
    private static final Duration CONNECT_MAX = Duration.ofSeconds(30);

    static SmtpPatience of(Duration read) {
        return new SmtpPatience(
                read.compareTo(CONNECT_MAX) < 0 ? read : CONNECT_MAX,
                read,
                read.multipliedBy(ANSWER_TIMES),
                read.multipliedBy(TRANSACTION_TIMES));
    }
}
