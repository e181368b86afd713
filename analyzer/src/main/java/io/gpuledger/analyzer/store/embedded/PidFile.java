package io.gpuledger.analyzer.store.embedded;

import io.gpuledger.analyzer.store.OwnerOnly;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/// Reads what a server says of itself in postmaster.pid: the first line is its process, the fourth its port, the eighth
/// its state.
record PidFile(long pid, int port, String state) {
    private static final String NAME = "postmaster.pid";

    static Path of(Path data) {
        return data.resolve(NAME);
    }

    /// Nothing where there is none, or one that is not whole (yet).
    static Optional<PidFile> in(Path data) throws IOException {
        return OwnerOnly.read(of(data)).flatMap(PidFile::parse);
    }

    private static Optional<PidFile> parse(String text) {
        var lines = text.lines().map(String::strip).toList();
        if (lines.size() < 4) {
            return Optional.empty();
        }
        try {
            var state = lines.size() < 8 ? "" : lines.get(7);
            return Optional.of(new PidFile(Long.parseLong(lines.get(0)), Integer.parseInt(lines.get(3)), state));
        } catch (NumberFormatException _) {
            return Optional.empty();
        }
    }

    boolean ready() {
        return state.equals("ready");
    }
}
