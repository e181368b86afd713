package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.booking.Rules;
import io.gpuledger.analyzer.books.Present;
import io.gpuledger.analyzer.prometheus.ReadState;
import io.gpuledger.analyzer.report.FleetWeeks;
import io.gpuledger.analyzer.report.letter.BookLetters;
import io.gpuledger.analyzer.scrape.TargetList;
import io.gpuledger.analyzer.store.audit.AuditTables;
import io.gpuledger.analyzer.store.findings.FailureTables;
import io.gpuledger.analyzer.store.findings.FindingAnswers;
import io.gpuledger.analyzer.store.findings.Mutes;
import io.gpuledger.analyzer.store.gpus.GpuTables;
import io.gpuledger.analyzer.store.gpus.NodePlaces;
import io.gpuledger.analyzer.store.gpus.NodeTables;
import io.gpuledger.analyzer.store.outbox.LetterTables;
import io.gpuledger.analyzer.store.placement.PlacementTables;
import io.gpuledger.analyzer.store.pods.BacklogTables;
import io.gpuledger.analyzer.store.pods.GangTables;
import io.gpuledger.analyzer.store.pods.InterruptionTables;
import io.gpuledger.analyzer.store.pods.LatencyTables;
import io.gpuledger.analyzer.store.pods.MoveTables;
import io.gpuledger.analyzer.store.pods.StrandedTables;
import io.gpuledger.analyzer.store.pods.WaitingTables;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.questions.LedgerTables;
import io.gpuledger.analyzer.store.questions.SearchTables;
import io.gpuledger.analyzer.store.questions.WorkloadTables;
import io.gpuledger.analyzer.store.quotas.QuotaTables;
import io.gpuledger.analyzer.web.api.Endpoint;
import io.gpuledger.analyzer.web.api.Scope;
import io.gpuledger.analyzer.web.page.Link;
import io.gpuledger.service.doctor.Checkup;
import io.helidon.webserver.http.HttpRouting;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// These are all paths at which the books, the present and the targets can be read.
///
/// @param api what programs ask
/// @param page what people look at; its foot leads to the others
public record Endpoints(List<Endpoint<?, ?>> api, Endpoint<?, ?> page) {
    /// These paths are answered by others, and the foot of the page leads to them too.
    private static final List<Link> OTHERS = List.of(
            new Link("/metrics", "what it says of its own work"),
            new Link("/readyz", "whether it takes in, and whether that gets into the database"),
            new Link("/healthz", "whether the process runs"));

    /// The foot of other pages leads to these.
    private static final List<Link> OF_OTHER_PAGES = Stream.concat(
                    Stream.of(new Link("/", "where the fleet's time went")), OTHERS.stream())
            .toList();

    public Endpoints {
        api = List.copyOf(api);
    }

