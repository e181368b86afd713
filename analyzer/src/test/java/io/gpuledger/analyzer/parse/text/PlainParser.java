package io.gpuledger.analyzer.parse.text;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// Reads a page the plain and slow way, with regular expressions, and knows no page before it: what a [PageReader] is
/// held against. A character stands for a byte, so that positions are those of bytes.
final class PlainParser {
    /// Holds the samples of a page as text, and the positions of the lines that are bad.
    record Page(List<String> samples, int ignored, List<Long> problems) {}

    private static final String QUOTED = "\"(?:\\\\[^\n]|[^\"\\\\])*+\"";
    private static final Pattern LINE = Pattern.compile(
            "(?s)((?<name>[a-zA-Z_:][a-zA-Z0-9_:]*+)?+(?:[ \t]*+(?<block>\\{(?:%s|[^\"}])*+}))?+)(?<rest>.*)"
                    .formatted(QUOTED));
    private static final Pattern ITEM = Pattern.compile(
            "(?s)[ \t]*+(?<item>[a-zA-Z_][a-zA-Z0-9_]*+|%s)[ \t]*+(=[ \t]*+(?<value>%s)[ \t]*+(,[ \t]*+)?+|,[ \t]*+|$)"
                    .formatted(QUOTED, QUOTED));
    private static final Pattern BLANKS_AROUND = Pattern.compile("(?s)^[ \t]+|[ \t]+\\z");
    private static final Pattern FLOAT =
            Pattern.compile("[+-]?((\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?|0[xX]([0-9a-fA-F]+\\.?[0-9a-fA-F]*"
                    + "|\\.[0-9a-fA-F]+)[pP][+-]?\\d+)");

    private final PageFormat format;
    private final PageLimits limits;
    private final Predicate<String> isIgnored;

    private final List<String> samples = new ArrayList<>();
    private final List<Long> problems = new ArrayList<>();
    private final Set<String> seen = new HashSet<>();
    private int ignored;
    private boolean isOver;

    PlainParser(PageFormat format, PageLimits limits, Predicate<String> isIgnored) {
        this.format = format;
        this.limits = limits;
        this.isIgnored = isIgnored;
    }

    static String sample(String name, List<String> flatLabels, double value, String time) {
        return name + flatLabels + " " + Long.toHexString(Double.doubleToLongBits(value)) + time;
    }

    Page parse(byte[] bytes) {
        var text = new String(bytes, ISO_8859_1);
        for (var from = 0; from < text.length() && !isOver; ) {
            var end = text.indexOf('\n', from) < 0 ? text.length() : text.indexOf('\n', from);
            line(text.substring(from, end).replaceFirst("^[ \t]+", ""), from, end + 1 < text.length(), end + 1);
            from = end + 1;
        }
        if (format == PageFormat.OPENMETRICS && !isOver) {
            problems.add((long) bytes.length);
        }
        return new Page(samples, ignored, problems);
    }

    private void line(String line, long position, boolean isMore, long next) {
        if (line.equals("# EOF") && format == PageFormat.OPENMETRICS) {
            isOver = true;
            if (isMore) {
                problems.add(next);
            }
        } else if (!line.isEmpty() && line.charAt(0) != '#') {
            try {
                sample(line);
            } catch (IllegalArgumentException | CharacterCodingException _) {
                problems.add(position);
            }
        }
    }

    private void sample(String line) throws CharacterCodingException {
        var matcher = LINE.matcher(line);
        check(matcher.matches());
        var series = matcher.group(1);
        var block = matcher.group("block");
        var rest = matcher.group("rest");
        check(block != null || rest.matches("(?s)[ \t]+[^ \t{].*"));
        var labels = new ArrayList<String>();
        var name = block == null ? "" : labels(block.substring(1, block.length() - 1), labels);
        var bare = matcher.group("name");
        check((bare == null) != name.isEmpty());
        check(bare == null || bare.length() <= limits.name());
        check(series.length() <= limits.line());
        if (!seen.contains(series) && seen.size() == limits.series()) {
            isOver = true;
            throw new IllegalArgumentException();
        }
        var isNew = seen.add(series);
        if (isIgnored.test(bare == null ? name : bare)) {
            ignored++;
            return;
        }
        var parts = BLANKS_AROUND.matcher(rest).replaceAll("").split("[ \t]+", -1);
        var time = time(rest, parts);
        check(isNew || !time.isEmpty());
        samples.add(sample(bare == null ? name : bare, labels, number(parts[0]), time));
    }

