package io.gpuledger.analyzer;

import io.gpuledger.analyzer.access.Access;
import io.gpuledger.analyzer.access.AccessFile;
import io.gpuledger.analyzer.access.AccessSettings;
import io.gpuledger.analyzer.access.Deed;
import io.gpuledger.analyzer.access.Reviewer;
import io.gpuledger.analyzer.access.review.RecentReviews;
import io.gpuledger.analyzer.access.review.TokenReviews;
import io.gpuledger.analyzer.store.audit.AuditTrail;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.web.SignInPage;
import io.gpuledger.analyzer.web.gate.Gate;
import io.gpuledger.service.life.Heartbeat;
import io.gpuledger.service.reload.Reloads;
import io.gpuledger.service.settings.Settings;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import java.util.List;

/// The wing that says who may ask what, and notes who did what.
final class Opening {
    private final AuditTrail trail;
    private final Gate gate;

    Opening(
            Parts parts,
            Settings settings,
            Reloads reloads,
            Database database,
            InstantSource clock,
            MeterRegistry registry) {
        var wanted = AccessSettings.from(settings);
        this.trail = parts.add(new AuditTrail(database, clock, registry).start());
        var access =
                new Access(wanted.file().map(AccessFile::atStart), reviewer(wanted, parts, clock, registry), clock);
        wanted.file()
                .ifPresent(file -> reloads.watch("access-file", List.of(file.path()), () -> {
                    access.replace(file.read());
                    trail.note(new Deed(clock.instant(), "the access file", "is read anew", "done", ""));
                }));
        this.gate = new Gate(access, new SignInPage(), trail, clock);
    }

    private static Reviewer reviewer(AccessSettings wanted, Parts parts, InstantSource clock, MeterRegistry registry) {
        return wanted.isReviewed()
                ? new RecentReviews(parts.add(TokenReviews.of(wanted.audience(), registry)), clock)
                : Reviewer.NONE;
    }

    Gate gate() {
        return gate;
    }

    List<Heartbeat> heartbeats() {
        return List.of(trail.heartbeat());
    }
}
