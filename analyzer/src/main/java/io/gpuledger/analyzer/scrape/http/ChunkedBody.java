package io.gpuledger.analyzer.scrape.http;

import java.io.EOFException;
import java.io.IOException;
import java.util.regex.Pattern;

/// Reads a body that comes in chunks, each with its length before it.
/// https://www.rfc-editor.org/rfc/rfc9112#section-7.1
final class ChunkedBody extends BodyStream {
    private static final Pattern LENGTH = Pattern.compile("[0-9a-fA-F]{1,8}");
    private static final int TRAILERS_MAX = 100;

    private final ResponseStream response;
    private boolean begun;
    private boolean over;
    private long left;

    ChunkedBody(ResponseStream response) {
        this.response = response;
    }

    @Override
    public int read(byte[] into, int offset, int wanted) throws IOException {
        if (left == 0 && !over) {
            nextChunk();
        }
        if (over) {
            return -1;
        }
        var count = response.read(into, offset, (int) Math.min(wanted, left));
        if (count < 0) {
            throw new EOFException("the page was cut off in the middle of a chunk");
        }
        left -= count;
        return count;
    }

    private void nextChunk() throws IOException {
        if (begun && !response.line().isEmpty()) {
            throw new BadAnswerException("a chunk of it is longer than it says");
        }
        begun = true;
        left = length(response.line());
        if (left == 0) {
            over = true;
            passTrailers();
        }
    }

    private static long length(String line) throws IOException {
        var digits = line.split(";", 2)[0].strip();
        if (!LENGTH.matcher(digits).matches()) {
            throw new BadAnswerException("a chunk of it does not say its length");
        }
        return Long.parseLong(digits, 16);
    }

    private void passTrailers() throws IOException {
        for (int i = 0; i < TRAILERS_MAX; i++) {
            if (response.line().isEmpty()) {
                return;
            }
        }
        throw new BadAnswerException("its trailers have no end");
    }
}
