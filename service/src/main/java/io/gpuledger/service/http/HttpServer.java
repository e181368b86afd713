package io.gpuledger.service.http;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import io.gpuledger.service.reload.Reloads;
import io.gpuledger.service.settings.Address;
import io.helidon.common.socket.SocketOptions;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.HttpRouting;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A listening server. Closing it lets requests in flight end, and no longer than a few seconds.
public final class HttpServer implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(HttpServer.class.getName());

    /// How long a request in flight may go on once the server is told to stop.
    private static final Duration GRACE = Duration.ofSeconds(3);

    private static final Duration NEVER = Duration.ofDays(1000);

    private static final SocketOptions OPTIONS = SocketOptions.builder()
            // Without it, small answers wait 40 ms for the client's delayed acknowledgement.
            .tcpNoDelay(true)
            // What a client does not read waits here, in the kernel, which would let it grow to megabytes.
            .socketSendBufferSize(128 << 10)
            .build();

    private final WebServer server;
    private final Connections connections;
    private final Front front;
    private final int port;

    private HttpServer(WebServer server, Connections connections, Front front) {
        this.server = server;
        this.connections = connections;
        this.front = front;
        this.port = server.port();
    }

    /// Throws [CannotListenException] when the address is not to be had.
    public static HttpServer start(HttpSettings http, Reloads reloads, Consumer<HttpRouting.Builder> routing) {
        return start(http, reloads, Guard.OF_PASSWORDS, routing);
    }

    /// Throws [CannotListenException] when the address is not to be had.
    public static HttpServer start(
            HttpSettings http, Reloads reloads, Guard guard, Consumer<HttpRouting.Builder> routing) {
        var address = http.listen();
        requireFree(address);
        var connections = new Connections(http.limits(), System::nanoTime);
        var front = Front.of(http.webConfig(), reloads);
        var server = WebServer.builder()
                .host(address.host())
                .port(address.port())
                .connectionOptions(new ConnectionOptions(OPTIONS, connections::accept))
                // The connections' own deadlines are shorter: they bound what it does not know of as well.
                .idleConnectionTimeout(NEVER)
                // Answers are sent whole or from memory, and an answer to HEAD has nothing that could fill a buffer.
                .writeBufferSize(0)
                .shutdownHook(false)
                .shutdownGracePeriod(GRACE)
                .update(front::configure)
                .routing(routes -> {
                    routes.addFilter(AnswerDeadline.filter(connections));
                    guard.addFirst(routes);
                    if (address.isLoopback()) {
                        routes.addFilter(new HostCheck(withOwn(http.hostNames(), address)));
                    }
                    routes.addFilter(front.admission());
                    guard.add(routes, front.admission());
                    routing.accept(routes);
                    Problems.add(routes);
                })
                .build()
                .start();
        if (!server.isRunning()) {
            throw new CannotListenException(address, new IllegalStateException("see the events above"));
        }
        if (!address.isLoopback() && !front.isGuarded() && !guard.isClosed()) {
            LOG.log(
                    WARNING,
                    "everybody who can reach {0} may ask, and send where that is taken: --web-config-file says who may",
                    address);
        }
        LOG.log(INFO, () -> "serving " + front.scheme() + "://" + new Address(address.host(), server.port()));
        return new HttpServer(server, connections.start(), front);
    }

    /// The name that it is told to listen on is one of its own.
    private static Set<String> withOwn(Set<String> names, Address address) {
        return Stream.concat(names.stream(), Stream.of(address.host().toLowerCase(Locale.ROOT)))
                .collect(Collectors.toUnmodifiableSet());
    }

    /// Helidon logs at length that an address is not to be had, and tells its caller nothing.
    private static void requireFree(Address address) {
        try (var socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(address.host(), address.port()));
        } catch (IOException e) {
            throw new CannotListenException(address, e);
        }
    }

    /// The port in use, which differs from the one asked for when that was 0.
    public int port() {
        return port;
    }

    @Override
    public void close() {
        server.stop();
        connections.close();
        front.close();
    }
}
