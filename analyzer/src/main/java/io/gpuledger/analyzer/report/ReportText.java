package io.gpuledger.analyzer.report;

import static io.gpuledger.analyzer.report.Figures.change;
import static io.gpuledger.analyzer.report.Figures.coverage;
import static io.gpuledger.analyzer.report.Figures.gpus;
import static io.gpuledger.analyzer.report.Figures.hours;
import static io.gpuledger.analyzer.report.Figures.money;
import static io.gpuledger.analyzer.report.Figures.percent;
import static io.gpuledger.analyzer.report.Figures.relativeChange;
import static io.gpuledger.analyzer.report.Figures.uncertain;

import io.gpuledger.analyzer.ledger.State;
import io.gpuledger.analyzer.report.TeamWeek.Workload;
import io.gpuledger.analyzer.time.Hour;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A team's week as a text that stands alone.
public final class ReportText {
    private static final int WORKLOADS_MAX = 10;
    private static final int NAME_MAX = 24;
    private static final String COLUMNS = "%-24s %5s %8s %7s %9s %8s %11s";

    private static final Map<State, String> HELD = Map.of(
            State.USED, "used",
            State.UNDERUSED, "underused",
            State.IDLE, "idle",
            State.STARTING, "starting",
            State.UNHEALTHY, "unhealthy",
            State.UNOBSERVED, "unobserved");

    /// The states are read in this order: what was well first, then what was not, then what is nobody's fault.
    private static final List<State> ORDER =
            List.of(State.USED, State.UNDERUSED, State.IDLE, State.STARTING, State.UNHEALTHY, State.UNOBSERVED);

    private final TeamWeek week;
    private final Accounts now;
    private final Accounts before;
    private final long window;
    private final Paragraphs page = new Paragraphs();

    private ReportText(TeamWeek week) {
        this.week = week;
        this.now = week.now();
        this.before = week.before();
        this.window = week.week().span().millis();
    }

    public static String of(TeamWeek week) {
        var text = new ReportText(week);
        text.headline();
        text.states();
        text.workloads();
        text.unhealthy();
        text.definitions();
        text.gaps();
        return text.page.toString();
    }

    private void headline() {
        var idle = now.of(State.IDLE);
        page.heading("GPUs of %s in %s".formatted(week.team(), week.week()));
        page.paragraph("%s%s of %s GPU-hours that %s held were idle (%s), as if %s GPUs had been idle all week."
                .formatted(
                        spent(),
                        hours(idle),
                        hours(now.all()),
                        week.team(),
                        percent(idle, now.all()),
                        gpus(idle, window)));
        page.paragraph("To the week before: %s. Coverage: %s. Uncertain: %s. Monday %s to Sunday %s, in UTC.%s"
                .formatted(
                        toBefore(),
                        coverage(now.of(State.UNOBSERVED), now.all()),
                        uncertain(now.uncertain(), now.all()),
                        week.week().monday(),
                        week.week().sunday(),
                        now.open() == 0 ? "" : " Provisional: some hours may still change."));
    }

    private String spent() {
        var idle = now.cost(State.IDLE);
        var each = now.cost().entrySet().stream()
                .map(cost -> "%s %s of %s"
                        .formatted(cost.getKey(), money(idle.getOrDefault(cost.getKey(), 0L)), money(cost.getValue())))
                .collect(Collectors.joining(" and "));
        return each.isEmpty() ? "" : each + " went into idle GPUs: ";
    }

    /// Whether the books have anything of the week before. Where they have nothing, that does not mean that nothing was
    /// held.
    private boolean isComparable() {
        return week.hoursBookedBefore() > 0;
    }

    private String toBefore() {
        if (!isComparable()) {
            return "the books have nothing of it";
        }
        if (before.all() == 0) {
            return week.team() + " held nothing then";
        }
        var idle = before.of(State.IDLE);
        var relative = relativeChange(now.of(State.IDLE), idle);
        return "%s GPU-hours idle%s%s"
                .formatted(
                        change(now.of(State.IDLE), idle),
                        relative.isEmpty() ? "" : " (" + relative + ")",
                        week.hoursBookedBefore() < Reports.HOURS
                                ? ", of which the books have %d of %d hours"
                                        .formatted(week.hoursBookedBefore(), Reports.HOURS)
                                : "");
    }

    private void states() {
        page.heading("Where the time went");
        page.line("%-12s %12s %10s %12s %22s".formatted("", "GPU-hours", "of all", "GPUs, mean", "to the week before"));
        var tenths = Shares.of(ORDER.stream().mapToLong(now::of).toArray(), Figures.TENTH_OF_HOUR);
        for (var i = 0; i < ORDER.size(); i++) {
            var state = ORDER.get(i);
            row(HELD.getOrDefault(state, ""), Figures.tenths(tenths[i]), now.of(state), before.of(state));
        }
        row("held", hours(now.all()), now.all(), before.all());
        page.gap();
        page.paragraph("Idle is certain: nothing ran for half an hour or longer. Underused is what could perhaps be"
                + " had from GPUs that worked: it is no waste where memory is what the work waits for. The two are"
                + " not added up.");
    }

    private void row(String name, String hours, long millis, long then) {
        page.line("%-12s %12s %10s %12s %22s"
                .formatted(
                        name,
                        hours,
                        percent(millis, now.all()),
                        gpus(millis, window),
                        isComparable() ? change(millis, then) : ""));
    }

