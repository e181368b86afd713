package io.gpuledger.exporter;

import io.gpuledger.exporter.attribution.Attributed;
import io.gpuledger.exporter.attribution.Attribution;
import io.gpuledger.exporter.attribution.AttributionSettings;
import io.gpuledger.exporter.attribution.Pods;
import io.gpuledger.exporter.attribution.ProcessOrigin;
import io.gpuledger.exporter.attribution.apiserver.ApiServerSettings;
import io.gpuledger.exporter.attribution.apiserver.DeviceWatch;
import io.gpuledger.exporter.attribution.apiserver.PodWatch;
import io.gpuledger.exporter.attribution.cgroup.Cgroups;
import io.gpuledger.exporter.attribution.cgroup.Whereabouts;
import io.gpuledger.exporter.attribution.hpc.HpcJobs;
import io.gpuledger.exporter.attribution.podresources.Kubelet;
import io.gpuledger.exporter.counters.CountersSettings;
import io.gpuledger.exporter.device.Backend;
import io.gpuledger.exporter.device.Releasable;
import io.gpuledger.exporter.device.dcgm.DcgmBackend;
import io.gpuledger.exporter.device.dcgm.DcgmSettings;
import io.gpuledger.exporter.device.layered.LayeredBackend;
import io.gpuledger.exporter.device.nvml.NvmlBackend;
import io.gpuledger.exporter.device.nvml.NvmlSettings;
import io.gpuledger.exporter.device.simulated.Fault;
import io.gpuledger.exporter.device.simulated.SimulatedBackend;
import io.gpuledger.exporter.device.simulated.SimulatedSettings;
import io.gpuledger.exporter.exposition.ExpositionSettings;
import io.gpuledger.exporter.exposition.Renderer;
import io.gpuledger.exporter.http.Current;
import io.gpuledger.exporter.http.Freshness;
import io.gpuledger.exporter.http.HealthRoute;
import io.gpuledger.exporter.http.MetricsRoute;
import io.gpuledger.exporter.http.ReleaseRoute;
import io.gpuledger.exporter.http.ReleaseSettings;
import io.gpuledger.exporter.http.ScrapeSettings;
import io.gpuledger.exporter.http.SimulationRoute;
import io.gpuledger.exporter.sampler.Clock;
import io.gpuledger.exporter.sampler.Sampler;
import io.gpuledger.exporter.sampler.SamplerSettings;
import io.gpuledger.exporter.self.SelfMetrics;
import io.gpuledger.exporter.top.Top;
import io.gpuledger.exporter.top.Top.Surroundings;
import io.gpuledger.exporter.top.TopSettings;
import io.gpuledger.exporter.top.source.HttpSource;
import io.gpuledger.exporter.top.source.Source;
import io.gpuledger.exporter.top.source.SourceSettings;
import io.gpuledger.service.Program;
import io.gpuledger.service.doctor.RunningArguments;
import io.gpuledger.service.http.HealthRoutes;
import io.gpuledger.service.http.HttpDeclaration;
import io.gpuledger.service.http.HttpServer;
import io.gpuledger.service.http.LandingPage;
import io.gpuledger.service.reload.Reloads;
import io.gpuledger.service.settings.Command;
import io.gpuledger.service.settings.Declaration;
import io.gpuledger.service.settings.Setting;
import io.gpuledger.service.settings.Settings;
import io.gpuledger.service.signal.UnixSignal;
import io.helidon.webserver.http.HttpRouting;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// gpu-exporter: wires the parts, from left to right.
public final class Main {
    /// What can read the GPUs.
    enum BackendKind {
        NVML,
        DCGM,
        /// NVML, and DCGM for what NVML does not give.
        AUTO,
        SIMULATED
    }

    /// How often the kubelet is asked.
    private static final Duration HOLDERS_TICK = Duration.ofSeconds(10);

    private static final String WHAT_IT_IS = "Reads this node's GPUs and serves them to Prometheus.";

    static final HttpDeclaration HTTP = HttpDeclaration.of(
                    HttpDeclaration.listen(":9400").alsoFlags("--address", "-a").alsoVariables("DCGM_EXPORTER_LISTEN"))
            .alsoVariables("DCGM_EXPORTER_");
    static final Setting<BackendKind> BACKEND = Setting.choice(
                    "backend",
                    BackendKind.class,
                    "What reads the GPUs; auto is NVML, and DCGM for what NVML does not give.")
            .or("nvml");

