package io.gpuledger.exporter.exposition;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/// The XIDs that somebody has to act on: fatal ones, and those after which a GPU is to be drained.
public final class GraveXids {
    static final List<Integer> NUMBERS = read();

    private GraveXids() {}

    /// Whether somebody has to act on it.
    public static boolean has(int xid) {
        return NUMBERS.contains(xid);
    }

    private static List<Integer> read() {
        var name = "grave-xids.table";
        try (var resource = Objects.requireNonNull(GraveXids.class.getResourceAsStream(name), name)) {
            return new String(resource.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> Integer.valueOf(line.substring(0, line.indexOf(' '))))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
