package io.gpuledger.simulator.history;

import io.gpuledger.simulator.remote.Series;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What was scraped from a target, as series; where one is no longer on the page it ends, as with Prometheus.
final class TargetLog {
    private static final Pattern LABEL = Pattern.compile("([a-zA-Z_][a-zA-Z0-9_]*)=\"((?:[^\"\\\\]|\\\\.)*)\"");

    private static final Pattern ESCAPED = Pattern.compile("\\\\(.)");

    /// This is the line of a sample up to its value.
    private static final class Line {
        private final byte[] text;
        /// It is empty where the series is not wanted.
        private final Optional<Series> series;

        Line(byte[] text, Optional<Series> series) {
            this.text = text;
            this.series = series;
        }

        boolean isAt(byte[] page, int from, int to) {
            return Arrays.equals(page, from, to, text, 0, text.length);
        }
    }

    private final Map<String, String> target;
    private final Predicate<String> wanted;
    private final Map<String, Line> known = new LinkedHashMap<>();
    private final Series up;
    /// These are the lines of the page before, in its order; most pages have the same.
    private List<Line> before = List.of();

    /// @param target the labels that all of its series have
    /// @param wanted which metrics, by their names
    TargetLog(Map<String, String> target, Predicate<String> wanted) {
        this.target = target;
        this.wanted = wanted;
        this.up = new Series(labels("up", ""));
    }

    /// A scrape that went well.
    void scraped(long atMillis, byte[] page) {
        up.add(atMillis, 1);
        var lines = new ArrayList<Line>(before.size());
        for (var from = 0; from < page.length; ) {
            var to = end(page, from);
            if (page[from] != '#') {
                lines.add(sample(page, from, to, lines.size(), atMillis));
            }
            from = to + 1;
        }
        endOthers(lines, atMillis);
    }

    /// Notes that a scrape failed.
    void failed(long atMillis) {
        up.add(atMillis, 0);
        endOthers(List.of(), atMillis);
    }

    private Line sample(byte[] page, int from, int to, int place, long atMillis) {
        var space = to;
        do {
            space--;
        } while (page[space] != ' ');
        var line = line(page, from, space, place);
        if (line.series.isPresent()) {
            var text = new String(page, space + 1, to - space - 1, StandardCharsets.US_ASCII);
            line.series.get().add(atMillis, value(text));
        }
        return line;
    }

    private Line line(byte[] page, int from, int to, int place) {
        if (place < before.size() && before.get(place).isAt(page, from, to)) {
            return before.get(place);
        }
        return known.computeIfAbsent(new String(page, from, to - from, StandardCharsets.UTF_8), this::line);
    }

    private Line line(String text) {
        var brace = text.indexOf('{');
        var name = brace < 0 ? text : text.substring(0, brace);
        var series = wanted.test(name)
                ? Optional.of(new Series(labels(name, text.substring(name.length()))))
                : Optional.<Series>empty();
        return new Line(text.getBytes(StandardCharsets.UTF_8), series);
    }

    private SortedMap<String, String> labels(String name, String text) {
        var labels = new TreeMap<>(target);
        labels.put("__name__", name);
        var each = LABEL.matcher(text);
        while (each.find()) {
            labels.put(each.group(1), unescaped(each.group(2)));
        }
        // What is empty is not there.
        labels.values().removeIf(String::isEmpty);
        return labels;
    }

    private static String unescaped(String value) {
        return ESCAPED.matcher(value)
                .replaceAll(
                        escaped -> Matcher.quoteReplacement(escaped.group(1).equals("n") ? "\n" : escaped.group(1)));
    }

    private static int end(byte[] page, int from) {
        var end = from;
        while (page[end] != '\n') {
            end++;
        }
        return end;
    }

    private static double value(String text) {
        return switch (text) {
            case "+Inf" -> Double.POSITIVE_INFINITY;
            case "-Inf" -> Double.NEGATIVE_INFINITY;
            default -> Double.parseDouble(text);
        };
    }

    @SuppressWarnings("ReferenceEquality") // the same line is the same object
    private void endOthers(List<Line> now, long atMillis) {
        if (!isSame(now)) {
            var gone = new LinkedHashSet<>(before);
            now.forEach(gone::remove);
            gone.forEach(line -> line.series.ifPresent(series -> series.end(atMillis)));
        }
        before = now;
    }

    private boolean isSame(List<Line> now) {
        var same = now.size() == before.size();
        for (var place = 0; same && place < now.size(); place++) {
            same = now.get(place) == before.get(place);
        }
        return same;
    }

    /// Returns the series with what was scraped and is not sent yet, in the order in which they were first seen.
    List<Series> series() {
        var all = new ArrayList<>(List.of(up));
        known.values().forEach(line -> line.series.ifPresent(all::add));
        return all;
    }
}
