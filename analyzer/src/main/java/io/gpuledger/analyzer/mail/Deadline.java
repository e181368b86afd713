package io.gpuledger.analyzer.mail;

import java.io.IOException;
import java.net.Socket;
import java.time.Duration;

/// Closes a socket when its time is over: one that sends a byte now and then never runs into the limit of a read, and
/// one that takes none never lets a write come to its end.
final class Deadline implements AutoCloseable {
    private final Thread thread;

    private Deadline(Thread thread) {
        this.thread = thread;
    }

    static Deadline closing(Socket socket, Duration after) {
        return new Deadline(Thread.ofVirtual().name("mail-deadline").start(() -> {
            try {
                Thread.sleep(after);
                close(socket);
            } catch (InterruptedException _) {
                // It was done in time.
            }
        }));
    }

    static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException _) {
            // It is of no more use either way.
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
