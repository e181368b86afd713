package io.gpuledger.analyzer.scrape.http;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;

/// A socket that never waits beyond a deadline, whoever reads from it: TLS, too, which reads several times for what its
/// own reader asks for once. A plain timeout would begin anew with each byte that a slow peer lets drip.
final class DeadlineSocket extends Socket {
    private final Overdue overdue;
    private volatile Deadline deadline;
    private volatile boolean over;

    DeadlineSocket(Deadline deadline, Overdue overdue) {
        this.deadline = deadline;
        this.overdue = overdue;
        overdue.watch(this);
    }

    /// For whatever is read from now on.
    void finishBy(Deadline deadline) {
        this.deadline = deadline;
    }

    void closeIfOver() {
        if (deadline.isOver()) {
            over = true;
            try {
                close();
            } catch (IOException _) {
                // It is gone, either way.
            }
        }
    }

    @Override
    public InputStream getInputStream() throws IOException {
        return new FilterInputStream(super.getInputStream()) {
            @Override
            public int read() throws IOException {
                try {
                    return super.read();
                } catch (IOException e) {
                    throw inTime(e);
                }
            }

            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                try {
                    return super.read(bytes, offset, length);
                } catch (IOException e) {
                    throw inTime(e);
                }
            }
        };
    }

    private IOException inTime(IOException thrown) {
        return over ? new SocketTimeoutException("Read timed out") : thrown;
    }

    @Override
    public synchronized void close() throws IOException {
        overdue.forget(this);
        super.close();
    }
}
