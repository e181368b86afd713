package io.gpuledger.exporter.exposition;

import io.gpuledger.exporter.exposition.Page.Section;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Writes samples, family by family, into a buffer that is kept from page to page. A family without samples leaves no
/// trace.
final class PageWriter {
    private static final int FIRST_CAPACITY = 64 * 1024;

    /// A family's samples end here, and those of the next begin.
    private record End(Head head, int at) {}

    private final List<End> ends = new ArrayList<>();
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
            ends.add(new End(head, length));
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
    List<Section> take() {
        endFamily();
        var samples = ByteBuffer.wrap(Arrays.copyOf(bytes, length));
        var sections = new ArrayList<Section>(ends.size());
        var from = 0;
        for (var end : ends) {
            sections.add(new Section(end.head(), samples.slice(from, end.at() - from)));
            from = end.at();
        }
        discard();
        return sections;
    }

    /// Also what a page that failed has left.
    void discard() {
        ends.clear();
        length = 0;
        begin = 0;
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
