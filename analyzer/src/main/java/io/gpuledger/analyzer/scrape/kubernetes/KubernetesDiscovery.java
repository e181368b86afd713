package io.gpuledger.analyzer.scrape.kubernetes;

import static java.lang.System.Logger.Level.ERROR;

import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSliceList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.gpuledger.analyzer.apiserver.ApiServerStatus;
import io.gpuledger.analyzer.scrape.discovery.Discovery;
import io.gpuledger.analyzer.scrape.discovery.RefreshMetrics;
import io.gpuledger.service.life.Lifelong;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Targets that a cluster's EndpointSlices name, which are watched: those of the services with some labels, which
/// Kubernetes copies to the slices. While the API server is away, what it said before stands.
///
/// The service account needs a role that lets it `list` and `watch` the resource `endpointslices` of the group
/// `discovery.k8s.io`: a Role in the one namespace, or a ClusterRole where all are looked through.
final class KubernetesDiscovery implements Discovery {
    static final String RESOURCE = "endpointslices of discovery.k8s.io";

    private static final System.Logger LOG = System.getLogger(KubernetesDiscovery.class.getName());
    private static final String NAME = "scrape-kubernetes";
    private static final Duration FIRST_LOOK = Duration.ofSeconds(10);

    /// @param settle how long changes are collected, as a rollout changes slices many times
    /// @param probe how often the API server is asked whether it is there: a watch of the client's is made anew
    ///     without a word to us, for as long as that takes
    record Pace(Duration settle, Duration probe) {
        static final Pace USUAL = new Pace(Duration.ofSeconds(1), Duration.ofMinutes(1));
    }

    private final KubernetesClient client;
    private final KubernetesSettings settings;
    private final Pace pace;
    private final RefreshMetrics refreshes;
    private final Semaphore changes = new Semaphore(0);
    private final SharedIndexInformer<EndpointSlice> informer;
    private Thread thread = Lifelong.virtual(NAME, () -> {});
    private final ApiServerStatus apiServer;
    private volatile boolean isClosed;

    KubernetesDiscovery(
            KubernetesClient client,
            KubernetesSettings settings,
            Pace pace,
            RefreshMetrics refreshes,
            ApiServerStatus apiServer) {
        this.client = client;
        this.settings = settings;
        this.pace = pace;
        this.refreshes = refreshes;
        this.apiServer = apiServer;
        this.informer = informer();
    }

    private SharedIndexInformer<EndpointSlice> informer() {
        var slices = client.discovery().v1().endpointSlices();
        var selector = settings.selector();
        return settings.namespace()
                .map(namespace -> slices.inNamespace(namespace)
                        .withLabelSelector(selector)
                        .runnableInformer(0))
                .orElseGet(() ->
                        slices.inAnyNamespace().withLabelSelector(selector).runnableInformer(0));
    }

    @Override
    public String pool() {
        return "kubernetes";
    }

    @Override
    public void start(Listener listener) {
        informer.addEventHandler(new Changes());
        informer.exceptionHandler((_, e) -> {
            failed(e);
            return true;
        });
        try {
            informer.start().toCompletableFuture().get(FIRST_LOOK.toMillis(), TimeUnit.MILLISECONDS);
            publish(listener);
        } catch (TimeoutException | ExecutionException e) {
            failed(e);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        thread = Lifelong.virtual(NAME, () -> keepPublishing(listener));
        thread.start();
    }

    @SuppressWarnings("CatchingUnchecked") // the edge: a defect that one answer brings to light is not the end of all
    private void keepPublishing(Listener listener) {
        try {
            while (true) {
                try {
                    publishNext(listener);
                } catch (RuntimeException e) {
                    refreshes.failed();
                    LOG.log(ERROR, "targets could not be looked for, by a defect", e);
                }
            }
        } catch (InterruptedException _) {
            // It is closed.
        }
    }

    private void publishNext(Listener listener) throws InterruptedException {
        if (changes.tryAcquire(pace.probe().toMillis(), TimeUnit.MILLISECONDS)) {
            Thread.sleep(pace.settle());
            publish(listener);
        } else {
            probe();
        }
    }

    private EndpointSliceList list() {
        var slices = client.discovery().v1().endpointSlices();
        var one = new ListOptionsBuilder().withLimit(1L).build();
        return settings.namespace()
                .map(namespace -> slices.inNamespace(namespace).list(one))
                .orElseGet(() -> slices.inAnyNamespace().list(one));
    }

    private void probe() {
        try {
            list();
            succeeded();
        } catch (KubernetesClientException e) {
            failed(e);
        }
    }

    /// A list that succeeds says nothing of the watch, which needs a right of its own: only a watch that runs is an
    /// answer.
    private void succeeded() {
        refreshes.succeeded();
        if (informer.isWatching()) {
            apiServer.answered(RESOURCE);
        }
    }

    private void failed(Throwable e) {
        if (!isClosed) {
            refreshes.failed();
            var _ = apiServer.failed(RESOURCE, e);
        }
    }

    private void publish(Listener listener) {
        changes.drainPermits();
        if (informer.hasSynced()) {
            listener.found(Endpoints.of(informer.getStore().list(), settings.port()), true);
            succeeded();
        }
    }

    @Override
    public void close() {
        isClosed = true;
        thread.interrupt();
        informer.stop();
        client.close();
    }

    /// Somebody has said something: what, is seen in the informer's store.
    private final class Changes implements ResourceEventHandler<EndpointSlice> {
        @Override
        public void onList(String resourceVersion, boolean remainedEmpty) {
            changes.release();
        }

        @Override
        public void onAdd(EndpointSlice slice) {
            changes.release();
        }

        @Override
        public void onUpdate(EndpointSlice before, EndpointSlice now) {
            changes.release();
        }

        @Override
        public void onDelete(EndpointSlice slice, boolean unseen) {
            changes.release();
        }
    }
}
