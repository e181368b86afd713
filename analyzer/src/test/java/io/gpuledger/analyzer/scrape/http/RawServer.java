package io.gpuledger.analyzer.scrape.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

/// A server that says exactly what a test has it say, however wrong that is.
public final class RawServer implements AutoCloseable {
    /// Says how a request is answered.
    @FunctionalInterface
    public interface Answer {
        /// Returns whether the connection stays open for another request.
        boolean to(Request request, OutputStream out) throws IOException;
    }

    /// Holds what a client asked for.
    ///
    /// @param connection the how manieth, from 1
    /// @param number the how manieth of its connection, from 1
    public record Request(int connection, int number, String head, Socket socket) {
        /// Returns when the client has gone.
        public boolean hang() throws IOException {
            return socket.getInputStream().read() >= 0;
        }
    }

    private static final Pattern LENGTH = Pattern.compile("(?im)^content-length: *(\\d+)$");

    private final ServerSocket server;
    private final Answer answer;
    private final List<String> heads = new CopyOnWriteArrayList<>();
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final AtomicInteger connections = new AtomicInteger();

    public RawServer(Answer answer) throws IOException {
        this(new ServerSocket(0, 1000, InetAddress.getLoopbackAddress()), answer);
    }

    public RawServer(ServerSocket server, Answer answer) {
        this.server = server;
        this.answer = answer;
        threads.execute(this::accept);
    }

    /// Always the same, over a connection that stays.
    public static RawServer saying(String whole) throws IOException {
        return new RawServer((_, out) -> say(out, whole));
    }

    public static boolean say(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(ISO_8859_1));
        out.flush();
        return true;
    }

    /// Returns an answer that is good.
    public static String page(String body) {
        return "HTTP/1.1 200 OK\r\nContent-Type: text/plain; version=0.0.4\r\nContent-Length: " + body.length()
                + "\r\n\r\n" + body;
    }

    private void accept() {
        try {
            while (true) {
                var socket = server.accept();
                open.add(socket);
                var number = connections.incrementAndGet();
                threads.execute(() -> serveUntilItEnds(socket, number));
            }
        } catch (IOException _) {
            // It is closed.
        }
    }

    private void serveUntilItEnds(Socket socket, int connection) {
        try (socket) {
            serve(socket, connection);
        } catch (IOException _) {
            // The client has gone, or is sent away.
        } finally {
            open.remove(socket);
        }
    }

    private void serve(Socket socket, int connection) throws IOException {
        var in = new BufferedReader(new InputStreamReader(socket.getInputStream(), ISO_8859_1));
        for (int number = 1; ; number++) {
            var head = head(in);
            if (head.isEmpty()) {
                return;
            }
            heads.add(head);
            passOverBody(head, in);
            if (!answer.to(new Request(connection, number, head, socket), socket.getOutputStream())) {
                return;
            }
        }
    }

    /// Empty where there is no other request.
    private static String head(BufferedReader in) throws IOException {
        var head = new StringBuilder();
        for (var line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
            head.append(line).append('\n');
        }
        return head.toString();
    }

    /// What was posted is read, so that the next request is found behind it, and that no connection is reset because of
    /// it.
    private static void passOverBody(String head, BufferedReader in) throws IOException {
        var length = LENGTH.matcher(head);
        var left = length.find() ? Long.parseLong(length.group(1)) : 0;
        while (left > 0) {
            var passed = in.skip(left);
            if (passed == 0) {
                return;
            }
            left -= passed;
        }
    }

    public int port() {
        return server.getLocalPort();
    }

    public Url url(String resource) {
        return new Url(false, "127.0.0.1", port(), resource);
    }

    public List<String> heads() {
        return heads;
    }

    public int connections() {
        return connections.get();
    }

    public int openConnections() {
        return open.size();
    }

    /// As if it had been restarted: nobody hears of it before they ask again.
    public void dropConnections() throws IOException {
        for (var socket : open) {
            socket.close();
        }
    }

    /// To everybody who is connected.
    public void sayUnasked(String text) throws IOException {
        for (var socket : open) {
            say(socket.getOutputStream(), text);
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        dropConnections();
        threads.shutdownNow();
    }
}
