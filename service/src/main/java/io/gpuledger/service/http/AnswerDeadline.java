package io.gpuledger.service.http;

import io.helidon.http.HeaderValues;
import io.helidon.webserver.http.Filter;
import io.helidon.webserver.http.FilterChain;
import io.helidon.webserver.http.RoutingRequest;
import io.helidon.webserver.http.RoutingResponse;
import io.helidon.webserver.http.ServerRequest;
import java.time.Duration;

/// A request has to be answered by the deadline, to its last byte; then its connection is cut. The connection is closed
/// after the answer where the client wants that.
public final class AnswerDeadline {
    private final Connections connections;
    private final Connection connection;

    private AnswerDeadline(Connections connections, Connection connection) {
        this.connections = connections;
        this.connection = connection;
    }

    /// The answer to this request is worth nothing to the client after this time. Never later than it was before.
    public static void within(ServerRequest request, Duration patience) {
        request.context()
                .get(AnswerDeadline.class)
                .ifPresent(deadline -> deadline.connections.hurry(deadline.connection, patience));
    }

    /// The client has the word for a moment: more of its body has to be here within this time.
    static void awaitsBody(ServerRequest request, Duration patience) {
        request.context()
                .get(AnswerDeadline.class)
                .ifPresent(deadline -> deadline.connections.awaitsBody(deadline.connection, patience));
    }

    /// Says that the body has come, and is no longer waited for.
    static void hasBody(ServerRequest request) {
        request.context().get(AnswerDeadline.class).ifPresent(deadline -> deadline.connection.hasBody());
    }

    /// Sets the deadline of each request; the outermost filter.
    static Filter filter(Connections connections) {
        return (chain, request, response) -> connections
                .of(request)
                .ifPresentOrElse(
                        connection -> answer(new AnswerDeadline(connections, connection), chain, request, response),
                        chain::proceed);
    }

    private static void answer(
            AnswerDeadline deadline, FilterChain chain, RoutingRequest request, RoutingResponse response) {
        request.context().register(deadline);
        deadline.connections.answers(deadline.connection);
        try {
            chain.proceed();
        } finally {
            deadline.connections.expects(deadline.connection);
            // Helidon says that it closes, and then waits for the next request.
            if (response.isSent() && request.headers().contains(HeaderValues.CONNECTION_CLOSE)) {
                deadline.connection.cut();
            }
        }
    }
}
