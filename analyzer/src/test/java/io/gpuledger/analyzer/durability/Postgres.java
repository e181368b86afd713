package io.gpuledger.analyzer.durability;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// An embedded PostgreSQL, as whoever wants it ill sees it: its folder, its processes, its port.
record Postgres(Path folder) {
    private String pidFile(int line) throws IOException {
        return Files.readString(folder.resolve("data/postmaster.pid"))
                .lines()
                .toList()
                .get(line)
                .strip();
    }

    private ProcessHandle server() throws IOException {
        var pid = Long.parseLong(pidFile(0));
        return ProcessHandle.of(pid).orElseThrow(() -> new IOException("no PostgreSQL runs as " + pid));
    }

    /// Kills the server process as `kill -9` does. Its other processes notice that, and end.
    void kill() throws IOException {
        server().destroyForcibly();
    }

    void pause() throws IOException, InterruptedException {
        signal("STOP");
    }

    void resume() throws IOException, InterruptedException {
        signal("CONT");
    }

    private void signal(String name) throws IOException, InterruptedException {
        var server = server();
        var pids = Stream.concat(Stream.of(server), server.descendants())
                .map(process -> String.valueOf(process.pid()))
                .collect(Collectors.joining(" "));
        // One that has ended meanwhile is no matter.
        new ProcessBuilder("sh", "-c", "kill -%s %s".formatted(name, pids))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }

    Connection connect() throws IOException, SQLException {
        var url = "jdbc:postgresql://127.0.0.1:%s/gpu_ledger?sslmode=disable&connectTimeout=10&socketTimeout=300"
                .formatted(pidFile(3));
        return DriverManager.getConnection(
                url, "gpu_ledger", Files.readString(folder.resolve("password")).strip());
    }

    boolean answers() throws IOException {
        try (var connection = connect()) {
            return connection.isValid(10);
        } catch (SQLException | IndexOutOfBoundsException e) {
            throw new IOException(e);
        }
    }
}