    /// What it takes to read GPUs, and to say who holds them.
    private static final List<Setting<?>> READING = all(Stream.of(
            List.of(BACKEND),
            NvmlSettings.ALL,
            DcgmSettings.ALL,
            SimulatedSettings.ALL,
            SamplerSettings.ALL,
            AttributionSettings.ALL,
            ApiServerSettings.ALL,
            CountersSettings.ALL,
            ExpositionSettings.ALL));

    private static final List<Setting<?>> SERVING =
            all(Stream.of(HTTP.settings(), READING, ReleaseSettings.ALL, ScrapeSettings.ALL, DcgmExporterOnly.ALL));

    static final Declaration DECLARATION = new Declaration(
            "gpu-exporter",
            WHAT_IT_IS,
            List.of(
                    new Command("serve", "Serves what it reads to Prometheus, until it is told to end.", SERVING),
                    new Command(
                            "top",
                            "Shows this node's GPUs and who holds them on a terminal.",
                            all(Stream.of(TopSettings.ALL, READING))),
                    new Command(
                            "doctor",
                            "Looks at all that it depends on, and says of each whether it is well, and what mends it.",
                            all(Stream.of(SERVING, List.of(TopSettings.JSON))))),
            all(Stream.of(SERVING, TopSettings.ALL)));

    private Main() {}

    private static List<Setting<?>> all(Stream<List<Setting<?>>> some) {
        return some.<Setting<?>>flatMap(List::stream).toList();
    }

    public static void main(String[] args) {
        var all = new RunningArguments(DECLARATION.program(), Main.class).besides(args, System.err);
        var isServing = all.length > args.length;
        var jobs = Map.<String, Program.Job>of(
                "top",
                new Program.Quiet(Main::top),
                "doctor",
                new Program.Quiet(settings -> doctor(settings, isServing)));
        new Program(DECLARATION, Main.class, Main::start, jobs, _ -> {}).main(all);
    }

    /// @param isServing whether the exporter of these settings serves already
    private static int doctor(Settings settings, boolean isServing) throws InterruptedException {
        try (var backend = backend(settings)) {
            var doctoring = new Doctoring(settings, backend, System.getenv(), isServing);
            return doctoring.run(settings.get(TopSettings.JSON), System.out);
        }
    }

    /// Looks at GPUs, and leaves serving to another.
    private static int top(Settings settings) throws InterruptedException {
        var how = TopSettings.from(settings);
        try (var source = how.direct() ? direct(settings) : new HttpSource(SourceSettings.from(settings))) {
            new Top(how, source, InstantSource.system(), ZoneId.systemDefault(), System.out, Surroundings.ofProcess())
                    .run();
        }
        return 0;
    }

    private static Source direct(Settings settings) {
        var shown = ExpositionSettings.from(settings);
        var counters = CountersSettings.from(settings).load();
        var attribution = attribution(
                AttributionSettings.from(settings), ApiServerSettings.from(settings, System.getenv()), shown);
        var renderer = new Renderer(shown, counters, SelfMetrics.ofWork(Map::of));
        return new DirectSource(backend(settings), SamplerSettings.from(settings), renderer, attribution).start();
    }

    static AutoCloseable start(Settings settings, Reloads reloads) {
        var backend = backend(settings);
        var sampling = SamplerSettings.from(settings);
        var clock = Clock.system();
        var counters = CountersSettings.from(settings);
        var chosen = counters.load();
        backend.want(chosen.fields());
        var shown = ExpositionSettings.from(settings);
        var renderer = new Renderer(shown, chosen, SelfMetrics.ofWorkAndProcess(reloads::states));
        counters.file()
                .ifPresent(file -> reloads.watch("collectors", List.of(file), () -> {
                    var changed = counters.load();
                    backend.want(changed.fields());
                    renderer.show(changed);
                }));
        var current = new Current(clock.nanos());
        var apiServer = ApiServerSettings.from(settings, System.getenv());
        var attribution = attribution(AttributionSettings.from(settings), apiServer, shown);
        var sampler = new Sampler(backend, sampling, clock, snapshot -> {
            var whole = attribution.map(one -> snapshot.alsoRan(one.runs())).orElse(snapshot);
            var attributed = attribution.map(one -> one.attributed(whole)).orElse(Attributed.NOTHING);
            current.publish(whole, renderer.render(whole, attributed));
        });
        var http = HttpServer.start(HTTP.in(settings), reloads, routing -> {
            new MetricsRoute(current, ScrapeSettings.from(settings)).add(routing);
            new HealthRoute().add(routing);
            new HealthRoutes(new Freshness(current, oldest(sampling))).add(routing);
            addControls(backend, ReleaseSettings.time(settings), routing);
            LandingPage.add(routing, "gpu-exporter", WHAT_IT_IS, links());
        });
        attribution.ifPresent(Attribution::start);
        sampler.start();
        return () -> {
            http.close();
            sampler.close();
            attribution.ifPresent(Attribution::close);
            backend.close();
        };
    }

