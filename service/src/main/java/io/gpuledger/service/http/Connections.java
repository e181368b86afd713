package io.gpuledger.service.http;

import io.gpuledger.service.http.Connection.Ends;
import io.gpuledger.service.life.Lifelong;
import io.helidon.common.socket.PeerInfo;
import io.helidon.webserver.http.ServerRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketAddress;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/// A server has so many connections and no more, and none that goes on for longer than it may. A client that is slow,
/// by accident or on purpose, costs its own connection and nothing else.
final class Connections implements AutoCloseable {
    /// What is late is cut within this time. Each look costs a program that does little else a hundredth of a percent.
    private static final long LOOK_MILLIS = 1000;

    private final HttpLimits limits;
    private final LongSupplier nanos;
    private final Map<Ends, Connection> all = new ConcurrentHashMap<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread watchdog = Lifelong.platform("connections", this::watch);

    Connections(HttpLimits limits, LongSupplier nanos) {
        this.limits = limits;
        this.nanos = nanos;
    }

    Connections start() {
        watchdog.start();
        return this;
    }

    /// A client has connected. In a full house the one that has been silent for longest makes room; where all are being
    /// answered, the newcomer has to go, which is what the exception says.
    void accept(SocketChannel channel) {
        try {
            if (all.size() >= limits.connectionsMax() && !makeRoom()) {
                throw new IllegalStateException("all connections are in use");
            }
            var ends = new Ends(channel.getLocalAddress(), channel.getRemoteAddress());
            all.put(ends, new Connection(channel, nanos.getAsLong(), limits.readTimeout()));
        } catch (IOException e) {
            throw new UncheckedIOException("the client has gone already", e);
        }
    }

    private boolean makeRoom() {
        sweep();
        if (all.size() < limits.connectionsMax()) {
            return true;
        }
        var now = nanos.getAsLong();
        var silent = all.entrySet().stream()
                .filter(one -> !one.getValue().isAnswering())
                .max(Comparator.comparingLong(one -> now - one.getValue().sinceNanos()));
        silent.ifPresent(one -> {
            one.getValue().cut();
            all.remove(one.getKey(), one.getValue());
        });
        return silent.isPresent();
    }

    /// Returns the connection that a request came on.
    Optional<Connection> of(ServerRequest request) {
        return Optional.ofNullable(all.get(new Ends(address(request.localPeer()), address(request.remotePeer()))));
    }

    private static SocketAddress address(PeerInfo peer) {
        return peer.address();
    }

    void answers(Connection connection) {
        connection.answers(nanos.getAsLong(), limits.writeTimeout());
    }

    void expects(Connection connection) {
        connection.expects(nanos.getAsLong(), limits.idleTimeout());
    }

    void hurry(Connection connection, Duration patience) {
        connection.hurry(nanos.getAsLong(), patience);
    }

    void awaitsBody(Connection connection, Duration patience) {
        connection.awaitsBody(nanos.getAsLong(), patience);
    }

    private void watch() {
        try {
            while (!closed.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
                sweep();
            }
        } catch (InterruptedException _) {
            // It is closed.
        }
    }

    private void sweep() {
        var now = nanos.getAsLong();
        all.values().stream().filter(connection -> connection.isLate(now)).forEach(Connection::cut);
        all.values().removeIf(connection -> !connection.isOpen());
    }

    @Override
    public void close() {
        closed.countDown();
    }
}
