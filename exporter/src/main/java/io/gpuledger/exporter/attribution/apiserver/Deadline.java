package io.gpuledger.exporter.attribution.apiserver;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpTimeoutException;
import java.time.Duration;

/// Closes the body of an answer that takes too long, which wakes who reads it.
final class Deadline implements AutoCloseable {
    /// What is done with an answer's body.
    @FunctionalInterface
    interface Reader {
        void read(InputStream body) throws IOException;
    }

    private final InputStream body;
    private final Duration patience;
    private final Thread thread = Thread.ofVirtual().name("deadline").unstarted(this::waitForIt);
    private volatile boolean passed;

    private Deadline(InputStream body, Duration patience) {
        this.body = body;
        this.patience = patience;
    }

    /// Throws [HttpTimeoutException] where it is not read to its end in time.
    static void read(InputStream body, Duration patience, Reader reader) throws IOException {
        var deadline = new Deadline(body, patience);
        deadline.thread.start();
        try (body;
                deadline) {
            reader.read(body);
            deadline.check();
        } catch (IOException e) {
            deadline.check();
            throw e;
        }
    }

    private void check() throws HttpTimeoutException {
        if (passed) {
            throw new HttpTimeoutException("it has gone silent");
        }
    }

    private void waitForIt() {
        try {
            Thread.sleep(patience);
            passed = true;
            body.close();
        } catch (InterruptedException | IOException _) {
            // It was in time; or it is closed already.
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
