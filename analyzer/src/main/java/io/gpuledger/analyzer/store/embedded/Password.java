package io.gpuledger.analyzer.store.embedded;

import io.gpuledger.analyzer.store.OwnerOnly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;

/// The password of the database's only role: made once, kept in a file that is the owner's alone.
record Password(Path file, String text) {
    private static final int BYTES = 24;

    static Password in(Path folder) throws IOException {
        var file = folder.resolve("password");
        var kept = OwnerOnly.read(file);
        return new Password(file, kept.isPresent() ? kept.get().strip() : make(file));
    }

    private static String make(Path file) throws IOException {
        var data = file.resolveSibling(DataFolder.NAME);
        if (Files.exists(data)) {
            throw new CannotStartPostgresException(
                    "%s is missing, and only the password in it opens %s".formatted(file, data),
                    "put it back, or move the data away to begin anew");
        }
        var password = random();
        OwnerOnly.write(file, password);
        return password;
    }

    private static String random() {
        var bytes = new byte[BYTES];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    @Override
    public String toString() {
        return "the password in " + file;
    }
}
