package io.gpuledger.service.settings;

import java.util.List;

/// A file that a setting names is wrong, perhaps in several places: each problem begins with the file and its line.
public final class BadFileException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    public BadFileException(List<String> problems) {
        super(String.join("\n", problems));
    }

    public List<String> problems() {
        return String.valueOf(getMessage()).lines().toList();
    }
}
