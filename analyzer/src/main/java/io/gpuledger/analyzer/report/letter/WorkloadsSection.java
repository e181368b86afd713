package io.gpuledger.analyzer.report.letter;

import static io.gpuledger.analyzer.report.Figures.gpus;
import static io.gpuledger.analyzer.report.Figures.hours;

import io.gpuledger.analyzer.ledger.State;
import io.gpuledger.analyzer.report.Grade;
import io.gpuledger.analyzer.report.TeamWeek.Workload;
import io.gpuledger.analyzer.report.letter.Block.Heading;
import io.gpuledger.analyzer.report.letter.Block.Names;
import io.gpuledger.analyzer.report.letter.Block.Paragraph;
import io.gpuledger.analyzer.report.letter.Block.Row;
import io.gpuledger.analyzer.report.letter.Block.Table;
import io.gpuledger.analyzer.store.questions.WorkloadUsage;
import io.gpuledger.analyzer.time.Hour;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// This section lists the workloads that were idle for longest. Where too little was seen to say so, it lists
/// them without what was idle.
final class WorkloadsSection {
    private static final int WORKLOADS_MAX = 10;
    private static final String NONE = "-";

    private final TeamStory story;
    private final boolean isPriced;

    private WorkloadsSection(TeamStory story) {
        this.story = story;
        this.isPriced = !story.isUnseen() && !story.week().currencies().isEmpty();
    }

    static List<Block> of(TeamStory story) {
        return new WorkloadsSection(story).blocks();
    }

    private List<Block> blocks() {
        var workloads = workloads();
        var blocks = new ArrayList<Block>();
        blocks.add(new Heading(
                story.isUnseen()
                        ? "Workloads, as far as they were seen"
                        : "Workloads, those that were idle for longest first"));
        blocks.add(new Table(
                Names.ABOVE,
                "GPU-hours",
                columns(),
                Set.of(),
                workloads.stream().limit(WORKLOADS_MAX).map(this::row).toList()));
        var rest = workloads.stream().skip(WORKLOADS_MAX).toList();
        if (!rest.isEmpty()) {
            blocks.add(new Paragraph(
                    "and %d more, which held %s GPU-hours%s: the table that goes with this letter has all."
                            .formatted(
                                    rest.size(),
                                    hours(held(rest)),
                                    story.isUnseen() ? "" : ", %s of them idle".formatted(hours(idle(rest))))));
        }
        return blocks;
    }

    /// An order by what was idle would say who was, so where that is not said they are in the order of what
    /// they held.
    private List<Workload> workloads() {
        var all = story.week().workloads();
        return story.isUnseen()
                ? all.stream()
                        .sorted(Comparator.comparingLong(
                                workload -> -workload.accounts().all()))
                        .toList()
                : all;
    }

    private static long held(List<Workload> some) {
        return some.stream().mapToLong(workload -> workload.accounts().all()).sum();
    }

    private static long idle(List<Workload> some) {
        return some.stream()
                .mapToLong(workload -> workload.accounts().of(State.IDLE))
                .sum();
    }

    private List<String> columns() {
        var columns = new ArrayList<>(List.of("GPUs", "held"));
        columns.add(story.isUnseen() ? "unseen" : "idle");
        columns.addAll(List.of("grade", "memory"));
        if (isPriced) {
            columns.add("idle cost");
        }
        return columns;
    }

    private Row row(Workload workload) {
        var its = workload.accounts();
        var cells = new ArrayList<>(List.of(
                gpus(workload.peak(), Hour.MILLIS),
                hours(its.all()),
                hours(its.of(story.isUnseen() ? State.UNOBSERVED : State.IDLE)),
                workload.usage()
                        .flatMap(Grade::of)
                        .map(grade -> grade.letter().name())
                        .orElse(NONE),
                workload.usage().map(WorkloadsSection::memory).orElse(NONE)));
        if (isPriced) {
            cells.add(its.cost(State.IDLE).size() == 1 ? Words.money(its.cost(State.IDLE)) : "");
        }
        return new Row(name(workload), cells, note(workload), false);
    }

    private static String memory(WorkloadUsage usage) {
        return usage.memoryPeak().isPresent() && usage.memoryTotal().orElse(0) > 0
                ? Math.round(100.0
                                * usage.memoryPeak().getAsLong()
                                / usage.memoryTotal().getAsLong()) + " %"
                : NONE;
    }

    private String note(Workload workload) {
        var exempt = story.exempt(workload);
        if (exempt.isPresent()) {
            return "exempt: " + Plain.name(exempt.get());
        }
        var costs = workload.accounts().cost(State.IDLE);
        return Stream.of(
                        isPriced && costs.size() > 1 ? "idle for " + Words.money(costs) : "",
                        workload.usage()
                                .map(usage -> UsageWords.of(usage, !story.isUnseen()))
                                .orElse(""))
                .filter(words -> !words.isEmpty())
                .collect(Collectors.joining("; "));
    }

    /// Returns the name of a workload with its namespace, and with its cluster where there are several.
    private String name(Workload workload) {
        var clusters = story.week().workloads().stream()
                .map(Workload::cluster)
                .distinct()
                .count();
        return (clusters > 1 ? Plain.name(workload.cluster()) + "/" : "")
                + Plain.name(workload.namespace())
                + "/"
                + Plain.name(workload.name());
    }
}