    private void workloads() {
        page.heading("Workloads, those that were idle for longest first");
        page.line(COLUMNS.formatted("GPU-hours", "GPUs", "held", "idle", "underused", "used", "cost"));
        for (var workload : week.workloads().stream().limit(WORKLOADS_MAX).toList()) {
            line(workload);
        }
        var more = week.workloads().size() - WORKLOADS_MAX;
        if (more > 0) {
            page.line("and %d more, which held %s GPU-hours".formatted(more, hours(rest())));
        }
        page.gap();
    }

    /// Writes the line of a workload. A name that is too long has a line of its own.
    private void line(Workload workload) {
        var its = workload.accounts();
        var name = name(workload);
        if (name.length() > NAME_MAX) {
            page.line(name);
        }
        page.line(COLUMNS.formatted(
                name.length() > NAME_MAX ? "" : name,
                gpus(workload.peak(), Hour.MILLIS),
                hours(its.all()),
                hours(its.of(State.IDLE)),
                hours(its.of(State.UNDERUSED)),
                hours(its.of(State.USED)),
                its.cost().size() == 1 ? roughly(its.cost()) : ""));
        if (its.cost().size() > 1) {
            page.line("%78s".formatted(money(its.cost())));
        }
        var words = Stream.of(
                        idleCost(its), workload.usage().map(UsageWords::of).orElse(""))
                .filter(some -> !some.isEmpty())
                .collect(Collectors.joining("; "));
        if (!words.isEmpty()) {
            page.indented(words);
        }
    }

    /// Returns the cost that went into idle GPUs. The text is empty where none did, or where nothing has a price.
    private static String idleCost(Accounts its) {
        var idle = new TreeMap<>(its.cost(State.IDLE));
        idle.values().removeIf(micros -> micros == 0);
        return idle.isEmpty() ? "" : "idle for " + money(idle);
    }

    private static String roughly(SortedMap<String, Long> cost) {
        return cost.firstKey() + " " + Figures.roughly(cost.firstEntry().getValue());
    }

    /// Returns the name of a workload, only as long as it must be for workloads to be told apart.
    private String name(Workload workload) {
        var clusters =
                week.workloads().stream().map(Workload::cluster).distinct().count();
        var namespaces =
                week.workloads().stream().map(Workload::namespace).distinct().count();
        return (clusters > 1 ? workload.cluster() + "/" : "")
                + (clusters > 1 || namespaces > 1 ? workload.namespace() + "/" : "")
                + workload.name();
    }

    private long rest() {
        return week.workloads().stream()
                .skip(WORKLOADS_MAX)
                .mapToLong(workload -> workload.accounts().all())
                .sum();
    }

    private void unhealthy() {
        var lost = now.of(State.UNHEALTHY);
        if (lost == 0) {
            return;
        }
        var cost = money(now.cost(State.UNHEALTHY));
        page.heading("Refunded: GPUs that were sick");
        page.paragraph("%s GPU-hours%s were lost to hardware while %s held it. They count neither as idle nor as used."
                .formatted(hours(lost), cost.isEmpty() ? "" : " (" + cost + ")", week.team()));
        week.unhealthy().forEach((cause, millis) -> page.line("%12s  %s".formatted(hours(millis), cause)));
        page.gap();
    }

    private void definitions() {
        page.heading("What the words mean");
        var lines = new ArrayList<String>();
        lines.add("GPU-hour: a GPU for an hour; of a MIG instance, as much as it is of its GPU; of a shared GPU, the"
                + " share that was held.");
        lines.add("GPUs, of a workload: the most that it held in an hour.");
        lines.add("held: by a pod of the team, whatever it did with it.");
        lines.add("idle: from the beginning of a run of at least 30 minutes (60 for notebooks, unless it is set"
                + " otherwise) in which activity was at most 1 %.");
        lines.add("used: time, times activity (of the multiprocessors where they are measured, else of the engines or"
                + " of any kernel). underused: the rest of it, outside of idle runs.");
        lines.add("grade: by the mean of activity past the starts: A from 80 %, B from 50, C from 20, D from 5, F"
                + " below. memory-bound is no fault; io-bound: data is moved; fluctuating: it waits, again and again;"
                + " busy-low-sm: kernels that fill no GPU.");
        lines.add("starting: the first ten minutes of a pod, until it is active.");
        lines.add("unhealthy: there is evidence against the GPU or its node. unobserved: nothing was seen.");
        lines.forEach(page::item);
        page.gap();
    }

    private void gaps() {
        page.heading("What is missing");
        var gaps = new ArrayList<String>();
        week.unobserved()
                .forEach(
                        (cause, millis) -> gaps.add("%s GPU-hours were not seen: %s.".formatted(hours(millis), cause)));
        var missing = Reports.HOURS - week.hoursBooked();
        if (missing > 0) {
            gaps.add("%d of the week's %d hours lie before or after what the books have."
                    .formatted(missing, Reports.HOURS));
        }
        if (now.open() > 0) {
            gaps.add("%s GPU-hours may still change, as they are not settled.".formatted(hours(now.open())));
        }
        if (now.filling() > 0) {
            gaps.add("%s GPU-hours of these are being filled: what was seen of them is still coming in."
                    .formatted(hours(now.filling())));
        }
        if (now.unpriced() > 0 && !week.currencies().isEmpty()) {
            gaps.add("%s GPU-hours have no price, and no cost here.".formatted(hours(now.unpriced())));
        }
        if (week.currencies().isEmpty()) {
            gaps.add("There are no prices, and so no costs (--prices-file).");
        }
        (gaps.isEmpty() ? List.of("Nothing.") : gaps).forEach(page::item);
    }
}
