package io.gpuledger.exporter.benchmark;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;

/// A connection that is kept alive, of which every answer is read to its end. It reads into buffers of its own that
/// are used again, so that little is measured but the server. For one thread.
final class RawConnection implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final int HEAD_BYTES_MAX = 16 * 1024;
    private static final int BODY_BYTES_MAX = 16 * 1024 * 1024;

    private final Socket socket = new Socket();
    private final BufferedInputStream in;
    private final OutputStream out;
    private byte[] body = new byte[256 * 1024];
    private int length;

    RawConnection(int port) throws IOException {
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), (int) PATIENCE.toMillis());
        socket.setSoTimeout((int) PATIENCE.toMillis());
        socket.setTcpNoDelay(true);
        in = new BufferedInputStream(socket.getInputStream(), 16 * 1024);
        out = socket.getOutputStream();
    }

    /// Throws when the answer is not whole.
    Answer exchange(RawRequest request) throws IOException {
        request.writeTo(out);
        var head = new AnswerHead(head());
        length = 0;
        if (head.chunked()) {
            readChunks();
        } else {
            read(head.contentLength());
        }
        return new Answer(head, ByteBuffer.wrap(body, 0, length));
    }

    /// Asks, and goes away without the answer.
    static void abandon(int port, RawRequest request) throws IOException {
        try (var connection = new RawConnection(port)) {
            request.writeTo(connection.out);
            connection.in.read();
        }
    }

    private String head() throws IOException {
        var head = new StringBuilder();
        for (var line = line(); !line.isEmpty(); line = line()) {
            head.append(line).append('\n');
        }
        return head.toString();
    }

    private String line() throws IOException {
        var line = new StringBuilder();
        for (var next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("the answer ends within its head, after '" + line + "'");
            }
            if (line.length() == HEAD_BYTES_MAX) {
                throw new IOException("a line of the head does not end");
            }
            line.append((char) next);
        }
        return line.toString().stripTrailing();
    }

    private void readChunks() throws IOException {
        for (var size = chunkSize(); size > 0; size = chunkSize()) {
            read(size);
            line();
        }
        line();
    }

    private int chunkSize() throws IOException {
        return Integer.parseInt(line(), 16);
    }

    private void read(int more) throws IOException {
        if (length + more > BODY_BYTES_MAX) {
            throw new IOException("an answer of more than %d bytes".formatted(BODY_BYTES_MAX));
        }
        if (length + more > body.length) {
            body = Arrays.copyOf(body, Math.max(length + more, body.length * 2));
        }
        var got = in.readNBytes(body, length, more);
        if (got < more) {
            throw new EOFException("the answer ends after %d of %d bytes".formatted(length + got, length + more));
        }
        length += more;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
