package io.gpuledger.analyzer.health;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.stream.Collectors;

/// The XIDs after which a GPU is of no use until somebody sees to it.
final class FatalXids {
    private static final Set<Integer> NUMBERS = read();

    private FatalXids() {}

    static boolean contains(int xid) {
        return NUMBERS.contains(xid);
    }

    static Set<Integer> numbers() {
        return NUMBERS;
    }

    private static Set<Integer> read() {
        try (InputStream table = FatalXids.class.getResourceAsStream("fatal-xids.table")) {
            if (table == null) {
                throw new IllegalStateException("no table of fatal XIDs");
            }
            return new String(table.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#") && !line.isBlank())
                    .map(line -> Integer.valueOf(line.substring(0, line.indexOf(' '))))
                    .collect(Collectors.toUnmodifiableSet());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
