package io.gpuledger.analyzer;

import io.gpuledger.analyzer.booking.Teams;
import io.gpuledger.analyzer.cluster.kubernetes.Manifest;
import io.gpuledger.analyzer.cluster.kubernetes.PodTemplate;
import io.gpuledger.analyzer.diagnosis.Backlog;
import io.gpuledger.analyzer.diagnosis.Proposal;
import io.gpuledger.analyzer.store.embedded.CannotStartPostgresException;
import io.gpuledger.analyzer.store.pods.BacklogTables;
import io.gpuledger.analyzer.store.postgres.CannotAskException;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.service.CannotStartException;
import io.gpuledger.service.settings.BadSettingsException;
import io.gpuledger.service.settings.Setting;
import io.gpuledger.service.settings.Settings;
import io.gpuledger.service.settings.SmallFile;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The command `explain`: says of pods that nobody has made yet whether they would start now, and where; or what would
/// keep them, and what would change that. It works beside an analyzer that runs, and when none runs.
final class Explaining {
    private static final Setting<Path> FILE = Setting.file(
                    "file",
                    "explain: the manifest of a pod, or of anything that makes pods, in YAML or JSON; - is standard"
                            + " input.")
            .alsoFlags("-f");
    private static final Setting<String> NAMESPACE = Setting.text(
                    "namespace", "explain: the namespace of pods whose manifest names none.")
            .or("default");
    private static final Setting<String> INTO = Setting.text(
            "into", "explain: the cluster that they would be made in. It may be left out where there is only one.");

    static final List<Setting<?>> ALL = List.of(FILE, NAMESPACE, INTO);

    /// The exit code where any of the pods would have to wait; it is another one than that of a command that failed.
    private static final int WOULD_WAIT = 3;

    private final List<PodTemplate> templates;
    private final String namespace;
    private final Optional<String> into;
    private final InstantSource clock;

    /// @param namespace of pods whose manifest names none
    /// @param into the cluster; it may be absent where there is only one
    Explaining(List<PodTemplate> templates, String namespace, Optional<String> into, InstantSource clock) {
        this.templates = List.copyOf(templates);
        this.namespace = namespace;
        this.into = into;
        this.clock = clock;
    }

    /// Runs the command, and returns its exit code. Throws [BadSettingsException] where no manifest is named,
    /// or no pods can be read from it, and [CannotStartException] with the obstacle where it cannot run.
    static int run(Settings settings, Path folder, InstantSource clock, PrintStream out) {
        var explaining =
                new Explaining(templates(manifest(settings)), settings.get(NAMESPACE), settings.find(INTO), clock);
        try {
            return new Visitor(settings, folder)
                    .<Integer, IOException>ask(database -> explaining.explain(database, out));
        } catch (CannotAskException e) {
            throw Visitor.cannotStart(e);
        } catch (CannotStartPostgresException | IOException e) {
            throw new CannotStartException(e);
        }
    }

    private static Path manifest(Settings settings) {
        return settings.find(FILE)
                .orElseThrow(() -> new BadSettingsException(List.of(
                        "--file is missing: explain -f FILE names a manifest, and explain -f - reads standard input")));
    }

    /// Returns the pods of a manifest. Throws [BadSettingsException] where none can be read from it.
    static List<PodTemplate> templates(Path file) {
        try {
            return Manifest.read(SmallFile.read(file.toString().equals("-") ? Path.of("/dev/stdin") : file));
        } catch (IOException e) {
            throw unusable(file, SmallFile.why(e));
        } catch (IllegalArgumentException e) {
            throw unusable(file, String.valueOf(e.getMessage()));
        }
    }

    private static BadSettingsException unusable(Path file, String why) {
        return new BadSettingsException(List.of("--file=%s: %s".formatted(file, why)));
    }

    int explain(Database database, PrintStream out) throws IOException {
        var tables = new BacklogTables(database, new Teams("", Map.of()));
        var cluster = cluster(tables.clusters());
        var now = clock.millis();
        var backlogs = tables.forProposals(now, cluster);
        var backlog = Optional.ofNullable(backlogs.byCluster().get(cluster)).orElseThrow();
        var told = Optional.ofNullable(backlogs.told().get(cluster)).map(Instant::ofEpochMilli);
        out.printf(
                "cluster %s, as it was told until %s%n",
                cluster, told.map(Instant::toString).orElse("never"));
        var starts = true;
        for (var template : templates) {
            starts &= explain(template, backlog, now, out);
        }
        return starts ? 0 : WOULD_WAIT;
    }

    private String cluster(List<String> known) throws IOException {
        return BacklogTables.cluster(into, known)
                .orElseThrow(() -> new IOException(
                        known.isEmpty()
                                ? "no cluster has told of any node: does an analyzer run with"
                                        + " --cluster-from-kubernetes?"
                                : "--into must name one of the clusters that are known: " + String.join(", ", known)));
    }

    private boolean explain(PodTemplate template, Backlog backlog, long now, PrintStream out) {
        var proposal = new Proposal(
                template.namespace().isEmpty() ? namespace : template.namespace(),
                template.name(),
                template.labels(),
                template.spec(),
                template.pods(),
                now);
        var explained = new ProposalText(template, backlog.explain(proposal));
        out.print(explained.text());
        return explained.explained().starts();
    }
}
