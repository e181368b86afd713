package io.gpuledger.service.http;

import java.io.IOException;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.time.Duration;

/// A client's connection, and until when it may go on as it does.
final class Connection {
    /// No other connection has both ends the same at the same time.
    record Ends(SocketAddress local, SocketAddress remote) {}

    private final SocketChannel channel;
    private volatile boolean answering;
    private volatile long sinceNanos;
    private volatile long untilNanos;
    private volatile boolean awaitingBody;
    private volatile long bodyUntilNanos;

    Connection(SocketChannel channel, long nowNanos, Duration patience) {
        this.channel = channel;
        expects(nowNanos, patience);
    }

    /// The client has the word: its next request has to be here within this time.
    void expects(long nowNanos, Duration patience) {
        sinceNanos = nowNanos;
        untilNanos = nowNanos + patience.toNanos();
        answering = false;
    }

    /// The server has the word: its answer has to be taken within this time.
    void answers(long nowNanos, Duration patience) {
        sinceNanos = nowNanos;
        untilNanos = nowNanos + patience.toNanos();
        answering = true;
    }

    /// The new deadline is never later than the one before.
    void hurry(long nowNanos, Duration patience) {
        var sooner = nowNanos + patience.toNanos();
        if (sooner - untilNanos < 0) {
            untilNanos = sooner;
        }
    }

    /// More of a request's body has to be here within this time.
    void awaitsBody(long nowNanos, Duration patience) {
        bodyUntilNanos = nowNanos + patience.toNanos();
        awaitingBody = true;
    }

    void hasBody() {
        awaitingBody = false;
    }

    boolean isAnswering() {
        return answering;
    }

    long sinceNanos() {
        return sinceNanos;
    }

    boolean isOpen() {
        return channel.isOpen();
    }

    boolean isLate(long nowNanos) {
        return untilNanos - nowNanos < 0 || (awaitingBody && bodyUntilNanos - nowNanos < 0);
    }

    /// Whoever waits on it, reading or writing, is woken. An answer that was not taken in time is thrown away, by the
    /// kernel too.
    void cut() {
        try {
            if (answering) {
                channel.setOption(StandardSocketOptions.SO_LINGER, 0);
            }
            channel.close();
        } catch (IOException _) {
            // It is closed by the other side, or by its own thread.
        }
    }
}
