package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.html.Element;
import io.gpuledger.analyzer.html.Node;
import io.gpuledger.analyzer.ledger.State;
import io.gpuledger.analyzer.report.Figures;
import io.gpuledger.analyzer.report.StateOrder;
import io.gpuledger.analyzer.store.gpus.GpuAccount;
import io.gpuledger.analyzer.store.gpus.GpuAccount.Owner;
import io.gpuledger.analyzer.store.gpus.GpuCourse.Identity;
import io.gpuledger.analyzer.web.page.Address;
import io.gpuledger.analyzer.web.page.Column;
import io.gpuledger.analyzer.web.page.Grid;
import io.gpuledger.analyzer.web.page.Sections;
import java.time.Instant;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// The page at `/gpu` shows what went on with a GPU.
record GpuPage(GpuAnswer answer, Optional<RecentTime> last) {
    /// Adds up what an owner, or nobody, had of the GPU in the hours that are shown.
    private record Sum(Optional<Owner> owner, Map<State, Long> millis, SortedMap<String, Long> cost) {
        static Sum of(Optional<Owner> owner) {
            return new Sum(owner, new EnumMap<>(State.class), new TreeMap<>());
        }

        void add(GpuAccount account) {
            millis.merge(account.state(), account.millis(), Long::sum);
            account.cost().forEach((currency, micros) -> cost.merge(currency, micros, Long::sum));
        }

        long all() {
            return millis.values().stream().mapToLong(some -> some).sum();
        }

        long of(State state) {
            return millis.getOrDefault(state, 0L);
        }
    }

    private Identity identity() {
        return answer.course().identity();
    }

    String title() {
        return "GPU " + identity().gpu();
    }

    Node node() {
        var kept = new LinkedHashMap<String, String>();
        kept.put(GpuParameters.CLUSTER.name(), identity().cluster());
        kept.put(GpuParameters.GPU.name(), identity().gpu());
        var time = new TimeForm("gpu", answer.course().window(), RecentTime.OF_READINGS, last, kept);
        return Node.of(
                what(),
                time.node(),
                new GpuTimeline(answer).node(),
                Element.of("p", "").with("class", "readout").with("aria-live", "polite"),
                StateKey.node(),
                sums(),
                findings(),
                Sections.aside(
                        Node.text("All of this as data: "),
                        Address.of("api/v1/gpu" + sameQuestion()).link("JSON"),
                        Node.text(", "),
                        Address.of("api/v1/gpu" + sameQuestion() + "&format=csv")
                                .link("the accounts as CSV")));
    }

    private String sameQuestion() {
        var window = answer.course().window();
        return "?"
                + Address.ofGpu(identity().cluster(), identity().gpu())
                        .with(
                                Moments.FROM.name(),
                                Instant.ofEpochMilli(window.from()).toString())
                        .with(
                                Moments.TO.name(),
                                Instant.ofEpochMilli(window.to()).toString())
                        .query();
    }

    private Node what() {
        var model = identity().model().orElse("GPU");
        var index = identity().index().map(number -> ", GPU " + number).orElse("");
        var node = identity().node();
        return Node.of(
                Element.of("h1", "%s%s".formatted(model, index)),
                Element.of(
                        "p",
                        Element.of("code", identity().gpu()),
                        Node.text(" on "),
                        node.<Node>map(name -> Address.ofNode(identity().cluster(), name)
                                        .link(name))
                                .orElse(Node.text("a node that is not known")),
                        Node.text(" of cluster %s. Seen from %s to %s."
                                .formatted(
                                        identity().cluster(),
                                        Period.time(
                                                Instant.ofEpochMilli(identity().firstSeen())),
                                        Period.time(
                                                Instant.ofEpochMilli(identity().lastSeen()))))));
    }

    private Node sums() {
        var byOwner = new LinkedHashMap<Optional<Owner>, Sum>();
        answer.course()
                .accounts()
                .forEach(account ->
                        byOwner.computeIfAbsent(account.owner(), Sum::of).add(account));
        if (byOwner.isEmpty()) {
            return Node.of(
                    Sections.heading("Whose time it was"),
                    Element.of(
                            "p",
                            "The books have nothing of this time: it is not booked yet, or longer ago than"
                                    + " books are kept."));
        }
        var rows = byOwner.values().stream()
                .sorted(Comparator.comparingLong(sum -> -sum.all()))
                .toList();
        return Node.of(
                Sections.heading("Whose time it was"),
                new Grid<>(
                                "wide",
                                "GPU-hours of the full hours that meet this time, by who held it.",
                                columns(),
                                rows,
                                List.of())
                        .node());
    }

    private List<Column<Sum>> columns() {
        return List.of(
                Column.of("Pod", this::pod),
                Column.words("Team, workload", GpuPage::team),
                Column.of("GPU-hours", sum -> Node.text(Figures.hours(sum.all()))),
                Column.of("Used", sum -> hours(sum, State.USED)),
                Column.of("Underused", sum -> hours(sum, State.UNDERUSED)),
                Column.of("Idle", sum -> hours(sum, State.IDLE)),
                Column.extra("Other states", GpuPage::others),
                Column.extra("Cost", sum -> Sections.cost(sum.cost())));
    }

    private static Node hours(Sum sum, State state) {
        return Node.text(Figures.hours(sum.of(state)));
    }

    private static Node others(Sum sum) {
        return Node.of(StateOrder.ALL.stream()
                .filter(state -> state != State.USED && state != State.UNDERUSED && state != State.IDLE)
                .filter(state -> sum.of(state) > 0)
                .map(state -> Element.of("div", state.word() + " " + Figures.hours(sum.of(state))))
                .toList());
    }

    private Node pod(Sum sum) {
        return sum.owner()
                .<Node>map(owner -> Address.ofPod(identity().cluster(), owner.namespace(), owner.pod())
                        .link(owner.namespace() + "/" + owner.pod()))
                .orElse(Node.text("nobody"));
    }

    private static Node team(Sum sum) {
        return sum.owner()
                .map(owner -> Node.of(
                        Address.ofTeam(owner.team()).link(owner.team()),
                        Node.text(", "),
                        Address.ofWorkload(owner.workloadId()).link(owner.workload())))
                .orElse(Node.NONE);
    }

    private Node findings() {
        var now = Instant.ofEpochMilli(answer.at());
        var groups = answer.findings().findings().stream().map(FindingGroup::of).toList();
        return Node.of(
                Sections.heading("What was found about it in this time"),
                groups.isEmpty()
                        ? Element.of("p", "Nothing.")
                        : new Grid<>(
                                        "wide stack",
                                        "Those that are open first.",
                                        FindingColumns.of(now),
                                        groups,
                                        List.of())
                                .node());
    }
}
