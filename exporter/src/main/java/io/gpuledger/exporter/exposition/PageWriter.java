package io.gpuledger.exporter.exposition;

import io.gpuledger.exporter.exposition.Page.Section;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Writes samples, family by family, into a buffer that is kept from page to page. A family without samples leaves no
/// trace.
///
/// The writer sets the braces, the blank and the end of each line, and escapes nothing. The values of labels
/// were escaped when their [Labels] were made, and the value of a sample is printed by [Numbers], or is a
/// literal. It is used by one thread at a time.
final class PageWriter {
    private static final int FIRST_CAPACITY = 64 * 1024;

    /// The samples of one family end here, and those of the next begin.
    private record End(Head head, int at) {}

    private final List<End> ends = new ArrayList<>();
    private Head head = new Head("", Family.Type.UNTYPED, "");
    private int begin;
    private byte[] bytes = new byte[FIRST_CAPACITY];
    private int length;

    /// Ends the family before. The samples that follow are of this one.
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

    /// Writes one line under the name of the family.
    ///
    /// @param value as it is to stand on the page
    void sample(Labels labels, String value) {
        sample(head.sampleName(), labels, value);
    }

    /// Writes one line under a name that is not quite its family's.
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

    /// Returns what was written since the last call, and starts anew.
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

    /// Drops what was written, which may be a part of a page that failed.
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
