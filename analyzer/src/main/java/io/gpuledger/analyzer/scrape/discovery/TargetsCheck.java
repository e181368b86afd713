package io.gpuledger.analyzer.scrape.discovery;

import io.gpuledger.analyzer.scrape.http.Client;
import io.gpuledger.analyzer.scrape.http.FetchException;
import io.gpuledger.analyzer.scrape.http.Url;
import io.gpuledger.service.doctor.Examination;
import io.gpuledger.service.doctor.Line;
import io.gpuledger.service.doctor.Line.Fault;
import io.gpuledger.service.doctor.Line.Ok;
import io.gpuledger.service.doctor.Line.Warning;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Looks whether the targets that are named by hand, and the pages of targets, answer. Only the first twenty of each
/// are asked, as settings that are wrong are mostly wrong for all of them.
///
/// @param client makes a client for each look, which closes it
public record TargetsCheck(
        DiscoverySettings discovery, TargetDefaults defaults, MakesClient client, InstantSource clock) {
    public static final String SUBJECT = "targets";

    /// Throws [IOException] where a file that TLS needs does not do.
    @FunctionalInterface
    public interface MakesClient {
        Client make() throws IOException;
    }

    private static final int MOST = 20;
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Duration SKEW_MAX = Duration.ofSeconds(5);

    /// Returns a look at each, so that one which is silent does not hide the others.
    public List<Examination> examinations() {
        return Stream.concat(
                        discovery.targets().stream().limit(MOST).map(found -> examination(() -> target(found))),
                        discovery.pages().stream().limit(MOST).map(url -> examination(() -> List.of(page(url)))))
                .toList();
    }

    private static Examination examination(Examination.Look look) {
        return new Examination(SUBJECT, "look at the network to it", look);
    }

    private List<Line> target(FoundTarget found) {
        var target = Targets.of("static", found, defaults);
        try (var asking = client.make();
                var peer = asking.peer(target.url(), "")) {
            var date = peer.<Optional<Instant>, FetchException>get(PATIENCE, page -> page.date());
            return Stream.concat(
                            Stream.<Line>of(new Ok(SUBJECT, target.url() + " answers")),
                            date.flatMap(instant -> clock(target.url().toString(), instant)).stream())
                    .toList();
        } catch (FetchException e) {
            return List.of(new Fault(
                    SUBJECT,
                    "%s does not answer: %s".formatted(target.url(), e.reason()),
                    "look whether the exporter runs there, at --scrape-targets and the settings --scrape-*"));
        } catch (IOException _) {
            // A file that TLS needs is told of with the settings.
            return List.of();
        }
    }

    private Optional<Line> clock(String who, Instant date) {
        var skew = Duration.between(clock.instant(), date);
        return skew.abs().compareTo(SKEW_MAX) > 0
                ? Optional.of(new Warning(
                        SUBJECT,
                        "the clock of %s is %d s off ours".formatted(who, skew.toSeconds()),
                        "let chrony or the like set both clocks"))
                : Optional.empty();
    }

    private Line page(Url url) {
        try (var pages = discovery.client();
                var peer = pages.peer(url, "")) {
            var length = peer.<Integer, FetchException>get(PATIENCE, page -> page.length());
            return new Ok(SUBJECT, "%s answers with %,d bytes of targets".formatted(url, length));
        } catch (FetchException e) {
            return page(url, e.reason());
        } catch (UncheckedIOException e) {
            return page(url, String.valueOf(e.getCause()));
        }
    }

    private static Line page(Url url, String why) {
        return new Fault(
                SUBJECT,
                "%s does not answer: %s".formatted(url, why),
                "look at --scrape-http-sd, its certificates and its token");
    }
}