    /// Nobody where there is nobody to ask.
    private static Optional<Attribution> attribution(
            AttributionSettings settings, ApiServerSettings server, ExpositionSettings shown) {
        if (!settings.kubernetes() && settings.jobs().isEmpty() && !settings.tenants()) {
            return Optional.empty();
        }
        var processes = new Cgroups(settings.proc());
        var node = shown.nodeName();
        // Their threads end with the process.
        var pods = Optional.of(server)
                .filter(_ -> settings.kubernetes() && (settings.watchPods() || shown.needsPods()))
                .map(where -> new PodWatch(where, node, InstantSource.system()).start());
        var devices = Optional.of(server)
                .filter(_ -> settings.kubernetes() && settings.watchDevices())
                .map(where -> new DeviceWatch(where, node, InstantSource.system()).start());
        var troubles = new TreeMap<String, Supplier<Optional<String>>>();
        pods.ifPresent(watch -> troubles.put("pods", () -> watch.contact().trouble()));
        devices.ifPresent(
                watch -> troubles.put("resource_slices", () -> watch.contact().trouble()));
        var sources = new Attribution.Sources(
                Optional.of(settings.socket())
                        .filter(_ -> settings.kubernetes())
                        .map(Kubelet::new),
                () -> pods.map(PodWatch::pods).orElse(Pods.NONE),
                claimed -> devices.flatMap(watch -> watch.uuid(claimed)),
                pid -> origin(processes.of(pid)),
                settings.tenants(),
                settings.jobs().map(folder -> new HpcJobs(folder)::read),
                troubles);
        return Optional.of(new Attribution(sources, settings.resources(), HOLDERS_TICK, InstantSource.system()));
    }

    private static Optional<ProcessOrigin> origin(Whereabouts process) {
        return switch (process) {
            case Whereabouts.Known(ProcessOrigin origin) -> Optional.of(origin);
            case Whereabouts.Absent _, Whereabouts.Unreadable _ -> Optional.empty();
        };
    }

    static Backend backend(Settings settings) {
        return switch (settings.get(BACKEND)) {
            case NVML -> nvml(settings);
            case DCGM -> dcgm(settings);
            case AUTO -> new LayeredBackend(nvml(settings), dcgm(settings));
            case SIMULATED -> simulated(SimulatedSettings.from(settings));
        };
    }

    private static Backend nvml(Settings settings) {
        return new NvmlBackend(NvmlSettings.from(settings), InstantSource.system(), System::nanoTime);
    }

    /// DCGM looks at GPUs a little more often than we look at what it saw: so there is something new each time.
    private static Backend dcgm(Settings settings) {
        var sampling = SamplerSettings.from(settings);
        var interval = sampling.interval().multipliedBy(9).dividedBy(10);
        return new DcgmBackend(DcgmSettings.from(settings), interval, sampling.slowInterval(), System::nanoTime);
    }

    /// What can be asked of some backends and not of others.
    private static void addControls(Backend backend, Duration releaseTime, HttpRouting.Builder routing) {
        if (backend instanceof SimulatedBackend simulated) {
            new SimulationRoute(fault -> simulated.inject(Fault.parse(fault))).add(routing);
        }
        if (backend instanceof Releasable driver) {
            new ReleaseRoute(driver, releaseTime).add(routing);
            UnixSignal.handle("USR1", () -> driver.release(releaseTime));
        }
    }

    private static SimulatedBackend simulated(SimulatedSettings settings) {
        // Only ever forward: a simulated node does not see the administrator set the clock.
        var start = Instant.now();
        var startNanos = System.nanoTime();
        InstantSource clock = () -> start.plusNanos(System.nanoTime() - startNanos);
        return new SimulatedBackend(settings.scenario(), settings.seed(), clock);
    }

    /// Older than the third cycle back, and than a scan and a read that both took all the time they have.
    private static Duration oldest(SamplerSettings sampling) {
        return sampling.interval().multipliedBy(3).plus(sampling.deadline().multipliedBy(2));
    }

    private static Map<String, String> links() {
        var links = new LinkedHashMap<String, String>();
        links.put("/metrics", "the page that Prometheus scrapes");
        links.put("/readyz", "whether it can be believed at the moment");
        links.put("/healthz", "whether the process runs");
        return links;
    }
}
