package io.gpuledger.exporter.exposition;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/// XIDs have these names of NVIDIA's, which dcgm-compatible series carry as `err_msg`.
public final class XidNames {
    private static final Map<Integer, String> NAMES = read();

    private XidNames() {}

    public static String of(int xid) {
        return NAMES.getOrDefault(xid, "Unknown Error");
    }

    private static Map<Integer, String> read() {
        try (var resource = Objects.requireNonNull(XidNames.class.getResourceAsStream("xids.txt"), "xids.txt")) {
            return new String(resource.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> line.split(" ", 2))
                    .collect(Collectors.toMap(line -> Integer.valueOf(line[0]), line -> line[1]));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
