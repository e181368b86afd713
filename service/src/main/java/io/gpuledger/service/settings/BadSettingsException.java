package io.gpuledger.service.settings;

import java.util.List;
import java.util.stream.Collectors;

/// Everything that is wrong with the settings, at once: one line each.
public final class BadSettingsException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public BadSettingsException(List<String> problems) {
        super(problems.stream().map(BadSettingsException::oneLine).collect(Collectors.joining("\n")));
    }

    public List<String> problems() {
        return String.valueOf(getMessage()).lines().toList();
    }

    private static String oneLine(String problem) {
        return problem.replaceAll("\\s+", " ")
                .replaceAll("[\\p{Cc}\\p{Cf}]", "?")
                .strip();
    }
}
