package io.gpuledger.analyzer.scrape.discovery;

import static java.lang.System.Logger.Level.ERROR;
import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import io.gpuledger.analyzer.scrape.http.FetchException;
import io.gpuledger.analyzer.scrape.http.Peer;
import io.gpuledger.analyzer.scrape.http.Url;
import io.gpuledger.service.life.Lifelong;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// Targets that pages name, which are asked for again and again. Of a page that cannot be had, or not be read, what it
/// said before stands. https://prometheus.io/docs/prometheus/latest/http_sd/
final class HttpDiscovery implements Discovery {
    private static final System.Logger LOG = System.getLogger(HttpDiscovery.class.getName());
    private static final String NAME = "scrape-http-sd";
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Map<Url, Peer> pages = new LinkedHashMap<>();
    private final Duration interval;
    private final RefreshMetrics refreshes;
    private final Map<Url, List<FoundTarget>> known = new HashMap<>();
    private final Map<Url, String> troubles = new HashMap<>();
    private Thread thread = Lifelong.virtual(NAME, () -> {});

    /// @param peer asks for a page
    HttpDiscovery(List<Url> urls, Duration interval, Function<Url, Peer> peer, RefreshMetrics refreshes) {
        urls.forEach(url -> pages.put(url, peer.apply(url)));
        this.interval = interval;
        this.refreshes = refreshes;
    }

    @Override
    public String pool() {
        return "http";
    }

    @Override
    public void start(Listener listener) {
        refresh(listener);
        thread = Lifelong.virtual(NAME, () -> keepLooking(listener));
        thread.start();
    }

    @SuppressWarnings("CatchingUnchecked") // the edge: a defect that one answer brings to light is not the end of all
    private void keepLooking(Listener listener) {
        try {
            while (true) {
                Thread.sleep(interval);
                try {
                    refresh(listener);
                } catch (RuntimeException e) {
                    refreshes.failed();
                    LOG.log(ERROR, "targets could not be looked for, by a defect", e);
                }
            }
        } catch (InterruptedException _) {
            // It is closed.
        }
    }

    void refresh(Listener listener) {
        var before = Map.copyOf(known);
        pages.forEach(this::refresh);
        if (!known.equals(before)) {
            var all = new ArrayList<FoundTarget>();
            pages.keySet().forEach(url -> all.addAll(known.getOrDefault(url, List.of())));
            listener.found(all, known.keySet().containsAll(pages.keySet()));
        }
    }

    private void refresh(Url url, Peer page) {
        try {
            List<FoundTarget> found = page.get(PATIENCE, body -> TargetGroups.json(body.bytes(), body.length()));
            known.put(url, found.stream().map(one -> from(url, one)).toList());
            refreshes.succeeded();
            if (troubles.remove(url) != null) {
                LOG.log(INFO, () -> "targets are to be had from " + url + " again");
            }
        } catch (FetchException | IOException e) {
            refreshes.failed();
            trouble(url, String.valueOf(e.getMessage()));
        }
    }

    /// Said once, as long as it is the same.
    private void trouble(Url url, String what) {
        if (!what.equals(troubles.put(url, what))) {
            LOG.log(
                    WARNING,
                    () -> "no targets are to be had from %s: %s; those that are known from before stay"
                            .formatted(url, what));
        }
    }

    private static FoundTarget from(Url url, FoundTarget found) {
        var labels = new HashMap<>(found.labels());
        labels.put("__meta_url", url.toString());
        return new FoundTarget(labels);
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
