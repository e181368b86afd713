package io.gpuledger.exporter.exposition;

import io.gpuledger.exporter.exposition.Page.Section;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Writes a page's samples, family by family, into a buffer that is kept from page to page. A family without samples
/// leaves no trace.
final class PageWriter {
    private static final int FIRST_CAPACITY = 256 * 1024;

    private final Gzip gzip = new Gzip();
    private final List<Section> sections = new ArrayList<>();
    private Head head = new Head("", Family.Type.UNTYPED, "");
    private int begin;
    private byte[] bytes = new byte[FIRST_CAPACITY];
    private int length;

    /// The samples that follow are of this family.
    void family(Head family) {
        endFamily();
        head = family;
    }

    private void endFamily() {
        if (length > begin) {
            sections.add(new Section(head, length));
        }
        begin = length;
    }

    void sample(Labels labels, String value) {
        sample(head.sampleName(), labels, value);
    }

    /// A sample whose name is not quite its family's.
    void sample(byte[] name, Labels labels, String value) {
        put(name);
        if (labels.bytes().length > 0) {
            put('{');
            put(labels.bytes());
            put('}');
        }
        put(' ');
        put(value.getBytes(StandardCharsets.UTF_8));
        put('\n');
    }

    /// What was written since the last call; the writer starts anew.
    Page take() {
        endFamily();
        var page = new Page(Arrays.copyOf(bytes, length), sections, gzip);
        sections.clear();
        length = 0;
        begin = 0;
        return page;
    }

    private void put(byte[] more) {
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
