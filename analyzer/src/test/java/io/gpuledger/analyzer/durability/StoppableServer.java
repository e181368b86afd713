package io.gpuledger.analyzer.durability;

import io.gpuledger.analyzer.store.embedded.EmbeddedPostgres;
import java.net.URI;
import java.nio.file.Path;

/// A PostgreSQL that is nobody's but ours, stopped and started at the same address.
final class StoppableServer implements AutoCloseable {
    private final Path home;
    private EmbeddedPostgres running;
    private boolean stopped;

    StoppableServer(Path home) {
        this.home = home;
        this.running = EmbeddedPostgres.start(home);
    }

    String url() {
        return running.url();
    }

    int port() {
        return URI.create(url().substring("jdbc:".length())).getPort();
    }

    /// Returns its address by way of another port.
    String urlBy(int port) {
        return url().replace(":" + port() + "/", ":" + port + "/");
    }

    String user() {
        return running.user();
    }

    Path passwordFile() {
        return home.resolve("password").toAbsolutePath();
    }

    void stop() {
        running.close();
        stopped = true;
    }

    void startAgain() {
        var before = url();
        running = EmbeddedPostgres.start(home);
        stopped = false;
        if (!url().equals(before)) {
            throw new AssertionError("another program took the port of PostgreSQL; do it again");
        }
    }

    @Override
    public void close() {
        if (!stopped) {
            running.close();
        }
    }
}
