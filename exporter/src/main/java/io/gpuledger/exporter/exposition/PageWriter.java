package io.gpuledger.exporter.exposition;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Writes Prometheus' text format into a buffer that is kept from page to page. Writes a family's head when its first
/// sample comes, so that none stands there without samples.
final class PageWriter {
    private static final int FIRST_CAPACITY = 256 * 1024;

    private byte[] buffer = new byte[FIRST_CAPACITY];
    private int length;
    private byte[] name = {};
    private byte[] head = {};
    private boolean headDue;

    /// The samples that follow are of this family.
    void family(Family family) {
        name = utf8(family.name());
        head = utf8("# HELP %1$s %2$s%n# TYPE %1$s %3$s%n"
                .formatted(family.name(), family.help(), family.type().word()));
        headDue = true;
    }

    void sample(Labels labels, String value) {
        if (headDue) {
            put(head);
            headDue = false;
        }
        put(name);
        if (labels.bytes().length > 0) {
            put('{');
            put(labels.bytes());
            put('}');
        }
        put(' ');
        put(utf8(value));
        put('\n');
    }

    /// What was written since the last call; the writer starts anew.
    byte[] take() {
        var page = Arrays.copyOf(buffer, length);
        length = 0;
        return page;
    }

    private void put(byte[] bytes) {
        reserve(bytes.length);
        System.arraycopy(bytes, 0, buffer, length, bytes.length);
        length += bytes.length;
    }

    private void put(char ascii) {
        reserve(1);
        buffer[length++] = (byte) ascii;
    }

    private void reserve(int more) {
        if (length + more > buffer.length) {
            buffer = Arrays.copyOf(buffer, Math.max(buffer.length * 2, length + more));
        }
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
