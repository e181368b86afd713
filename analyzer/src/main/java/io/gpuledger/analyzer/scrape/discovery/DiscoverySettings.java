package io.gpuledger.analyzer.scrape.discovery;

import io.gpuledger.analyzer.scrape.http.Buffers;
import io.gpuledger.analyzer.scrape.http.Client;
import io.gpuledger.analyzer.scrape.http.ClientOptions;
import io.gpuledger.analyzer.scrape.http.Credentials;
import io.gpuledger.analyzer.scrape.http.Credentials.Bearer;
import io.gpuledger.analyzer.scrape.http.TlsFiles;
import io.gpuledger.analyzer.scrape.http.Url;
import io.gpuledger.service.reload.Reloads;
import io.gpuledger.service.settings.Setting;
import io.gpuledger.service.settings.Settings;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/// Says where targets are looked for.
public record DiscoverySettings(
        List<FoundTarget> targets,
        List<FilePattern> files,
        List<Url> pages,
        Duration pagesInterval,
        TlsFiles pagesTls,
        Credentials pagesCredentials) {
    static final Setting<List<FoundTarget>> TARGETS = Setting.list(
            "scrape-targets",
            "HOST:PORT,...",
            "Exporters to scrape; whole URLs will do, too.",
            text -> items(text, StaticDiscovery::parse));
    static final Setting<List<FilePattern>> FILES = Setting.list(
            "scrape-file-sd",
            "FILE,...",
            "Files with targets, as Prometheus' file_sd has them, in JSON or YAML; the last part of a path may have a"
                    + " *. They are read anew when they change.",
            text -> items(text, FilePattern::parse));
    static final Setting<List<Url>> PAGES = Setting.list(
            "scrape-http-sd",
            "URL,...",
            "Pages with targets, as Prometheus' http_sd has them.",
            text -> items(text, Url::parse));
    static final Setting<Duration> PAGES_INTERVAL = Setting.duration(
                    "scrape-http-sd-interval", "How often pages with targets are asked for.")
            .that(interval -> interval.toMillis() >= 100, "100ms or more")
            .or("60s");
    static final Setting<Path> PAGES_AUTHORITIES = Setting.file(
            "scrape-http-sd-ca-file",
            "Certificates, in PEM, of those who sign the certificates of pages with targets; the JDK's own list without"
                    + " it.");
    static final Setting<Path> PAGES_TOKEN = Setting.file(
            "scrape-http-sd-bearer-token-file", "The token to show to pages with targets; read anew as it changes.");

    public static final List<Setting<?>> ALL =
            List.of(TARGETS, FILES, PAGES, PAGES_INTERVAL, PAGES_AUTHORITIES, PAGES_TOKEN);

    /// 12,500 targets with some labels each take 3 MB.
    private static final int PAGE_LENGTH_MAX = 64 << 20;

    private static <T> List<T> items(String text, Function<String, T> parse) {
        return Stream.of(text.split(",", -1))
                .map(String::strip)
                .filter(item -> !item.isEmpty())
                .map(parse)
                .toList();
    }

    public static DiscoverySettings from(Settings settings) {
        return new DiscoverySettings(
                settings.find(TARGETS).orElse(List.of()),
                settings.find(FILES).orElse(List.of()),
                settings.find(PAGES).orElse(List.of()),
                settings.get(PAGES_INTERVAL),
                TlsFiles.trusting(settings.find(PAGES_AUTHORITIES)),
                settings.find(PAGES_TOKEN).<Credentials>map(Bearer::new).orElse(Credentials.NONE));
    }

    /// What is wrong with the files of targets as they are now. While the analyzer runs they may come and be mended.
    public List<String> problems(TargetDefaults defaults) {
        return FileDiscovery.problems(files, defaults);
    }

    /// Those that are asked for. What is found twice is scraped as the first of them says.
    public List<Discovery> discoveries(Reloads reloads, InstantSource clock, MeterRegistry registry) {
        var all = new ArrayList<Discovery>();
        if (!targets.isEmpty()) {
            all.add(new StaticDiscovery(targets));
        }
        if (!files.isEmpty()) {
            all.add(new FileDiscovery(files, reloads, new RefreshMetrics("file", clock, registry)));
        }
        if (!pages.isEmpty()) {
            var client = client();
            all.add(new HttpDiscovery(
                    pages,
                    pagesInterval,
                    url -> client.peer(url, refreshHeader()),
                    new RefreshMetrics("http", clock, registry)));
        }
        return all;
    }

    private String refreshHeader() {
        return "X-Prometheus-Refresh-Interval-Seconds: %s\r\n".formatted(pagesInterval.toMillis() / 1000.0);
    }

    Client client() {
        try {
            var options = new ClientOptions("application/json", true, pagesCredentials, pagesTls);
            return new Client(options, new Buffers(1, PAGE_LENGTH_MAX));
        } catch (IOException e) {
            throw new UncheckedIOException("pages with targets cannot be asked for: " + e.getMessage(), e);
        }
    }
}
