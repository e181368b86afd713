package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.access.Sight;
import io.gpuledger.analyzer.books.Present;
import io.gpuledger.analyzer.html.Element;
import io.gpuledger.analyzer.html.Node;
import io.gpuledger.analyzer.web.StrandedAnswer.Sum;
import io.gpuledger.analyzer.web.page.Address;
import io.gpuledger.analyzer.web.page.Sections;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// The page at `/waiting` shows what nobody holds and who waits: why the one is of no use to the other, and what would
/// change that.
///
/// @param clusters that have told of nodes
record WaitingPage(
        Asked asked,
        StrandedAnswer stranded,
        SlotsAnswer slots,
        PendingAnswer pending,
        FragmentationAnswer fragmentation,
        QuotaAnswer quota,
        Optional<MovesAnswer> moves,
        List<String> clusters,
        Present present) {
    /// Asks the page for a cluster, a team, and whether moves are looked for.
    ///
    /// @param at now, in milliseconds since 1970
    /// @param isSlow whether it is wanted too what takes its time
    /// @param limit how many rows a table may have
    /// @param sight of whom the page may tell
    record Asked(long at, Optional<String> cluster, Optional<String> team, boolean isSlow, int limit, Sight sight) {
        /// Returns the address of the page that was asked for.
        Address address() {
            var some = Address.of("waiting");
            for (var one : cluster.stream().toList()) {
                some = some.with(WaitingEndpoint.CLUSTER.name(), one);
            }
            for (var one : team.stream().toList()) {
                some = some.with(WaitingEndpoint.TEAM.name(), one);
            }
            return some;
        }

        /// Returns the address of a path of the API, asked about the same cluster.
        Address api(String path) {
            var address = Address.of("api/v1/" + path);
            return cluster.map(name -> address.with("cluster", name)).orElse(address);
        }
    }

    Node node() {
        if (clusters.isEmpty()) {
            return empty();
        }
        return Node.of(
                Element.of("p", headline()).with("class", "headline"),
                new WaitingForm(asked, clusters).node(),
                new PendingSection(asked, pending).node(),
                new StrandedSection(asked, stranded, present).node(),
                new RoomSection(asked, slots).node(),
                new MovesSection(asked, moves).node(),
                new FragmentationSection(asked, fragmentation).node(),
                new QuotaSection(asked, quota).node(),
                more());
    }

    private Node headline() {
        return Node.of(
                Node.text("Nobody holds "),
                Sections.strong(gpus(_ -> true)),
                Node.text(", of which "),
                Sections.strong(gpus(sum -> sum.kind().cause().isPresent())),
                Node.text(" can serve no pod that is expected. "),
                waiting(pending));
    }

    /// Says how many pods wait for how many GPUs.
    static Node waiting(PendingAnswer pending) {
        var waiting = pending.verdicts().size();
        if (waiting == 0) {
            return Node.text("No pod waits for GPUs.");
        }
        var gpus = pending.verdicts().stream()
                .map(verdict -> verdict.pod().gpus())
                .reduce(BigDecimal.ZERO, BigDecimal::add);
        return Node.of(
                Sections.strong(waiting == 1 ? "1 pod waits" : "%,d pods wait".formatted(waiting)),
                Node.text(" for "),
                Sections.strong(Gpus.of(gpus)),
                Node.text("."));
    }

    private String gpus(Predicate<Sum> which) {
        return Gpus.of(StrandedAnswer.rounded(stranded.sums().stream()
                .filter(which)
                .mapToDouble(Sum::expected)
                .sum()));
    }

    private Node more() {
        return Node.of(
                Sections.heading("How it was before now"),
                Element.of(
                        "ul",
                        item("latency", "how long pods waited, stage by stage"),
                        item("interruptions", "what took pods from their nodes, and the work that was lost"),
                        item("free-while-waiting", "how many GPUs stood free while pods waited, and why"),
                        Element.of(
                                "li",
                                Address.of("placements").link("How work lay"),
                                Node.text(": how jobs on many GPUs fared, and what it cost that workloads share nodes,"
                                        + " are packed or spread."))));
    }

    private Element item(String path, String words) {
        return Element.of("li", Address.of("api/v1/" + path).link("/api/v1/" + path), Node.text(": " + words + "."));
    }

    private static Node empty() {
        return Node.of(
                Element.of("p", "No cluster has told of its nodes and pods yet.")
                        .with("class", "headline"),
                Element.of(
                        "p",
                        "Here stands which GPUs are of no use to anybody and why, how many pods there is room for, and"
                                + " what keeps the pods that wait, once it is known what nodes there are."),
                Element.of(
                        "ul",
                        Element.of(
                                "li",
                                Element.of("code", "--cluster-from-kubernetes"),
                                Node.text(" watches the API server of a cluster, which tells the most.")),
                        Element.of(
                                "li",
                                Node.text("Or name kube-state-metrics as a target to scrape, or let Prometheus send its"
                                        + " series to /api/v1/write. "),
                                Address.of("targets").link("What is scraped"),
                                Node.text("."))));
    }
}
