package io.gpuledger.analyzer.mail;

import io.gpuledger.analyzer.mail.Outcome.HeldBack;
import io.gpuledger.analyzer.mail.Outcome.NotNow;
import io.gpuledger.analyzer.mail.Outcome.Refused;
import io.gpuledger.analyzer.mail.Outcome.Taken;
import io.gpuledger.analyzer.mail.Outcome.Uncertain;
import io.gpuledger.analyzer.mail.Transport.Reply;
import jakarta.mail.MessagingException;
import java.io.IOException;
import java.net.Socket;
import java.util.regex.Pattern;

/// A conversation with a relay, one SMTP transaction for each letter and address
/// (https://www.rfc-editor.org/rfc/rfc5321).
///
/// Up to the last line of the letter the server has nothing that it could deliver, and whatever goes wrong may be tried
/// again. From the moment in which the last line is on its way only the server's answer says what became of it.
final class SmtpConversation implements Conversation {
    /// A server that answers with this code is about to close the connection.
    private static final int CLOSING = 421;
    /// Servers end a connection after some transactions.
    private static final int LETTERS_MAX = 100;
    /// 5.7: what the sender may not do, which the relay's settings or ours may mend
    /// (https://www.rfc-editor.org/rfc/rfc3463).
    private static final Pattern POLICY = Pattern.compile("5\\d\\d[ -]5\\.7\\.\\d+.*");

    private static final Pattern ADDRESS = Pattern.compile("5\\d\\d[ -]5\\.[12]\\.\\d+.*|55[013](?![ -]5\\.).*");

    private final Transport transport;
    private final Socket socket;
    private final SmtpPatience patience;
    private boolean isOpen = true;
    private int letters;

    SmtpConversation(Transport transport, Socket socket, SmtpPatience patience) {
        this.transport = transport;
        this.socket = socket;
        this.patience = patience;
    }

    @Override
    public boolean isOpen() {
        return isOpen && letters < LETTERS_MAX;
    }

    @Override
    public Outcome hand(Parcel parcel, LastWord lastWord) {
        letters++;
        try (var _ = Deadline.closing(socket, patience.transaction())) {
            return transact(parcel, lastWord);
        } catch (MessagingException | IOException e) {
            isOpen = false;
            return new NotNow("the connection was lost before the letter was sent: " + Failures.words(e));
        }
    }

    private Outcome transact(Parcel parcel, LastWord lastWord) throws MessagingException, IOException {
        var content = parcel.content().copy();
        var size = transport.supportsExtension("SIZE") ? " SIZE=" + content.length : "";
        var from = transport.ask("MAIL FROM:<%s>%s".formatted(parcel.from(), size));
        if (!from.isGood()) {
            return refused(from, "MAIL FROM", false);
        }
        var to = transport.ask("RCPT TO:<%s>".formatted(parcel.to()));
        if (!to.isGood()) {
            return refused(to, "RCPT TO", ADDRESS.matcher(to.words()).matches());
        }
        var unwanted = transport.content(content);
        if (unwanted.isPresent()) {
            return refused(unwanted.get(), "DATA", false);
        }
        if (!lastWord.mayGo()) {
            hangUp();
            return new HeldBack("another process has taken it over");
        }
        return end();
    }

    private Outcome end() {
        try (var _ = Deadline.closing(socket, patience.answer().plus(patience.read()))) {
            socket.setSoTimeout(Math.toIntExact(patience.answer().toMillis()));
            var reply = transport.end();
            if (!reply.isAnswer()) {
                hangUp();
                return new Uncertain("the relay hung up, or said nothing that SMTP knows to the letter");
            }
            socket.setSoTimeout(Math.toIntExact(patience.read().toMillis()));
            return reply.isGood() ? new Taken(reply.words()) : refused(reply, "the letter", false);
        } catch (MessagingException | IOException e) {
            hangUp();
            return new Uncertain(
                    "the connection was lost before the relay's answer to the letter was heard: " + Failures.words(e));
        }
    }

    /// The server answered, and has not taken it. What is left of the transaction is cleared for the next letter.
    private Outcome refused(Reply reply, String what, boolean isAddress) throws MessagingException {
        var words = "to " + what + ": " + reply.words();
        if (!reply.isAnswer()) {
            isOpen = false;
            return new NotNow("the relay hung up, or said nothing that SMTP knows to " + what);
        }
        clear(reply);
        var isForGood =
                reply.code() / 100 == 5 && !POLICY.matcher(reply.words()).matches();
        return isForGood ? new Refused(words, isAddress) : new NotNow(words);
    }

    private void clear(Reply reply) {
        if (reply.code() == CLOSING) {
            isOpen = false;
            return;
        }
        try {
            isOpen = transport.ask("RSET").isGood();
        } catch (MessagingException _) {
            isOpen = false;
        }
    }

    /// Whatever is still on its way to the relay, the last line is not.
    private void hangUp() {
        isOpen = false;
        Deadline.close(socket);
    }

    @Override
    public void close() {
        try (var _ = Deadline.closing(socket, patience.connect())) {
            if (isOpen) {
                transport.ask("QUIT");
            }
        } catch (MessagingException _) {
            // The relay has hung up first.
        } finally {
            Deadline.close(socket);
        }
    }
}
