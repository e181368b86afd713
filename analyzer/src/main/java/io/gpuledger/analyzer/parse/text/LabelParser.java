package io.gpuledger.analyzer.parse.text;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.gpuledger.analyzer.parse.Labels;
import io.gpuledger.analyzer.telemetry.PlainText;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Reads a block of labels in full, once: how often it comes back is seen by its bytes. What Prometheus reads is read:
/// blanks anywhere, a comma at the end, or none between two labels.
final class LabelParser {
    private static final String ESCAPED = "n\\\"";

    private final byte[] page;
    private final int end;
    private final PageLimits limits;
    private final List<String> flat = new ArrayList<>();
    private Optional<String> name = Optional.empty();
    private int at;

    private LabelParser(byte[] page, int from, int end, PageLimits limits) {
        this.page = page;
        this.end = end;
        this.limits = limits;
        this.at = from;
    }

    /// Parses the bytes from an opening brace to behind the closing one.
    static LabelBlock parse(byte[] page, int from, int end, PageLimits limits) throws BadLineException {
        var parser = new LabelParser(page, from + 1, end - 1, limits);
        parser.items();
        return new LabelBlock(parser.name, Labels.of(parser.flat));
    }

    private void items() throws BadLineException {
        skipBlanks();
        while (at < end) {
            item();
            skipBlanks();
            if (isAt(',')) {
                at++;
                skipBlanks();
            }
        }
    }

    private void item() throws BadLineException {
        var isQuoted = isAt('"');
        var item = isQuoted ? quoted(limits.name(), "a name") : identifier();
        if (item.isEmpty()) {
            throw new BadLineException("a name that is empty");
        }
        skipBlanks();
        if (isQuoted && (at == end || isAt(','))) {
            metricName(item);
        } else {
            label(item);
        }
    }

    private void metricName(String item) throws BadLineException {
        if (name.isPresent()) {
            throw new BadLineException("two names");
        }
        name = Optional.of(item);
    }

    private void label(String item) throws BadLineException {
        if (!isAt('=')) {
            throw new BadLineException("a label without a value");
        }
        at++;
        skipBlanks();
        if (!isAt('"')) {
            throw new BadLineException("a label's value that is not in quotes");
        }
        add(item, quoted(limits.value(), "a label's value"));
    }

    private void add(String label, String value) throws BadLineException {
        for (var i = 0; i < flat.size(); i += 2) {
            if (flat.get(i).equals(label)) {
                throw new BadLineException("the same label twice");
            }
        }
        if (flat.size() == 2 * limits.labels()) {
            throw new BadLineException("more than %d labels".formatted(limits.labels()));
        }
        flat.add(label);
        flat.add(value);
    }

    private String identifier() throws BadLineException {
        var from = at;
        at = Scan.name(page, from, end, false);
        if (at == from) {
            throw new BadLineException("neither a label nor the end of them");
        }
        return decoded(from, at, limits.name(), "a name");
    }

    private String quoted(int limit, String what) throws BadLineException {
        var from = at;
        at = Scan.quoted(page, from, end);
        var text = unescaped(decoded(from + 1, at - 1, limit, what));
        if (!PlainText.is(text)) {
            throw new BadLineException("a control character in " + what);
        }
        return text;
    }

    private String decoded(int from, int to, int limit, String what) throws BadLineException {
        if (to - from > limit) {
            throw new BadLineException("%s of more than %d bytes".formatted(what, limit));
        }
        return isAscii(from, to) ? new String(page, from, to - from, ISO_8859_1) : utf8(from, to);
    }

    private boolean isAscii(int from, int to) {
        var all = 0;
        for (var i = from; i < to; i++) {
            all |= page[i];
        }
        return all >= 0;
    }

    private String utf8(int from, int to) throws BadLineException {
        try {
            return UTF_8.newDecoder()
                    .decode(ByteBuffer.wrap(page, from, to - from))
                    .toString();
        } catch (CharacterCodingException _) {
            throw new BadLineException("bytes that are not UTF-8");
        }
    }

    /// A backslash before anything else stands for itself.
    private static String unescaped(String text) {
        if (text.indexOf('\\') < 0) {
            return text;
        }
        var plain = new StringBuilder(text.length());
        for (var i = 0; i < text.length(); i++) {
            var next = i + 1 < text.length() ? text.charAt(i + 1) : ' ';
            if (text.charAt(i) == '\\' && ESCAPED.indexOf(next) >= 0) {
                plain.append(next == 'n' ? '\n' : next);
                i++;
            } else {
                plain.append(text.charAt(i));
            }
        }
        return plain.toString();
    }

    private boolean isAt(char character) {
        return at < end && page[at] == character;
    }

    private void skipBlanks() {
        at = Scan.blanks(page, at, end);
    }
}
