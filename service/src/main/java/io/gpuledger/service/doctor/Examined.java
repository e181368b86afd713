package io.gpuledger.service.doctor;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// Holds what was found of all that a program depends on, a line for each thing, and shows it to people and to
/// programs.
public record Examined(List<Line> lines) {
    private static final int INDENT = "warning  ".length();

    public Examined {
        lines = List.copyOf(lines);
    }

    private long count(Class<? extends Line> grade) {
        return lines.stream().filter(grade::isInstance).count();
    }

    /// Returns 1 where something does not work, and 0 otherwise.
    public int exitCode() {
        return count(Line.Fault.class) > 0 ? 1 : 0;
    }

    /// Returns it for people: a line for each thing, and below it what to do.
    public String text() {
        var width =
                lines.stream().mapToInt(line -> line.subject().length()).max().orElse(0);
        var format = "%-7s  %-" + Math.max(1, width) + "s  %s%n%s";
        return lines.stream()
                        .map(line -> String.format(
                                Locale.ROOT, format, line.grade(), line.subject(), line.words(), fix(line, width)))
                        .collect(Collectors.joining())
                + "%n%d ok, %d to think about, %d to mend%n"
                        .formatted(count(Line.Ok.class), count(Line.Warning.class), count(Line.Fault.class));
    }

    private static String fix(Line line, int width) {
        return line.fix().isEmpty() ? "" : "%s-> %s%n".formatted(" ".repeat(INDENT + width + 2), line.fix());
    }

    /// Returns it for programs.
    public String json() {
        return lines.stream()
                .map(line -> "{\"grade\":%s,\"subject\":%s,\"words\":%s,\"fix\":%s}"
                        .formatted(
                                quoted(line.grade()), quoted(line.subject()), quoted(line.words()), quoted(line.fix())))
                .collect(Collectors.joining(",\n", "{\"lines\":[\n", "\n]}\n"));
    }

    private static String quoted(String text) {
        var out = new StringBuilder("\"");
        text.chars().forEach(one -> {
            if (one == '"' || one == '\\') {
                out.append('\\').append((char) one);
            } else if (one < ' ' || Character.isSurrogate((char) one)) {
                out.append("\\u%04x".formatted(one));
            } else {
                out.append((char) one);
            }
        });
        return out.append('"').toString();
    }
}
