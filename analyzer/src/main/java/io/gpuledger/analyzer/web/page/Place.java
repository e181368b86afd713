package io.gpuledger.analyzer.web.page;

import java.util.List;
import java.util.Optional;

/// The places that the head of each page leads to.
public enum Place {
    OVERVIEW("", "Overview"),
    FLEET("fleet", "Fleet"),
    TEAMS("teams", "Teams"),
    WAITING("waiting", "Stranded and waiting"),
    HEALTH("findings", "Health"),
    REPORTS("reports", "Reports"),
    TARGETS("targets", "Targets"),
    SETTINGS("settings", "Settings");

    public static final List<Place> ALL = List.of(values());

    private final String path;
    private final String words;

    Place(String path, String words) {
        this.path = path;
        this.words = words;
    }

    /// Returns the place that a page is in.
    static Optional<Place> of(String path) {
        return switch (path.split("/", -1)[1]) {
            case "" -> Optional.of(OVERVIEW);
            case "fleet", "node", "gpu" -> Optional.of(FLEET);
            case "teams", "team", "workload", "pod" -> Optional.of(TEAMS);
            case "waiting", "explain", "placements" -> Optional.of(WAITING);
            case "findings", "failures" -> Optional.of(HEALTH);
            case "reports" -> Optional.of(REPORTS);
            case "targets" -> Optional.of(TARGETS);
            case "settings", "doctor" -> Optional.of(SETTINGS);
            default -> Optional.empty();
        };
    }

    /// Returns its path, without the slash at its begin.
    String path() {
        return path;
    }

    String words() {
        return words;
    }
}
