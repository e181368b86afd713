package io.gpuledger.analyzer.store.embedded;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.random.RandomGenerator;

/// Chooses the port that the server gets.
final class Port {
    /// Below those that Linux gives to outgoing connections: a client that asks again and again, on the same machine,
    /// for such a one on which nobody listens is connected to itself one day, and the server cannot have it back.
    private static final int LOWEST = 20_000;

    private static final int BEYOND = 32_000;
    private static final int ATTEMPTS = 100;

    private Port() {}

    /// The one that the data was last served on, for those who have noted it; or another one if that is taken.
    static int forData(Path data) throws IOException {
        var last = Configuration.portIn(data);
        return last.isPresent() && isFree(last.getAsInt()) ? last.getAsInt() : anyFree();
    }

    static int anyFree() {
        return RandomGenerator.getDefault()
                .ints(ATTEMPTS, LOWEST, BEYOND)
                .filter(Port::isFree)
                .findFirst()
                .orElseThrow(() -> new CannotStartPostgresException(
                        "no port from %d to %d is free".formatted(LOWEST, BEYOND), Remedy.PORT.toString()));
    }

    static boolean isFree(int port) {
        try (var _ = new ServerSocket(port, 1, InetAddress.ofLiteral(Configuration.ADDRESS))) {
            return true;
        } catch (IOException _) {
            return false;
        }
    }
}
