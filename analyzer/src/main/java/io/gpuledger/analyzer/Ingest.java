package io.gpuledger.analyzer;

import io.gpuledger.analyzer.books.BooksSettings;
import io.gpuledger.analyzer.clock.Timekeeper;
import io.gpuledger.analyzer.cluster.PreferredOrigin;
import io.gpuledger.analyzer.cluster.kubernetes.ClusterSettings;
import io.gpuledger.analyzer.cluster.kubernetes.KubernetesCluster;
import io.gpuledger.analyzer.cluster.statemetrics.StateMetrics;
import io.gpuledger.analyzer.prometheus.Course;
import io.gpuledger.analyzer.prometheus.Follower;
import io.gpuledger.analyzer.prometheus.ReadSettings;
import io.gpuledger.analyzer.prometheus.ReadState;
import io.gpuledger.analyzer.remotewrite.WriteRoute;
import io.gpuledger.analyzer.remotewrite.WriteSettings;
import io.gpuledger.analyzer.rows.SourceRowMapper;
import io.gpuledger.analyzer.scrape.PageMappers;
import io.gpuledger.analyzer.scrape.ScrapeSettings;
import io.gpuledger.analyzer.scrape.Scraper;
import io.gpuledger.analyzer.scrape.Sharing;
import io.gpuledger.analyzer.scrape.TargetPresence;
import io.gpuledger.analyzer.scrape.discovery.CombinedDiscovery;
import io.gpuledger.analyzer.scrape.discovery.DiscoveredTargets;
import io.gpuledger.analyzer.scrape.discovery.DiscoverySettings;
import io.gpuledger.analyzer.scrape.http.Client;
import io.gpuledger.analyzer.scrape.kubernetes.KubernetesSettings;
import io.gpuledger.analyzer.source.SampleBuffers;
import io.gpuledger.analyzer.source.SampleCounters;
import io.gpuledger.analyzer.source.SourceSettings;
import io.gpuledger.analyzer.store.RetentionSettings;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.DatabaseSettings;
import io.gpuledger.analyzer.store.postgres.Members;
import io.gpuledger.analyzer.telemetry.Intake;
import io.gpuledger.service.CannotStartException;
import io.gpuledger.service.life.Heartbeat;
import io.gpuledger.service.reload.Reloads;
import io.gpuledger.service.settings.BadSettingsException;
import io.gpuledger.service.settings.Settings;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;

/// The wing that takes in what is scraped, what is pushed, and what the cluster's API server says.
final class Ingest {
    /// The part of the settings that this wing needs. It is read before anything runs, so that settings that make no
    /// sense are reported at once.
    record Plan(
            ScrapeSettings scraping,
            WriteSettings writing,
            Optional<ReadSettings> reading,
            SourceSettings sources,
            ClusterSettings cluster) {
        static Plan from(Settings settings) {
            requireSharedDatabase(settings);
            return new Plan(
                    ScrapeSettings.from(settings),
                    WriteSettings.from(
                            settings, RetentionSettings.from(settings).raw()),
                    ReadSettings.from(settings),
                    SourceSettings.from(settings),
                    ClusterSettings.from(settings));
        }
    }

    /// Targets can be shared out only among those that have the same database.
    static void requireSharedDatabase(Settings settings) {
        if (ScrapeSettings.from(settings).group().isPresent()
                && DatabaseSettings.from(settings).isEmpty()) {
            throw new BadSettingsException(
                    List.of("share-targets: needs --database-url, as nobody else has the database that the analyzer"
                            + " brings with it"));
        }
    }

    private final Scraper scraper;
    private final Optional<Members> members;
    private final WriteRoute writes;
    private final CombinedDiscovery discoveries;
    private final Optional<Follower> follower;
    private final Optional<KubernetesCluster> cluster;

