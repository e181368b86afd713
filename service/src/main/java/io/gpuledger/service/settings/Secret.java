package io.gpuledger.service.settings;

import java.io.IOException;
import java.nio.file.Path;

/// A value that must not be seen. It comes from a file, or was made up, so that it stands in no process list and no
/// environment.
public final class Secret {
    private final String value;

    private Secret(String value) {
        this.value = value;
    }

    /// Makes a secret that no file holds, as this program made it up itself.
    public static Secret of(String value) {
        return new Secret(value);
    }

    static Secret read(String file) {
        try {
            return new Secret(SmallFile.read(Path.of(file)).strip());
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "must be a file that this process can read (" + SmallFile.why(e) + ")", e);
        }
    }

    public String reveal() {
        return value;
    }

    @Override
    public String toString() {
        return "(secret)";
    }
}