    /// The time behind a value, or nothing; and what else there is must be an exemplar.
    private String time(String rest, String[] parts) {
        number(parts[0]);
        var isTimed = parts.length > 1 && !(format == PageFormat.OPENMETRICS && parts[1].startsWith("#"));
        var time = "";
        if (isTimed && format == PageFormat.PROMETHEUS) {
            check(parts[1].matches("-?[0-9]+") && parts.length == 2);
            check(!parts[1].equals(Long.toString(Long.MIN_VALUE)));
            time = "@" + Long.parseLong(parts[1]);
        } else if (isTimed) {
            var exact = number(parts[1]) * 1000;
            check(Math.abs(exact) < Long.MAX_VALUE);
            time = "@" + Math.round(exact);
        }
        if (parts.length > (isTimed ? 2 : 1)) {
            check(format == PageFormat.OPENMETRICS);
            exemplar(rest.replaceFirst("^[ \t]*[^ \t]+[ \t]+" + (isTimed ? "[^ \t]+[ \t]+" : ""), ""));
        }
        return time;
    }

    private static void exemplar(String text) {
        var matcher = Pattern.compile("(?s)#[ \t]*\\{(?:%s|[^\"}])*+}(?<rest>.*)".formatted(QUOTED))
                .matcher(text);
        check(matcher.matches());
        var parts = BLANKS_AROUND.matcher(matcher.group("rest")).replaceAll("").split("[ \t]+", -1);
        check(parts.length <= 2);
        for (var part : parts) {
            number(part);
        }
    }

    /// The name that stands among them, or nothing.
    private String labels(String block, List<String> flat) throws CharacterCodingException {
        var name = "";
        var matcher = ITEM.matcher(block);
        var at = block.length() - block.replaceFirst("^[ \t]+", "").length();
        while (at < block.length()) {
            check(matcher.region(at, block.length()).lookingAt());
            var item = item(matcher.group("item"));
            check(!item.isEmpty());
            if (matcher.group("value") == null) {
                check(matcher.group("item").startsWith("\"") && name.isEmpty());
                name = item;
            } else {
                check(matcher.group("value").length() - 2 <= limits.value());
                for (var i = 0; i < flat.size(); i += 2) {
                    check(!flat.get(i).equals(item));
                }
                flat.addAll(List.of(item, unquoted(matcher.group("value"))));
                check(flat.size() <= 2 * limits.labels());
            }
            at = matcher.end();
        }
        return name;
    }

    private String item(String item) throws CharacterCodingException {
        var plain = item.startsWith("\"") ? item.length() - 2 : item.length();
        check(plain <= limits.name());
        return item.startsWith("\"") ? unquoted(item) : item;
    }

    private static String unquoted(String quoted) throws CharacterCodingException {
        var bytes = quoted.substring(1, quoted.length() - 1).getBytes(ISO_8859_1);
        var text = UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        check(!Pattern.compile("[\\x00-\\x08\\x0B\\x0C\\x0E-\\x1F\\x7F-\\x9F]")
                .matcher(text)
                .find());
        return Pattern.compile("\\\\([n\"\\\\])").matcher(text).replaceAll(escape -> switch (escape.group(1)) {
            case "n" -> "\n";
            case "\"" -> "\"";
            default -> "\\\\";
        });
    }

    private static double number(String text) {
        check(text.length() <= 1000);
        if (text.matches("(?i)[+-]?inf(inity)?")) {
            return text.startsWith("-") ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
        }
        if (text.matches("(?i)nan")) {
            return Double.NaN;
        }
        check(FLOAT.matcher(text).matches());
        var value = Double.parseDouble(text);
        check(!Double.isInfinite(value));
        return value;
    }

    private static void check(boolean isGood) {
        if (!isGood) {
            throw new IllegalArgumentException();
        }
    }
}
