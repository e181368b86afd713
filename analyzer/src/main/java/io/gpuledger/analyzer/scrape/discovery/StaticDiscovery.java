package io.gpuledger.analyzer.scrape.discovery;

import io.gpuledger.analyzer.scrape.http.Url;
import java.util.List;
import java.util.Map;

/// Targets that are named by hand: `10.0.0.1:9400`, or a whole URL.
final class StaticDiscovery implements Discovery {
    private final List<FoundTarget> targets;

    StaticDiscovery(List<FoundTarget> targets) {
        this.targets = List.copyOf(targets);
    }

    /// Throws [IllegalArgumentException] with what is expected instead.
    static FoundTarget parse(String text) {
        if (!text.contains("://")) {
            var _ = Url.parse("http://" + text);
            if (text.contains("/") || text.contains("?")) {
                throw new IllegalArgumentException("must be HOST:PORT or a URL, and has " + text);
            }
            return FoundTarget.of(text, Map.of());
        }
        var url = Url.parse(text);
        var address = (url.host().contains(":") ? "[" + url.host() + "]" : url.host()) + ":" + url.port();
        return FoundTarget.of(address, Map.of(FoundTarget.SCHEME, url.scheme(), FoundTarget.PATH, url.resource()));
    }

    @Override
    public String pool() {
        return "static";
    }

    @Override
    public void start(Listener listener) {
        listener.found(targets, true);
    }

    @Override
    public void close() {
        // Nothing runs.
    }
}
