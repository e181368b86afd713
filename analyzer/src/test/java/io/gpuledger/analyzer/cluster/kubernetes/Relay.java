package io.gpuledger.analyzer.cluster.kubernetes;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;

/// Stands between a client and a server on loopback, and lets through what it is told to: as networks do.
final class Relay implements AutoCloseable {
    private static final long LOOK_NANOS = 10_000_000;

    private final int to;
    private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private volatile boolean isHeld;
    private volatile long deadBefore;

    Relay(int to) throws IOException {
        this.to = to;
        var _ = threads.submit(this::accept);
    }

    int port() {
        return server.getLocalPort();
    }

    /// From now on nothing comes through, and no connection ends.
    void hold() {
        isHeld = true;
    }

    void release() {
        isHeld = false;
    }

    /// Through the connections that there are nothing comes any more, and nobody is told; new ones work.
    void forgetConnections() {
        deadBefore = System.nanoTime();
    }

    private Void accept() throws IOException {
        while (true) {
            connect(server.accept());
        }
    }

    /// Where there is no server, there is no connection.
    private void connect(Socket client) throws IOException {
        open.add(client);
        try {
            var peer = new Socket(InetAddress.getLoopbackAddress(), to);
            open.add(peer);
            var born = System.nanoTime();
            var _ = threads.submit(() -> pass(client, peer, born));
            var _ = threads.submit(() -> pass(peer, client, born));
        } catch (ConnectException _) {
            client.close();
        }
    }

    private Void pass(Socket from, Socket into, long born) throws IOException {
        try (from;
                into) {
            var buffer = new byte[65_536];
            var in = from.getInputStream();
            for (var count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                while (isHeld || born < deadBefore) {
                    LockSupport.parkNanos(LOOK_NANOS);
                    if (Thread.interrupted()) {
                        return null;
                    }
                }
                into.getOutputStream().write(buffer, 0, count);
            }
            return null;
        }
    }

    @Override
    public void close() throws IOException {
        threads.shutdownNow();
        server.close();
        for (var socket : open) {
            socket.close();
        }
    }
}
