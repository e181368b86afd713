package io.gpuledger.gate;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.random.RandomGenerator;

/// A port of 127.0.0.1 for a program that has to be told one.
///
/// Below those that Linux gives to outgoing connections: a sender that asks for such a one while nobody listens would
/// be connected to itself one day.
public final class FreePort {
    private FreePort() {}

    /// Returns a port that nobody has at the moment.
    public static int find() {
        return RandomGenerator.getDefault()
                .ints(100, 20_000, 32_000)
                .filter(FreePort::isFree)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no port of 127.0.0.1 is free"));
    }

    private static boolean isFree(int port) {
        try (var _ = new ServerSocket(port, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            return true;
        } catch (IOException _) {
            return false;
        }
    }
}
