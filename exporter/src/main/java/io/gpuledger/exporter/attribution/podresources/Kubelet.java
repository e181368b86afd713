package io.gpuledger.exporter.attribution.podresources;

import io.gpuledger.exporter.attribution.AttributionException;
import io.gpuledger.exporter.attribution.KubeletWord;
import io.gpuledger.exporter.attribution.Offer;
import io.gpuledger.exporter.attribution.PodResources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// The kubelet of this node. Each time it is asked on a connection of its own, so that one that was restarted, or whose
/// socket was replaced, is found like any other.
public final class Kubelet implements PodResources {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final String SERVICE = "/v1.PodResourcesLister/";

    private final Path socket;
    private final Duration patience;

    public Kubelet(Path socket) {
        this(socket, PATIENCE);
    }

    /// @param patience for all that is asked at a time
    Kubelet(Path socket, Duration patience) {
        this.socket = socket;
        this.patience = patience;
    }

    @Override
    public KubeletWord ask() throws InterruptedException {
        if (!Files.exists(socket)) {
            throw new AttributionException("no kubelet at " + socket
                    + ": mount its folder into this container, or name the socket with --pod-resources-kubelet-socket");
        }
        var asking = new FutureTask<>(this::askNow);
        var thread = Thread.ofVirtual().name("kubelet").start(asking);
        try {
            return asking.get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new AttributionException(
                    "the kubelet at %s has not answered within %s s; look at its log"
                            .formatted(socket, patience.toSeconds()),
                    e);
        } catch (ExecutionException e) {
            throw failure(e.getCause() instanceof Exception cause ? cause : e);
        } finally {
            // Wakes it wherever it waits, and closes its connection.
            thread.interrupt();
        }
    }

    private KubeletWord askNow() throws IOException, InterruptedException, GrpcException {
        return new KubeletWord(call("List", Answers::grants), offers());
    }

    /// Kubelets before 1.28 may not be able to say.
    private List<Offer> offers() throws IOException, InterruptedException, GrpcException {
        try {
            return call("GetAllocatableResources", Answers::offers);
        } catch (GrpcException e) {
            if (e.isUnimplemented()) {
                return List.of();
            }
            throw e;
        }
    }

    private <T> T call(String method, GrpcCall.Answer<T> answer)
            throws IOException, InterruptedException, GrpcException {
        try (var call = GrpcCall.begin(socket, SERVICE + method, patience)) {
            return call.answer(answer);
        }
    }

    private AttributionException failure(Exception cause) {
        var reason = String.valueOf(cause.getMessage());
        var fix = reason.contains("Permission denied")
                ? "run as root, or as a user who may write to the socket"
                : "is the kubelet running, and is this its pod-resources socket?";
        return new AttributionException(
                "the kubelet at %s cannot be asked (%s): %s".formatted(socket, reason, fix), cause);
    }
}
