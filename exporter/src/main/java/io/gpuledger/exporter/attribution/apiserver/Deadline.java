package io.gpuledger.exporter.attribution.apiserver;

import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.time.Duration;

/// Interrupts who waits for too long: on a virtual thread, which all of this runs on, that closes the socket that is
/// waited for.
final class Deadline {
    /// What is to be done in time.
    @FunctionalInterface
    interface Work<T> {
        T run() throws IOException;
    }

    /// What is done with an answer's body.
    @FunctionalInterface
    interface Reader {
        void read(InputStream body) throws IOException;
    }

    private final Thread waiting = Thread.currentThread();
    private final Duration patience;
    private final Thread timer = Thread.ofVirtual().name("deadline").unstarted(this::waitForIt);
    private boolean over;
    private boolean passed;

    private Deadline(Duration patience) {
        this.patience = patience;
    }

    /// Throws [SocketTimeoutException] where it is not done in time.
    static <T> T within(Duration patience, Work<T> work) throws IOException {
        var deadline = new Deadline(patience);
        deadline.timer.start();
        try {
            return work.run();
        } catch (IOException e) {
            throw deadline.hasPassed() ? new SocketTimeoutException("it has gone silent") : e;
        } finally {
            deadline.end();
        }
    }

    /// Does the same for a body that is to be read to its end.
    static void read(InputStream body, Duration patience, Reader reader) throws IOException {
        try (body) {
            within(patience, () -> {
                reader.read(body);
                return body;
            });
        }
    }

    private void waitForIt() {
        try {
            Thread.sleep(patience);
            pass();
        } catch (InterruptedException _) {
            // It was in time.
        }
    }

    private synchronized void pass() {
        if (!over) {
            passed = true;
            waiting.interrupt();
        }
    }

    private synchronized boolean hasPassed() {
        return passed;
    }

    private synchronized void end() {
        over = true;
        timer.interrupt();
        if (passed) {
            // It was for what is over now.
            var _ = Thread.interrupted();
        }
    }
}
