package io.gpuledger.service.settings;

/// The file is not to be had, or is not YAML; the message names the file and, where there is one, the line.
public final class CannotReadYamlException extends Exception {
    private static final long serialVersionUID = 1;

    CannotReadYamlException(String message) {
        super(message);
    }

    CannotReadYamlException(String message, Throwable cause) {
        super(message, cause);
    }

    /// Returns what is told to somebody who wrote the file.
    public String problem() {
        return String.valueOf(getMessage());
    }
}
