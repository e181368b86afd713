package io.gpuledger.analyzer.mail;

import io.gpuledger.analyzer.report.Letter;
import io.gpuledger.analyzer.report.Letter.Picture;
import jakarta.activation.DataHandler;
import jakarta.mail.Message.RecipientType;
import jakarta.mail.MessagingException;
import jakarta.mail.Part;
import jakarta.mail.Session;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeBodyPart;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import jakarta.mail.util.ByteArrayDataSource;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Date;
import java.util.Properties;
import java.util.regex.Pattern;

/// Makes the bytes of a letter as they are sent: the same letter to the same address is always the same bytes.
///
///     multipart/mixed
///       multipart/alternative
///         text/plain
///         multipart/related
///           text/html
///           image/png ...
///       text/csv
public final class Mime {
    private static final String UTF_8 = "UTF-8";
    private static final Pattern PLAIN_NAME = Pattern.compile("[A-Za-z0-9._-]{1,80}");
    private static final Session NO_SESSION = Session.getInstance(new Properties());

    /// A multipart with a boundary that is given, so that the same letter is the same bytes. It holds `=_`, which no
    /// encoded line has.
    private static final class Parts extends MimeMultipart {
        Parts(String subtype, String boundary) {
            super(subtype);
            contentType = "multipart/%s; boundary=\"%s\"".formatted(subtype, boundary);
        }
    }

    private static final class Message extends MimeMessage {
        Message() {
            super(NO_SESSION);
        }

        @Override
        protected void updateMessageID() {
            // It is given.
        }
    }

    private final Letter letter;
    private final Envelope envelope;
    private final String boundary;

    private Mime(Letter letter, Envelope envelope) {
        this.letter = letter;
        this.envelope = envelope;
        this.boundary = "=_" + Slug.digest(envelope.messageId()).substring(0, 24);
    }

    /// Returns the letter with its header, in lines that end with CR LF, all of it in ASCII.
    public static byte[] of(Letter letter, Envelope envelope) {
        try {
            return new Mime(letter, envelope).bytes();
        } catch (MessagingException e) {
            throw new IllegalStateException("a letter that cannot be put together: " + e.getMessage(), e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private byte[] bytes() throws MessagingException, IOException {
        var message = new Message();
        address(message);
        message.setSubject(OneLine.of(letter.subject()), UTF_8);
        message.setSentDate(Date.from(envelope.written()));
        message.setHeader("Message-ID", envelope.messageId());
        sayThatAProgramWroteIt(message);
        message.setContent(content());
        message.saveChanges();
        var bytes = new ByteArrayOutputStream();
        message.writeTo(bytes);
        return bytes.toByteArray();
    }

    private void address(MimeMessage message) throws MessagingException, IOException {
        var from = envelope.from();
        message.setFrom(
                from.name().isEmpty()
                        ? new InternetAddress(from.address().text())
                        : new InternetAddress(from.address().text(), from.name(), UTF_8));
        message.setRecipient(RecipientType.TO, new InternetAddress(envelope.to().text()));
        if (envelope.replyTo().isPresent()) {
            message.setReplyTo(new InternetAddress[] {
                new InternetAddress(envelope.replyTo().get().text())
            });
        }
    }

    /// So that no program answers it, and people can sort it and be rid of it.
    private void sayThatAProgramWroteIt(MimeMessage message) throws MessagingException {
        message.setHeader("Auto-Submitted", "auto-generated");
        message.setHeader("X-Auto-Response-Suppress", "All");
        message.setHeader("Precedence", "bulk");
        message.setHeader("List-Id", "<" + envelope.listId() + ">");
        var mailto = "<mailto:%s?subject=unsubscribe%%20%s>"
                .formatted(
                        envelope.replyTo()
                                .orElse(envelope.from().address())
                                .text()
                                .replace("%", "%25")
                                .replace("?", "%3F"),
                        Slug.of(envelope.edition()));
        message.setHeader(
                "List-Unsubscribe",
                envelope.unsubscribe()
                        .map(Mime::inBrackets)
                        .map(page -> page + ",\r\n " + mailto)
                        .orElse(mailto));
        if (envelope.unsubscribe().isPresent()) {
            message.setHeader("List-Unsubscribe-Post", "List-Unsubscribe=One-Click");
        }
    }

    private static String inBrackets(URI page) {
        return "<" + page.toASCIIString() + ">";
    }

    private MimeMultipart content() throws MessagingException {
        var related = new Parts("related; type=\"text/html\"", boundary + "_r");
        related.addBodyPart(text(letter.html(), "text/html"));
        for (var picture : letter.pictures()) {
            related.addBodyPart(picture(picture));
        }
        var alternative = new Parts("alternative", boundary + "_a");
        alternative.addBodyPart(text(letter.text(), "text/plain"));
        alternative.addBodyPart(part(related));
        var mixed = new Parts("mixed", boundary + "_m");
        mixed.addBodyPart(part(alternative));
        mixed.addBodyPart(table());
        return mixed;
    }

    private static MimeBodyPart part(MimeMultipart parts) throws MessagingException {
        var part = new MimeBodyPart();
        part.setContent(parts);
        return part;
    }

    private static MimeBodyPart text(String text, String type) throws MessagingException {
        return part(text.getBytes(StandardCharsets.UTF_8), type + "; charset=UTF-8", "quoted-printable");
    }

    private static MimeBodyPart picture(Picture picture) throws MessagingException {
        if (!PLAIN_NAME.matcher(picture.name()).matches()) {
            throw new IllegalArgumentException("a picture's name is plain, unlike " + picture.name());
        }
        var part = part(picture.png().copy(), "image/png; name=\"%s\"".formatted(picture.name()), "base64");
        part.setContentID("<" + picture.name() + ">");
        part.setHeader("Content-Disposition", "inline; filename=\"%s\"".formatted(picture.name()));
        return part;
    }

    private MimeBodyPart table() throws MessagingException {
        var table = letter.table();
        var part = part(table.csv().getBytes(StandardCharsets.UTF_8), "text/csv; charset=UTF-8", "base64");
        part.setHeader(
                "Content-Disposition", "%s; filename=\"%s\"".formatted(Part.ATTACHMENT, fileName(table.fileName())));
        return part;
    }

    /// Systems of files and readers of mail disagree about all but these characters.
    private static String fileName(String name) {
        var plain = name.replaceAll("[^A-Za-z0-9._-]+", "_").replaceAll("^[._]+", "");
        return plain.length() <= 80 ? plain : plain.substring(plain.length() - 80);
    }

    private static MimeBodyPart part(byte[] bytes, String type, String encoding) throws MessagingException {
        var part = new MimeBodyPart();
        part.setDataHandler(new DataHandler(new ByteArrayDataSource(bytes, type)));
        part.setHeader("Content-Type", type);
        part.setHeader("Content-Transfer-Encoding", encoding);
        return part;
    }
}
