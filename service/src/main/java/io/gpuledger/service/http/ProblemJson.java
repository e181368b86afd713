package io.gpuledger.service.http;

import java.util.stream.Collectors;

/// Writes a problem as programs read it, in one line.
final class ProblemJson {
    private ProblemJson() {}

    static String of(Problem problem) {
        var out = new StringBuilder("{")
                .append("\"type\":" + text(problem.type()))
                .append(",\"title\":" + text(problem.title()))
                .append(",\"status\":" + problem.status().code())
                .append(",\"detail\":" + text(problem.detail()));
        if (!problem.faults().isEmpty()) {
            out.append(problem.faults().stream()
                    .map(ProblemJson::of)
                    .collect(Collectors.joining(",", ",\"errors\":[", "]")));
        }
        return out.append("}\n").toString();
    }

    private static String of(Fault fault) {
        var parameter = fault.parameter().map(name -> "\"parameter\":" + text(name) + ",");
        return "{" + parameter.orElse("") + "\"detail\":" + text(fault.detail()) + "}";
    }

    /// What is asked may stand in what is answered, so it may be any text: half of a surrogate pair, which UTF-8 has
    /// not, is written as its number, like what JSON forbids.
    private static String text(String text) {
        var out = new StringBuilder("\"");
        for (var i = 0; i < text.length(); i++) {
            var one = text.charAt(i);
            switch (one) {
                case '"', '\\' -> out.append('\\').append(one);
                case '\n' -> out.append("\\n");
                default -> out.append(isPlain(one) ? String.valueOf(one) : "\\u%04x".formatted((int) one));
            }
        }
        return out.append('"').toString();
    }

    private static boolean isPlain(char one) {
        return (one >= ' ' && one < 0x7f) || (one >= 0xa0 && !Character.isSurrogate(one));
    }
}
