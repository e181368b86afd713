package io.gpuledger.analyzer.mail;

import io.gpuledger.analyzer.report.Letter.Bytes;
import jakarta.mail.MessagingException;
import jakarta.mail.Multipart;
import jakarta.mail.Part;
import jakarta.mail.Session;
import jakarta.mail.internet.MimeMessage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/// A letter as a mail program reads it.
record ReadMail(MimeMessage message, List<Leaf> leaves) {
    /// A part that is no multipart.
    ///
    /// @param path the multiparts around it
    record Leaf(String path, String type, Bytes content, Part part) {}

    static ReadMail of(byte[] bytes) {
        try {
            var message = new MimeMessage(Session.getInstance(new Properties()), new ByteArrayInputStream(bytes));
            var leaves = new ArrayList<Leaf>();
            read(message, "", leaves);
            return new ReadMail(message, leaves);
        } catch (MessagingException | IOException e) {
            throw new AssertionError(e);
        }
    }

    private static void read(Part part, String path, List<Leaf> leaves) throws MessagingException, IOException {
        var type = part.getContentType().replaceAll(";.*", "").strip();
        if (part.getContent() instanceof Multipart parts) {
            for (var i = 0; i < parts.getCount(); i++) {
                read(parts.getBodyPart(i), path + "/" + type, leaves);
            }
        } else {
            leaves.add(new Leaf(path, type, new Bytes(part.getInputStream().readAllBytes()), part));
        }
    }

    /// Returns the only value of a header.
    String header(String name) {
        try {
            var values = message.getHeader(name);
            if (values == null || values.length != 1) {
                throw new AssertionError(name + " stands there " + (values == null ? 0 : values.length) + " times");
            }
            return values[0];
        } catch (MessagingException e) {
            throw new AssertionError(e);
        }
    }
}
