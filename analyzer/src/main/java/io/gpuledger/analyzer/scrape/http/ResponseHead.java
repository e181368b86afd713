package io.gpuledger.analyzer.scrape.http;

import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/// An answer before its body. https://www.rfc-editor.org/rfc/rfc9112
final class ResponseHead {
    private static final Pattern STATUS = Pattern.compile("HTTP/1\\.([01]) (\\d{3})(?: .*)?");
    private static final Pattern LENGTH = Pattern.compile("\\d{1,18}");
    /// This is twice what servers allow in a request.
    private static final int LENGTH_MAX = 32 << 10;

    private final int status;
    private boolean keepsAlive;
    private OptionalLong length = OptionalLong.empty();
    private boolean chunked;
    private String encoding = "identity";
    private String contentType = "";
    private Optional<String> date = Optional.empty();
    private Optional<String> location = Optional.empty();

    private ResponseHead(int status, boolean keepsAlive) {
        this.status = status;
        this.keepsAlive = keepsAlive;
    }

    /// The first that is an answer, and not a word in between.
    static ResponseHead read(ResponseStream response) throws IOException {
        for (int interim = 0; interim < 10; interim++) {
            var head = readOne(response);
            if (head.status >= 200) {
                return head;
            }
        }
        throw new BadAnswerException("it keeps saying that it goes on");
    }

    private static ResponseHead readOne(ResponseStream response) throws IOException {
        var first = response.line();
        var match = STATUS.matcher(first);
        if (!match.matches()) {
            throw new BadAnswerException("it does not speak HTTP/1.1: " + excerpt(first));
        }
        var head = new ResponseHead(
                Integer.parseInt(match.group(2)), match.group(1).equals("1"));
        var length = first.length();
        for (var line = response.line(); !line.isEmpty(); line = response.line()) {
            length += line.length() + 2;
            if (length > LENGTH_MAX) {
                throw new BadAnswerException("its headers are longer than " + LENGTH_MAX + " bytes");
            }
            head.header(line);
        }
        return head;
    }

    /// Without what might do harm in a log.
    private static String excerpt(String text) {
        return text.substring(0, Math.min(text.length(), 60)).replaceAll("[^ -~]", "?");
    }

    private void header(String line) throws IOException {
        var colon = line.indexOf(':');
        if (colon <= 0 || line.charAt(0) == ' ' || line.charAt(0) == '\t') {
            throw new BadAnswerException("a header of it is none: " + excerpt(line));
        }
        var value = line.substring(colon + 1).strip();
        switch (line.substring(0, colon).toLowerCase(Locale.ROOT)) {
            case "content-length" -> length(value);
            case "transfer-encoding" -> transferEncoding(value);
            case "content-encoding" -> encoding = value.toLowerCase(Locale.ROOT);
            case "content-type" -> contentType = value;
            case "connection" -> connection(value.toLowerCase(Locale.ROOT));
            case "date" -> date = Optional.of(value);
            case "location" -> location = Optional.of(value);
            default -> {}
        }
    }

    private void length(String value) throws IOException {
        if (!LENGTH.matcher(value).matches()) {
            throw new BadAnswerException("its Content-Length is no length: " + excerpt(value));
        }
        var said = Long.parseLong(value);
        if (length.isPresent() && length.getAsLong() != said) {
            throw new BadAnswerException("it has two lengths: " + length.getAsLong() + " and " + said);
        }
        length = OptionalLong.of(said);
    }

    private void transferEncoding(String value) throws IOException {
        if (!value.equalsIgnoreCase("chunked")) {
            throw new BadAnswerException("its Transfer-Encoding is none that we know: " + excerpt(value));
        }
        chunked = true;
    }

    private void connection(String value) {
        if (value.contains("close")) {
            keepsAlive = false;
        } else if (value.contains("keep-alive")) {
            keepsAlive = true;
        }
    }

    int status() {
        return status;
    }

    boolean isRedirect() {
        return switch (status) {
            case 301, 302, 303, 307, 308 -> true;
            default -> false;
        };
    }

    /// Returns how long the body is, where the head says that; a body in chunks says it chunk by chunk.
    OptionalLong length() {
        return chunked ? OptionalLong.empty() : length;
    }

    boolean isChunked() {
        return chunked;
    }

    boolean isGzip() throws IOException {
        return switch (encoding) {
            case "gzip", "x-gzip" -> true;
            case "identity", "" -> false;
            default ->
                throw new BadAnswerException("its Content-Encoding is none that we asked for: " + excerpt(encoding));
        };
    }

    /// Returns whether the connection stays: it does not where only its end is the body's, nor where two headers differ
    /// about that.
    boolean keepsAlive() {
        return keepsAlive && (chunked ? length.isEmpty() : length.isPresent());
    }

    String contentType() {
        return contentType;
    }

    Optional<String> location() {
        return location;
    }

    /// Returns the time on the peer's clock, which is to the second.
    Optional<Instant> date() {
        try {
            return date.map(text -> DateTimeFormatter.RFC_1123_DATE_TIME.parse(text, Instant::from));
        } catch (DateTimeException _) {
            return Optional.empty();
        }
    }
}
