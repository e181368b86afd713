package io.gpuledger.analyzer.scrape.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/// Reads what comes in over a connection, through a buffer that is lent for one answer: a connection that waits has
/// none.
final class ResponseStream extends InputStream {
    /// No line may be longer than this, either.
    static final int LENGTH = 16 << 10;

    private final byte[] buffer = new byte[LENGTH];
    private InputStream in = nullInputStream();
    private int position;
    private int end;

    /// Begins an answer of which the first byte has been read.
    void begin(InputStream from, int first) {
        in = from;
        buffer[0] = (byte) first;
        position = 0;
        end = 1;
    }

    /// Returns whether something came that nobody has asked for.
    boolean hasMore() {
        return position < end;
    }

    void end() {
        in = nullInputStream();
        position = end = 0;
    }

    /// The next line, without its end, of which a carriage return is a part that may be missing.
    String line() throws IOException {
        var scanned = position;
        while (true) {
            for (; scanned < end; scanned++) {
                if (buffer[scanned] == '\n') {
                    return line(scanned);
                }
            }
            scanned -= position;
            moreOfTheLine();
        }
    }

    private String line(int newline) {
        var last = newline > position && buffer[newline - 1] == '\r' ? newline - 1 : newline;
        var line = new String(buffer, position, last - position, ISO_8859_1);
        position = newline + 1;
        return line;
    }

    private void moreOfTheLine() throws IOException {
        System.arraycopy(buffer, position, buffer, 0, end - position);
        end -= position;
        position = 0;
        if (end == LENGTH) {
            throw new BadAnswerException("a line of it has no end after " + LENGTH + " bytes");
        }
        var more = in.read(buffer, end, LENGTH - end);
        if (more < 0) {
            throw new EOFException("the connection was closed in the middle of the answer");
        }
        end += more;
    }

    @Override
    public int read() throws IOException {
        if (position == end) {
            var more = in.read(buffer, 0, LENGTH);
            if (more < 0) {
                return -1;
            }
            position = 0;
            end = more;
        }
        return buffer[position++] & 0xff;
    }

    /// Past the buffer where it is empty, so that a body is copied once.
    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        if (position == end) {
            return in.read(into, offset, length);
        }
        var count = Math.min(length, end - position);
        System.arraycopy(buffer, position, into, offset, count);
        position += count;
        return count;
    }
}
