package io.gpuledger.analyzer.mail;

import jakarta.mail.MessagingException;
import java.net.SocketTimeoutException;

/// Says what went wrong in a conversation: libraries wrap it.
final class Failures {
    private Failures() {}

    static String words(Throwable thrown) {
        var deepest = thrown;
        while (true) {
            var cause = deepest instanceof MessagingException mail && mail.getNextException() != null
                    ? mail.getNextException()
                    : deepest.getCause();
            if (cause == null) {
                break;
            }
            deepest = cause;
        }
        if (deepest instanceof SocketTimeoutException) {
            return "it took too long";
        }
        var message = deepest.getMessage();
        return OneLine.of(
                message == null || message.isBlank() ? deepest.getClass().getSimpleName() : message);
    }
}
