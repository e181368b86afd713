package io.gpuledger.analyzer.web.page;

import java.net.URI;
import java.util.Set;

/// Names the places where somebody may go who is told of some teams only. A test holds them against what each endpoint
/// says of whom it tells.
public final class OfTeams {
    private static final Set<String> PAGES =
            Set.of("teams", "team", "workload", "pod", "waiting", "findings", "reports", "openapi.json");
    private static final Set<String> DATA = Set.of(
            "ledger",
            "workloads",
            "findings",
            "latency",
            "interruptions",
            "gangs",
            "now",
            "pending",
            "explain",
            "quota");
    private static final String API = "/api/v1/";
    private static final String HERE = "http://here";

    private OfTeams() {}

    /// Says whether an address is open to him.
    ///
    /// @param from the page that leads there
    /// @param address as it stands in that page
    public static boolean isOpen(String from, String address) {
        var base = URI.create(HERE + from.replaceAll("[{}]", ""));
        var to = base.resolve(address.replaceFirst("[?#].*", ""));
        return !to.toString().startsWith(HERE) || isOpen(to.getPath());
    }

    private static boolean isOpen(String path) {
        return path.startsWith(API)
                ? DATA.contains(first(path.substring(API.length())))
                : path.equals("/") || PAGES.contains(first(path.substring(1)));
    }

    private static String first(String path) {
        return path.replaceFirst("/.*", "");
    }
}
