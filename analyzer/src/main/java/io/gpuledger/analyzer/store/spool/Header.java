package io.gpuledger.analyzer.store.spool;

import io.gpuledger.analyzer.telemetry.Field;
import java.io.Serial;
import java.util.ArrayList;
import java.util.List;

/// A segment's first frame: what is needed to read the others.
///
/// @param columns the fields that the program which wrote it had, in the order of their bits
record Header(long createdMillis, List<String> columns) {
    /// A segment was written by another version of the program, in a way that this one does not know.
    static final class UnknownFormatException extends Exception {
        @Serial
        private static final long serialVersionUID = 1;

        UnknownFormatException(String message) {
            super(message);
        }
    }

    /// Of the frames behind the header. Fields may come and go without another: they are told by name.
    static final int VERSION = 1;

    private static final String MAGIC = "gpu-ledger spool";

    static Header of(long createdMillis) {
        return new Header(createdMillis, Field.ALL.stream().map(Field::column).toList());
    }

    void write(Packer packer) {
        var start = Frame.begin(packer);
        packer.text(MAGIC);
        packer.varint(VERSION);
        packer.varint(createdMillis);
        packer.varint(columns.size());
        columns.forEach(packer::text);
        Frame.end(packer, start, 0);
    }

    static Header read(Unpacker content) throws UnknownFormatException {
        try {
            return known(content);
        } catch (IndexOutOfBoundsException e) {
            throw new UnknownFormatException("its header is none of ours: " + e.getMessage());
        }
    }

    private static Header known(Unpacker content) throws UnknownFormatException {
        var magic = content.text();
        var version = content.varint();
        if (!magic.equals(MAGIC) || version != VERSION) {
            throw new UnknownFormatException(
                    "it is of format %d, and this program reads format %d".formatted(version, VERSION));
        }
        var created = content.varint();
        var count = content.count();
        var columns = new ArrayList<String>(count);
        for (var i = 0; i < count; i++) {
            columns.add(content.text());
        }
        return new Header(created, List.copyOf(columns));
    }
}
