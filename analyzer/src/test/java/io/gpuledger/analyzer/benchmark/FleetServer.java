package io.gpuledger.analyzer.benchmark;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;

/// Speaks as little of HTTP/1.1 as a scraper needs: it answers GET over connections that are kept alive. No
/// answer is compressed, whatever the scraper accepts, so that all who are measured are served the same. It
/// listens on the loopback interface only.
final class FleetServer implements AutoCloseable {
    private static final int CONNECTIONS_MAX = 30_000;
    private static final int BACKLOG = 4_096;
    private static final int LINE_BYTES_MAX = 8 * 1024;

    /// Answers a request for a path, head and all.
    @FunctionalInterface
    interface Answers {
        void answer(String path, OutputStream out) throws IOException;
    }

    private final ServerSocket listener;
    private final Answers answers;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Semaphore connections = new Semaphore(CONNECTIONS_MAX);

    FleetServer(int port, Answers answers) throws IOException {
        this.listener = new ServerSocket(port, BACKLOG, InetAddress.getLoopbackAddress());
        this.answers = answers;
    }

    FleetServer start() {
        threads.execute(this::accept);
        return this;
    }

    int port() {
        return listener.getLocalPort();
    }

    private void accept() {
        try {
            while (true) {
                connections.acquire();
                var socket = listener.accept();
                threads.execute(() -> serve(socket));
            }
        } catch (IOException | InterruptedException _) {
            // It was closed.
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            socket.setTcpNoDelay(true);
            var in = new BufferedInputStream(socket.getInputStream(), 1024);
            var out = socket.getOutputStream();
            for (var path = path(in); path.isPresent(); path = path(in)) {
                answers.answer(path.get(), out);
            }
        } catch (IOException _) {
            // Whoever asked has gone.
        } finally {
            connections.release();
        }
    }

    /// Returns the path of the next request, which is read to the end of its head. It is empty when there is no
    /// other request.
    private static Optional<String> path(InputStream in) throws IOException {
        var words = line(in).split(" ", -1);
        while (words.length == 3 && !line(in).isEmpty()) {
            // Whatever the headers say, the answer is the same.
        }
        return words.length == 3 ? Optional.of(words[1]) : Optional.empty();
    }

    private static String line(InputStream in) throws IOException {
        var line = new StringBuilder();
        for (var next = in.read(); next >= 0 && next != '\n' && line.length() < LINE_BYTES_MAX; next = in.read()) {
            line.append((char) next);
        }
        return line.toString().strip();
    }

    static void send(OutputStream out, String status, String type, String body) throws IOException {
        var bytes = body.getBytes(StandardCharsets.UTF_8);
        var head =
                "HTTP/1.1 %s\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n".formatted(status, type, bytes.length);
        out.write(head.getBytes(StandardCharsets.US_ASCII));
        out.write(bytes);
    }

    @Override
    public void close() throws IOException {
        listener.close();
        threads.shutdownNow();
        threads.close();
    }
}