    /// Declares all of them.
    ///
    /// @param checkup looks at what the analyzer depends on
    /// @param rules by which the books are kept
    /// @param keptFrom from when on what is gone is still kept
    public static Endpoints of(
            Database database,
            Supplier<Present> present,
            Supplier<TargetList> targets,
            Supplier<Optional<ReadState>> reading,
            Checkup checkup,
            BookLetters letters,
            Rules rules,
            Supplier<Instant> keptFrom,
            InstantSource clock) {
        var shown = new ShownLetters(letters, new LetterTables(database), clock);
        var ledger = new LedgerTables(database);
        var workloads = new WorkloadTables(database);
        var findings = new FindingAnswers(database);
        var mutes = new Mutes(database);
        var failures = new FailureTables(database);
        var gpus = new GpuTables(database);
        var node = new NodeEndpoint(new NodeTables(database), findings, present, clock);
        var map = new FleetMapEndpoint(present, new NodePlaces(database));
        var gangs = new GangTables(database, rules.teams());
        var backlogs = new BacklogTables(database, rules.teams());
        var moves = new MoveTables(database);
        var stranded = new StrandedTables(database, rules.maintenanceTaints());
        var placements = new PlacementTables(database);
        var quotas = new QuotaTables(database);
        var search = new SearchTables(database);
        var api = List.<Endpoint<?, ?>>of(
                LedgerEndpoint.of(ledger, clock),
                CapacityEndpoint.of(ledger, clock),
                LatencyEndpoint.of(new LatencyTables(database, rules.teams()), clock),
                InterruptionsEndpoint.of(new InterruptionTables(database, rules.teams()), clock),
                GangsEndpoint.of(gangs, clock),
                NowEndpoint.of(present, clock),
                map.api(),
                node.api(),
                GpuEndpoint.api(gpus, findings, clock),
                FindingsEndpoint.of(findings, clock),
                FailuresEndpoint.of(failures, clock),
                VariantsEndpoint.of(failures, clock),
                MutesEndpoint.list(mutes, clock),
                MutesEndpoint.add(mutes, clock),
                MutesEndpoint.end(mutes, clock),
                FreeWhileWaitingEndpoint.of(new WaitingTables(database), clock),
                PendingEndpoint.of(backlogs, moves, clock),
                StrandedEndpoint.of(stranded, clock),
                SlotsEndpoint.of(stranded, clock),
                FragmentationEndpoint.of(stranded, clock),
                PlacementsEndpoint.of(placements, clock),
                MovesEndpoint.of(moves, backlogs, clock),
                ExplainEndpoint.of(backlogs, clock),
                QuotaEndpoint.of(quotas, backlogs, keptFrom, clock),
                WorkloadsEndpoint.ofTeam(workloads, clock),
                WorkloadsEndpoint.ofOne(workloads, clock),
                TargetsEndpoint.of(targets),
                DoctorEndpoint.of(checkup),
                AuditEndpoint.of(new AuditTables(database), clock),
                SearchEndpoint.api(search, clock),
                SearchEndpoint.page(search, OF_OTHER_PAGES, clock),
                map.page(OF_OTHER_PAGES, clock),
                node.page(OF_OTHER_PAGES),
                TeamsEndpoint.page(ledger, OF_OTHER_PAGES, clock),
                TeamEndpoint.page(ledger, workloads, OF_OTHER_PAGES, clock),
                WorkloadEndpoint.page(ledger, workloads, OF_OTHER_PAGES, clock),
                PodEndpoint.page(ledger, OF_OTHER_PAGES, clock),
                GpuEndpoint.page(gpus, findings, OF_OTHER_PAGES, clock),
                FindingsPage.endpoint(findings, OF_OTHER_PAGES, clock),
                FailuresEndpoint.page(failures, OF_OTHER_PAGES, clock),
                WaitingEndpoint.of(
                        new WaitingEndpoint.Tables(stranded, backlogs, moves, quotas), present, OF_OTHER_PAGES, clock),
                PlacementsEndpoint.page(placements, gangs, OF_OTHER_PAGES, clock),
                TargetsEndpoint.page(targets, reading, OF_OTHER_PAGES, clock),
                DoctorEndpoint.page(checkup, OF_OTHER_PAGES),
                ReportsEndpoint.index(shown, OF_OTHER_PAGES),
                ReportsEndpoint.letter(shown, OF_OTHER_PAGES),
                ReportsEndpoint.file(shown));
        var described = Stream.<Endpoint<?, ?>>concat(api.stream(), Stream.of(ApiDescription.of(api)))
                .toList();
        return new Endpoints(
                described, OverviewEndpoint.of(new FleetWeeks(ledger), findings, present, clock, links(described)));
    }

    public void add(HttpRouting.Builder routing) {
        var byPath = all().stream()
                .collect(
                        Collectors.groupingBy(Endpoint::path, LinkedHashMap::new, Collectors.<Endpoint<?, ?>>toList()));
        byPath.values().forEach(ofOnePath -> Endpoint.addAll(routing, ofOnePath));
    }

    List<Endpoint<?, ?>> all() {
        return Stream.<Endpoint<?, ?>>concat(api.stream(), Stream.of(page)).toList();
    }

    /// An endpoint that must be told something would answer that this is missing, so it has no link; nor has one that
    /// few may ask.
    static List<Link> links(List<Endpoint<?, ?>> api) {
        var links = new ArrayList<Link>();
        for (var endpoint : api) {
            if (endpoint.scope() == Scope.ADMINS) {
                continue;
            }
            if (endpoint.isPlain()) {
                links.add(new Link(endpoint.path(), endpoint.purpose()));
            }
            if (endpoint.isPlain() && endpoint.hasTable()) {
                links.add(new Link(endpoint.path() + "?format=csv", "the same as a table"));
            }
        }
        links.addAll(OTHERS);
        return links;
    }
}
