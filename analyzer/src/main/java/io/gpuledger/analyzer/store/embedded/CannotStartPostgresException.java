package io.gpuledger.analyzer.store.embedded;

import io.gpuledger.service.settings.SmallFile;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.Optional;

/// The embedded PostgreSQL does not run; the message says why, and what mends it.
public final class CannotStartPostgresException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String what;
    private final String remedy;

    CannotStartPostgresException(String what, String remedy) {
        super("cannot start the embedded PostgreSQL: %s; %s".formatted(what, remedy));
        this.what = what;
        this.remedy = remedy;
    }

    CannotStartPostgresException(String what, String remedy, Throwable cause) {
        this(what, remedy);
        initCause(cause);
    }

    /// Returns why it does not run.
    public String what() {
        return what;
    }

    /// Returns what mends that.
    public String remedy() {
        return remedy;
    }

    /// Says that something in the server's folder could not be read or written.
    static CannotStartPostgresException unusable(Path folder, IOException cause) {
        var where = Optional.of(cause)
                .flatMap(failure -> failure instanceof FileSystemException inFile
                        ? Optional.ofNullable(inFile.getFile())
                        : Optional.empty())
                .filter(file -> !file.equals(folder.toString()))
                .map(file -> file + ": ")
                .orElse("");
        return new CannotStartPostgresException(
                "%s cannot be used (%s%s)".formatted(folder, where, SmallFile.why(cause)),
                Remedy.of(cause.toString()),
                cause);
    }
}
