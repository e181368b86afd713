package io.gpuledger.exporter;

import io.gpuledger.exporter.attribution.Attributed;
import io.gpuledger.exporter.attribution.Held;
import io.gpuledger.exporter.attribution.Held.Mode;
import io.gpuledger.exporter.attribution.Held.Share;
import io.gpuledger.exporter.attribution.Holder;
import io.gpuledger.exporter.attribution.Holders;
import io.gpuledger.exporter.attribution.Jobs;
import io.gpuledger.exporter.attribution.PodName;
import io.gpuledger.exporter.attribution.Pods;
import io.gpuledger.exporter.attribution.Use;
import io.gpuledger.exporter.device.Snapshot;
import io.gpuledger.exporter.device.Unit;
import io.gpuledger.exporter.device.simulated.Scenario;
import io.gpuledger.exporter.exposition.Page.Format;
import io.gpuledger.exporter.exposition.Renderer;
import io.gpuledger.exporter.exposition.Renderers;
import io.gpuledger.exporter.top.node.Watch;
import io.gpuledger.exporter.top.page.MetricsPage;
import io.gpuledger.exporter.top.screen.Scene;
import java.io.BufferedReader;
import java.io.StringReader;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// A simulated node as `top` sees it, in virtual time: by the pages that an exporter would serve.
final class LookedAt implements AutoCloseable {
    static final Instant NOW = Instant.parse("2026-11-28T14:03:22Z");
    static final String SOURCE = "http://127.0.0.1:9400/metrics";

    private final VirtualNode node;
    private final List<Held> held;
    private final Renderer renderer = Renderers.of("node-1");
    private final Map<Holder, Long> busy = new LinkedHashMap<>();

    /// @param held who holds the units, in the order in which they stand on the page
    LookedAt(Scenario scenario, Held... held) {
        this.node = new VirtualNode(scenario, 1);
        this.held = List.of(held);
    }

    static Held exclusive(String namespace, String pod) {
        return new Held(Mode.EXCLUSIVE, Optional.of(1), List.of(share(namespace, pod, 1)));
    }

    static Held shared(int replicas, Share... shares) {
        return new Held(Mode.REPLICAS, Optional.of(replicas), List.of(shares));
    }

    static Share share(String namespace, String pod, int replicas) {
        return new Share(new Holder(new PodName(namespace, pod), "main"), replicas);
    }

    /// What is known after so many seconds of looking each two.
    Watch after(int seconds) throws InterruptedException {
        var watch = Watch.begin(page(node.run(seconds - 4)), NOW);
        return watch.saw(next(), NOW).saw(next(), NOW);
    }

    Scene scene(int seconds) throws InterruptedException {
        return scene(after(seconds));
    }

    static Scene scene(Watch watch) {
        return Scene.of(watch, SOURCE, NOW, ZoneOffset.UTC);
    }

    /// The page two seconds later.
    MetricsPage next() throws InterruptedException {
        node.cycleAfter(Duration.ofSeconds(1));
        return page(node.cycleAfter(Duration.ofSeconds(1)));
    }

    MetricsPage page(Snapshot snapshot) {
        return read(text(snapshot));
    }

    String text(Snapshot snapshot) {
        return VirtualNode.text(renderer.render(snapshot, attributed(snapshot)), Format.TEXT);
    }

    VirtualNode node() {
        return node;
    }

    static MetricsPage read(String text) {
        return MetricsPage.read(new BufferedReader(new StringReader(text)));
    }

    private Attributed attributed(Snapshot snapshot) {
        var units = snapshot.gpus().stream()
                .flatMap(gpu -> gpu.device().units().stream())
                .map(Unit::uuid)
                .toList();
        var holders = new HashMap<String, Held>();
        var uses = new HashMap<String, Map<Holder, Use>>();
        for (var i = 0; i < Math.min(held.size(), units.size()); i++) {
            holders.put(units.get(i), held.get(i));
            uses.put(units.get(i), uses(held.get(i)));
        }
        return new Attributed(
                new Holders(holders, new TreeMap<>()),
                uses,
                Map.of(),
                List.of(),
                Map.of(),
                new Jobs(Map.of()),
                Pods.NONE);
    }

    /// Of a unit that is shared each of its holders takes a quarter of the time, and 7 GiB.
    private Map<Holder, Use> uses(Held one) {
        var uses = new LinkedHashMap<Holder, Use>();
        if (one.mode() != Mode.EXCLUSIVE) {
            for (var share : one.shares()) {
                var nanos = busy.merge(share.holder(), 500_000_000L, Long::sum);
                uses.put(share.holder(), new Use(Optional.of(nanos), Optional.of(7.0 * (1 << 30))));
            }
        }
        return uses;
    }

    @Override
    public void close() {
        node.close();
    }
}
