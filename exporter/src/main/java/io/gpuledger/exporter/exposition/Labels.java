package io.gpuledger.exporter.exposition;

import java.nio.charset.StandardCharsets;

/// The labels of a sample, encoded once and used for every family: `uuid="GPU-...",gpu="0"`, without braces.
final class Labels {
    static final Labels NONE = new Labels("");

    private final String text;
    private final byte[] bytes;

    private Labels(String text) {
        this.text = text;
        this.bytes = text.getBytes(StandardCharsets.UTF_8);
    }

    /// These labels and one more at their end.
    Labels and(String name, String value) {
        return new Labels(text + (text.isEmpty() ? "" : ",") + name + "=\"" + escaped(value) + '"');
    }

    byte[] bytes() {
        return bytes;
    }

    private static String escaped(String value) {
        return value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    }
}
