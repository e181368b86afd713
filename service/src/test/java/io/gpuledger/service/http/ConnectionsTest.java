package io.gpuledger.service.http;

import io.gpuledger.gate.EndOfThread;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

class ConnectionsTest {
    @ResourceLock(EndOfThread.PROGRAM)
    @Test
    void the_program_ends_when_the_thread_that_cuts_silent_connections_does() throws IOException, InterruptedException {
        var isWorn = new AtomicBoolean();
        var connections = new Connections(HttpLimits.DEFAULT, () -> {
            if (isWorn.get()) {
                throw new OutOfMemoryError("of the test");
            }
            return 0;
        });
        try (var end = new EndOfThread();
                var server =
                        ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
                var _ = SocketChannel.open(server.getLocalAddress());
                var accepted = server.accept()) {
            connections.accept(accepted);
            isWorn.set(true);
            connections.start();
            end.awaitTold();
        }
    }
}
