package io.gpuledger.analyzer.mail;

import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.URLName;
import java.io.IOException;
import java.util.Optional;
import org.eclipse.angus.mail.smtp.SMTPSendFailedException;
import org.eclipse.angus.mail.smtp.SMTPTransport;

/// Angus' SMTP with its transaction in steps. Its own `sendMessage` does not tell on which side of the last line it
/// failed, and that is what decides whether a letter may be sent again.
final class Transport extends SMTPTransport {
    /// An answer of the server.
    ///
    /// @param code below 0 where it hung up
    record Reply(int code, String words) {
        /// Whether it is a yes or a no.
        boolean isAnswer() {
            return code / 100 == 2 || code / 100 == 4 || code / 100 == 5;
        }

        boolean isGood() {
            return code / 100 == 2;
        }
    }

    Transport(Session session) {
        super(session, new URLName("smtp", null, -1, null, null, null));
    }

    /// Sends a command. Throws [MessagingException] where there is no answer.
    Reply ask(String command) throws MessagingException {
        return new Reply(simpleCommand(command), words());
    }

    /// Asks to send the letter, and sends all of it but its last line. Returns nothing where it is sent, or what the
    /// server says where it does not want it.
    synchronized Optional<Reply> content(byte[] content) throws MessagingException, IOException {
        try {
            var out = data();
            out.write(content);
            out.flush();
            return Optional.empty();
        } catch (SMTPSendFailedException e) {
            return Optional.of(new Reply(e.getReturnCode(), words()));
        }
    }

    /// Sends the last line, and waits for the answer.
    synchronized Reply end() throws MessagingException, IOException {
        try {
            finishData();
            return new Reply(getLastReturnCode(), words());
        } catch (SMTPSendFailedException e) {
            return new Reply(e.getReturnCode(), words());
        }
    }

    private String words() {
        return OneLine.of(String.valueOf(getLastServerResponse()));
    }
}
