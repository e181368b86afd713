package io.gpuledger.exporter.exposition;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Writes the page in all its formats at once, into buffers that are kept from page to page: their samples are the
/// same.
/// Writes a family's head when its first sample comes, so that none stands there without samples.
final class PageWriter {
    private static final int FIRST_CAPACITY = 256 * 1024;
    private static final byte[] END_OF_OPEN_METRICS = utf8("# EOF\n");

    private final Buffer text = new Buffer();
    private final Buffer openMetrics = new Buffer();
    private final Gzip gzip = new Gzip();
    private Head head = new Head("", Family.Type.UNTYPED, "");
    private boolean headDue;

    /// The samples that follow are of this family.
    void family(Head family) {
        head = family;
        headDue = true;
    }

    void sample(Labels labels, String value) {
        sample(head.sampleName(), labels, value);
    }

    /// A sample whose name is not quite its family's.
    void sample(byte[] name, Labels labels, String value) {
        if (headDue) {
            text.put(head.text());
            openMetrics.put(head.openMetrics());
            headDue = false;
        }
        var number = utf8(value);
        text.sample(name, labels.bytes(), number);
        openMetrics.sample(name, labels.bytes(), number);
    }

    /// What was written since the last call; the writer starts anew.
    Page take() {
        openMetrics.put(END_OF_OPEN_METRICS);
        return new Page(text.take(), openMetrics.take(), gzip);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static final class Buffer {
        private byte[] bytes = new byte[FIRST_CAPACITY];
        private int length;

        void sample(byte[] name, byte[] labels, byte[] value) {
            put(name);
            if (labels.length > 0) {
                put('{');
                put(labels);
                put('}');
            }
            put(' ');
            put(value);
            put('\n');
        }

        byte[] take() {
            var page = Arrays.copyOf(bytes, length);
            length = 0;
            return page;
        }

        void put(byte[] more) {
            reserve(more.length);
            System.arraycopy(more, 0, bytes, length, more.length);
            length += more.length;
        }

        private void put(char ascii) {
            reserve(1);
            bytes[length++] = (byte) ascii;
        }

        private void reserve(int more) {
            if (length + more > bytes.length) {
                bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
            }
        }
    }
}
