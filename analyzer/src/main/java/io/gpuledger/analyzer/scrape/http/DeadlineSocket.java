package io.gpuledger.analyzer.scrape.http;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;

/// A socket that never waits beyond a deadline, whoever reads from it: TLS, too, which reads several times for what its
/// own reader asks for once. A plain timeout would begin anew with each byte that a slow peer lets drip.
final class DeadlineSocket extends Socket {
    private Deadline deadline;

    DeadlineSocket(Deadline deadline) {
        this.deadline = deadline;
    }

    /// For whatever is read from now on.
    void finishBy(Deadline deadline) {
        this.deadline = deadline;
    }

    @Override
    public InputStream getInputStream() throws IOException {
        return new FilterInputStream(super.getInputStream()) {
            @Override
            public int read() throws IOException {
                setSoTimeout(deadline.millisLeft());
                return super.read();
            }

            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                setSoTimeout(deadline.millisLeft());
                return super.read(bytes, offset, length);
            }
        };
    }
}
