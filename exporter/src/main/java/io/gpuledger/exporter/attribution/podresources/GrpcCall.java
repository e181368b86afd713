package io.gpuledger.exporter.attribution.podresources;

import com.google.protobuf.CodedInputStream;
import io.helidon.common.buffers.BufferData;
import io.helidon.common.tls.Tls;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.Headers;
import io.helidon.http.Method;
import io.helidon.http.Status;
import io.helidon.http.WritableHeaders;
import io.helidon.http.http2.Http2Headers;
import io.helidon.webclient.api.UnixDomainSocketClientConnection;
import io.helidon.webclient.api.WebClient;
import io.helidon.webclient.http2.Http2Client;
import io.helidon.webclient.http2.Http2ClientConnection;
import io.helidon.webclient.http2.Http2ClientImpl;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// A unary call of gRPC with an empty request, over a Unix socket. HTTP/2 with its header compression and flow control
/// is Helidon's; what gRPC adds stands here.
///
/// https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md
final class GrpcCall implements AutoCloseable {
    /// How an answer is read.
    @FunctionalInterface
    interface Answer<T> {
        T read(Message message) throws IOException;
    }

    /// Dense nodes have been seen to answer with nearly 5 MB.
    private static final int LONGEST_ANSWER = 64 << 20;

    private static final int PREFIX_LENGTH = 5;
    private static final byte[] EMPTY_REQUEST = new byte[PREFIX_LENGTH];

    /// Said to everybody: who is not told reads all of the JDK's certificates, and keeps them.
    private static final Tls NO_TLS = Tls.builder().enabled(false).build();

    private static final WebClient CLIENT = WebClient.builder().tls(NO_TLS).build();
    private static final Http2ClientImpl HTTP2 = (Http2ClientImpl) Http2Client.builder()
            .tls(NO_TLS)
            .protocolConfig(protocol -> protocol.priorKnowledge(true))
            .shareConnectionCache(false)
            .build();

    private final UnixDomainSocketClientConnection socket;
    private final Http2ClientConnection connection;
    private final GrpcStream stream;
    private final Duration patience;

    private GrpcCall(UnixDomainSocketClientConnection socket, Duration patience) {
        this.socket = socket;
        this.patience = patience;
        this.connection = Http2ClientConnection.create(HTTP2, socket, true);
        this.stream = new GrpcStream(connection, socket.helidonSocket(), HTTP2, patience);
    }

    static GrpcCall begin(Path socket, String method, Duration patience) {
        var connection = UnixDomainSocketClientConnection.create(
                CLIENT, NO_TLS, List.of(), UnixDomainSocketAddress.of(socket), _ -> false, _ -> {});
        try {
            connection.connect();
            var call = new GrpcCall(connection, patience);
            call.ask(method);
            return call;
        } catch (RuntimeException e) {
            // Nobody has it yet who could close it.
            connection.closeResource();
            throw e;
        }
    }

    private void ask(String method) {
        var headers = WritableHeaders.create()
                .set(HeaderNames.CONTENT_TYPE, "application/grpc")
                .set(HeaderValues.create("te", "trailers"))
                .set(HeaderValues.create("grpc-timeout", patience.toMillis() + "m"));
        stream.writeHeaders(
                Http2Headers.create(headers)
                        .method(Method.POST)
                        .path(method)
                        .scheme("http")
                        .authority("localhost"),
                false);
        stream.writeData(BufferData.create(EMPTY_REQUEST), true);
    }

    /// Waits for it. Throws [GrpcException] where there is none, with the reason that the other side gives.
    <T> T answer(Answer<T> answer) throws IOException, InterruptedException, GrpcException {
        var head = stream.readHeaders();
        if (!head.status().equals(Status.OK_200)) {
            throw new IOException("it answers with HTTP's status " + head.status());
        }
        if (!stream.hasEntity()) {
            requireOk(head.httpHeaders());
            throw new IOException("it answers nothing");
        }
        var body = new StreamBody(stream);
        var prefix = body.readNBytes(PREFIX_LENGTH);
        if (prefix.length < PREFIX_LENGTH) {
            requireOk(trailers());
            throw new IOException("it answers nothing");
        }
        var message = new Portion(body, length(prefix));
        var read = answer.read(new Message(CodedInputStream.newInstance(message)));
        message.requireEnd();
        if (body.read() >= 0) {
            throw new IOException("it answers more than one message");
        }
        requireOk(trailers());
        return read;
    }

    private static long length(byte[] prefix) throws IOException {
        var head = BufferData.create(prefix);
        if (head.read() != 0) {
            throw new IOException("its answer is compressed, which nobody asked for");
        }
        var length = head.readUnsignedInt32();
        if (length > LONGEST_ANSWER) {
            throw new IOException("its answer of %,d bytes is longer than %,d".formatted(length, LONGEST_ANSWER));
        }
        return length;
    }

    private Headers trailers() throws IOException, InterruptedException {
        try {
            return stream.trailers().get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("its answer has no end", e);
        }
    }

    private static void requireOk(Headers headers) throws GrpcException, IOException {
        var status = headers.first(HeaderNames.create("grpc-status"))
                .orElseThrow(() -> new IOException("its answer has no grpc-status"));
        if (!status.equals("0")) {
            throw GrpcException.of(
                    status, headers.first(HeaderNames.create("grpc-message")).orElse(""));
        }
    }

    @Override
    public void close() {
        stream.close();
        connection.close();
        socket.closeResource();
    }
}
