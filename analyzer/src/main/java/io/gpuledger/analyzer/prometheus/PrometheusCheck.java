package io.gpuledger.analyzer.prometheus;

import io.gpuledger.analyzer.prometheus.peer.PeerException;
import io.gpuledger.analyzer.prometheus.peer.PeerException.Remedy;
import io.gpuledger.service.doctor.Line;
import io.gpuledger.service.doctor.Line.Fault;
import io.gpuledger.service.doctor.Line.Ok;
import io.gpuledger.service.doctor.Line.Warning;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Looks whether a Prometheus can be read, and what it lacks.
public record PrometheusCheck(String source, Survey survey, Optional<Way> way) {
    public static final String SUBJECT = "Prometheus";

    /// Returns what it has, or why it cannot be read, and each thing that it lacks.
    ///
    /// @param until up to when is looked
    public List<Line> lines(Instant until) throws InterruptedException {
        try {
            var found = survey.look(way, until);
            var has = found.gpus() > 0
                    ? Stream.<Line>of(new Ok(SUBJECT, "%s has %s".formatted(source, found.has())))
                    : Stream.<Line>empty();
            return Stream.concat(has, found.lacks().stream().map(lack -> line(lack, found.gpus() > 0)))
                    .toList();
        } catch (PeerException e) {
            return List.of(
                    new Fault(SUBJECT, "%s cannot be read: %s".formatted(source, e.getMessage()), fix(e.remedy())));
        }
    }

    private static Line line(Lack lack, boolean hasGpus) {
        var words = "it lacks %s: %s".formatted(lack.what(), lack.cost());
        return hasGpus ? new Warning(SUBJECT, words, lack.remedy()) : new Fault(SUBJECT, words, lack.remedy());
    }

    private static String fix(Remedy remedy) {
        return switch (remedy) {
            case LESS -> "raise the server's limits of samples and of time, or --prometheus-timeout";
            case LATER ->
                "look whether it runs, and whether a network policy or a firewall is between; then it is read by"
                        + " itself";
            case CHANGE ->
                "look at --from-prometheus, at the credentials and headers, and at what a proxy does with /api/v1/read";
        };
    }
}