    /// Puts the wing together. Nothing is scraped or asked before [#start].
    ///
    /// @param storage takes what comes in
    /// @param bookkeeping keeps the books of it
    Ingest(
            Parts parts,
            Settings settings,
            Plan plan,
            Reloads reloads,
            Storage storage,
            Bookkeeping bookkeeping,
            Timekeeper clock,
            MeterRegistry registry) {
        var scraping = plan.scraping();
        var sources = plan.sources();
        var buffers = new SampleBuffers();
        var counters = new SampleCounters(registry);
        var preferred = new PreferredOrigin();
        var annotations = BooksSettings.annotations(settings);
        var states = new StateMetrics(preferred, annotations);
        var intake = states.over(storage.intake());

        var client = parts.add(client(scraping));
        reloads.watch("scrape-tls", scraping.tls().all(), client::reloadTls);
        var presence = new TargetPresence(sources, intake, clock);
        var pages = new PageMappers(sources, buffers, counters, states, presence, scraping.seriesMax());
        scraper = parts.add(new Scraper(client, pages::of, intake, clock, registry));
        members = scraping.group().map(group -> parts.add(members(group, scraper, storage.database())));
        discoveries =
                parts.add(discoveries(settings, reloads, scraping, new Found(scraper, presence), clock, registry));

        var senders = sources.ofSenders();
        writes = new WriteRoute(
                () -> new SourceRowMapper(sources, senders, buffers, counters, states.sent(senders)),
                intake,
                plan.writing(),
                registry,
                clock);

        follower = plan.reading()
                .map(reading -> parts.add(Following.of(
                        reading,
                        sources,
                        () -> outlet(
                                new StateMetrics(preferred, annotations), sources, buffers, counters, storage.intake()),
                        storage,
                        bookkeeping,
                        reloads,
                        clock,
                        registry)));

        cluster = plan.cluster().watch(sources.cluster(), annotations, intake, preferred, clock, registry);
        cluster.ifPresent(parts::add);
    }

    /// Each course has a memory of its own of what objects were, as it begins at some time of the past.
    private static Course.Outlet outlet(
            StateMetrics states,
            SourceSettings sources,
            SampleBuffers buffers,
            SampleCounters counters,
            Intake storage) {
        var scope = sources.ofSenders();
        return new Course.Outlet(
                new SourceRowMapper(sources, scope, buffers, counters, states.sent(scope)), states.over(storage));
    }

    private static Client client(ScrapeSettings scraping) {
        try {
            return scraping.client();
        } catch (IOException e) {
            throw new CannotStartException(e);
        }
    }

    /// Nothing is scraped before it is known who else does.
    private static Members members(String group, Scraper scraper, Database database) {
        var own = Members.number();
        scraper.share(new Sharing(own, new TreeSet<>()));
        return database.members(group, own, members -> scraper.share(new Sharing(own, members)));
    }

    /// Tells the others which targets there are. The scraper goes first: so a target that is gone gives no more rows
    /// after it was noted that it is gone.
    private record Found(Scraper scraper, TargetPresence presence) {
        void tell(DiscoveredTargets targets) {
            scraper.aim(targets);
            presence.note(targets);
        }
    }

    private static CombinedDiscovery discoveries(
            Settings settings,
            Reloads reloads,
            ScrapeSettings scraping,
            Found found,
            Timekeeper clock,
            MeterRegistry registry) {
        var all = Stream.concat(
                DiscoverySettings.from(settings).discoveries(reloads, clock, registry).stream(),
                KubernetesSettings.from(settings).discovery(clock, registry).stream());
        return new CombinedDiscovery(all.toList(), scraping.defaults(), found::tell);
    }

    void start() {
        cluster.ifPresent(KubernetesCluster::start);
        scraper.start();
        members.ifPresent(Members::start);
        discoveries.start();
        follower.ifPresent(Follower::start);
    }

    List<Heartbeat> heartbeats() {
        return follower.map(Follower::heartbeat).stream().toList();
    }

    /// Returns how far it is with the Prometheus that is read, if one is.
    Optional<ReadState> reading() {
        return follower.map(Follower::state);
    }

    Scraper scraper() {
        return scraper;
    }

    /// The route takes what others push.
    WriteRoute writes() {
        return writes;
    }
}
