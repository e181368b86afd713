package io.gpuledger.exporter.attribution.podresources;

import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollIoHandler;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollServerDomainSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.unix.DomainSocketAddress;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/// A kubelet's pod-resources API: a real gRPC server on a real Unix socket. What it answers is told by tests.
public final class FakeKubelet implements AutoCloseable {
    private static final String SERVICE = "v1.PodResourcesLister";

    private final Server server;
    private final MultiThreadIoEventLoopGroup threads = new MultiThreadIoEventLoopGroup(1, EpollIoHandler.newFactory());
    private final List<Protobuf> pods = new ArrayList<>();
    private final List<Protobuf> offers = new ArrayList<>();
    private final AtomicInteger asked = new AtomicInteger();
    private volatile Consumer<StreamObserver<byte[]>> listing = this::list;
    private volatile Consumer<StreamObserver<byte[]>> offering = this::offer;

    private FakeKubelet(Path socket) throws IOException {
        this.server = NettyServerBuilder.forAddress(new DomainSocketAddress(socket.toFile()))
                .channelType(EpollServerDomainSocketChannel.class)
                .bossEventLoopGroup(threads)
                .workerEventLoopGroup(threads)
                .addService(ServerServiceDefinition.builder(SERVICE)
                        .addMethod(
                                method("List"),
                                ServerCalls.asyncUnaryCall((byte[] _, StreamObserver<byte[]> client) -> {
                                    asked.incrementAndGet();
                                    listing.accept(client);
                                }))
                        .addMethod(
                                method("GetAllocatableResources"),
                                ServerCalls.asyncUnaryCall(
                                        (byte[] _, StreamObserver<byte[]> client) -> offering.accept(client)))
                        .build())
                .build()
                .start();
    }

    public static FakeKubelet at(Path socket) throws IOException {
        return new FakeKubelet(socket);
    }

    private static MethodDescriptor<byte[], byte[]> method(String name) {
        return MethodDescriptor.newBuilder(new Bytes(), new Bytes())
                .setFullMethodName(SERVICE + "/" + name)
                .setType(MethodType.UNARY)
                .build();
    }

    private record Bytes() implements MethodDescriptor.Marshaller<byte[]> {
        @Override
        public InputStream stream(byte[] message) {
            return new ByteArrayInputStream(message);
        }

        @Override
        public byte[] parse(InputStream stream) {
            try {
                return stream.readAllBytes();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private synchronized void list(StreamObserver<byte[]> client) {
        var answer = new Protobuf();
        pods.forEach(pod -> answer.message(1, pod));
        answer(client, answer.bytes());
    }

    private synchronized void offer(StreamObserver<byte[]> client) {
        var answer = new Protobuf();
        offers.forEach(devices -> answer.message(1, devices));
        answer(client, answer.number(2, 7).bytes());
    }

    static void answer(StreamObserver<byte[]> client, byte[] message) {
        client.onNext(message);
        client.onCompleted();
    }

    /// A pod with one container that has these devices.
    public synchronized FakeKubelet gives(String pod, String container, String resource, String... ids) {
        return lists(pod, container(container).message(2, devices(resource, ids)));
    }

    /// Lists a pod of namespace `team` with containers of any kind.
    synchronized FakeKubelet lists(String pod, Protobuf... containers) {
        var message = new Protobuf().text(1, pod).text(2, "team").number(4, 3);
        for (var container : containers) {
            message.message(3, container);
        }
        pods.add(message);
        return this;
    }

    static Protobuf container(String name) {
        return new Protobuf().text(1, name).number(3, 2);
    }

    static Protobuf devices(String resource, String... ids) {
        var devices =
                new Protobuf().text(1, resource).message(3, new Protobuf().message(1, new Protobuf().number(1, 1)));
        List.of(ids).forEach(id -> devices.text(2, id));
        return devices;
    }

    /// Returns a `DynamicResource` with one device.
    static Protobuf claim(String claim, String driver, String device, String... cdiDevices) {
        var resource = new Protobuf().text(2, driver).text(3, "node-1").text(4, device);
        List.of(cdiDevices).forEach(cdi -> resource.message(1, new Protobuf().text(1, cdi)));
        return new Protobuf().text(2, claim).text(3, "team").message(4, resource);
    }

    public synchronized FakeKubelet offers(String resource, String... ids) {
        offers.add(devices(resource, ids));
        return this;
    }

    public synchronized FakeKubelet forgetsPods() {
        pods.clear();
        return this;
    }

    /// What becomes of a request to list from now on.
    FakeKubelet listsBy(Consumer<StreamObserver<byte[]>> way) {
        listing = way;
        return this;
    }

    FakeKubelet offersNothing(Status status) {
        offering = client -> client.onError(status.asRuntimeException());
        return this;
    }

    public int asked() {
        return asked.get();
    }

    /// Ends with every connection that it has.
    void dies() {
        server.shutdownNow();
    }

    @Override
    public void close() {
        dies();
        var _ = threads.shutdownGracefully();
    }
}
