package io.gpuledger.analyzer.store.postgres;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;

/// As poolers do, it tells clients a number of its own for that of the session, by which queries are cancelled.
final class PidHidingPooler implements AutoCloseable {
    private static final int KEY_DATA = 'K';

    private final DatabaseSettings behind;
    private final URI server;
    private final ServerSocket listening;

    /// @param settings of the server behind it
    PidHidingPooler(DatabaseSettings settings) throws IOException {
        this.behind = settings;
        this.server = URI.create(settings.url().jdbc().substring("jdbc:".length()));
        this.listening = new ServerSocket(0, 8, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::accept);
    }

    /// Returns the settings by which whoever has them comes to the server through this.
    DatabaseSettings settings() {
        var jdbc = "jdbc:postgresql://127.0.0.1:%d%s?sslmode=disable"
                .formatted(listening.getLocalPort(), server.getPath());
        return new DatabaseSettings(
                new DatabaseUrl(jdbc, behind.url().user()),
                behind.user(),
                behind.password(),
                behind.timescale(),
                behind.connections());
    }

    private void accept() {
        try {
            while (true) {
                var client = listening.accept();
                var there = new Socket(InetAddress.getLoopbackAddress(), server.getPort());
                Thread.ofVirtual().start(() -> pass(client, there, false));
                Thread.ofVirtual().start(() -> pass(there, client, true));
            }
        } catch (IOException _) {
            // It was closed.
        }
    }

    private static void pass(Socket from, Socket to, boolean answers) {
        try (from;
                to) {
            if (answers) {
                hide(new DataInputStream(from.getInputStream()), new DataOutputStream(to.getOutputStream()));
            }
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException _) {
            // Either side has closed.
        }
    }

    private static void hide(DataInputStream from, DataOutputStream to) throws IOException {
        for (var type = 0; type != KEY_DATA; ) {
            type = from.readUnsignedByte();
            var length = from.readInt();
            var body = from.readNBytes(length - Integer.BYTES);
            if (type == KEY_DATA) {
                body[0] ^= 0x10;
            }
            to.writeByte(type);
            to.writeInt(length);
            to.write(body);
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
    }
}
