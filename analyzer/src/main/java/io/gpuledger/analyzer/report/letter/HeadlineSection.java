package io.gpuledger.analyzer.report.letter;

import static io.gpuledger.analyzer.report.Figures.change;
import static io.gpuledger.analyzer.report.Figures.coverage;
import static io.gpuledger.analyzer.report.Figures.gpus;
import static io.gpuledger.analyzer.report.Figures.hours;
import static io.gpuledger.analyzer.report.Figures.percent;
import static io.gpuledger.analyzer.report.Figures.relativeChange;
import static io.gpuledger.analyzer.report.Figures.uncertain;

import io.gpuledger.analyzer.ledger.State;
import io.gpuledger.analyzer.report.Accounts;
import io.gpuledger.analyzer.report.Reports;
import io.gpuledger.analyzer.report.TeamWeek;
import io.gpuledger.analyzer.report.letter.Block.Lead;
import io.gpuledger.analyzer.report.letter.Block.Remark;
import java.util.ArrayList;
import java.util.List;

/// The letter begins with what went into idle GPUs, and with what one has to know of that number. Where too
/// little was seen, it begins with that instead, and blames nobody.
final class HeadlineSection {
    private HeadlineSection() {}

    static List<Block> of(TeamStory story) {
        var week = story.week();
        var blocks = new ArrayList<Block>();
        blocks.add(story.isUnseen() ? unseen(week) : idle(week));
        blocks.add(about(story));
        if (!story.isUnseen() && story.exemptIdle() > 0) {
            blocks.add(new Remark("%s of the idle GPU-hours are of workloads that are exempt, and are named as such."
                    .formatted(hours(story.exemptIdle()))));
        }
        return blocks;
    }

    private static Lead idle(TeamWeek week) {
        var now = week.now();
        var idle = now.of(State.IDLE);
        var spent = Words.idleOf(now);
        return new Lead(
                spent.isEmpty() ? "%s GPU-hours were idle".formatted(hours(idle)) : spent + " went into idle GPUs",
                "%s of %s GPU-hours that %s held were idle (%s), as if %s GPUs had been idle all week."
                        .formatted(
                                hours(idle),
                                hours(now.all()),
                                Plain.name(week.team()),
                                percent(idle, now.all()),
                                gpus(idle, week.week().span().millis())));
    }

    private static Lead unseen(TeamWeek week) {
        var now = week.now();
        return new Lead(
                "%s of what %s held could not be seen"
                        .formatted(percent(now.of(State.UNOBSERVED), now.all()), Plain.name(week.team())),
                ("%s of %s GPU-hours are unobserved. That is too much to say what was idle, so this letter does not."
                                + " What to repair stands below.")
                        .formatted(hours(now.of(State.UNOBSERVED)), hours(now.all())));
    }

    private static Remark about(TeamStory story) {
        var week = story.week();
        return new Remark("%sCoverage: %s. Uncertain: %s. Monday %s to Sunday %s, in UTC.%s"
                .formatted(
                        story.isUnseen() ? "" : "To the week before: %s. ".formatted(toBefore(week)),
                        coverage(week.now().of(State.UNOBSERVED), week.now().all()),
                        uncertain(week.now().uncertain(), week.now().all()),
                        week.week().monday(),
                        week.week().sunday(),
                        week.now().open() == 0 ? "" : " Provisional: some hours may still change."));
    }

    private static String toBefore(TeamWeek week) {
        // Where the books have nothing, that does not mean that nothing was held.
        if (week.hoursBookedBefore() == 0) {
            return "the books have nothing of it";
        }
        if (week.before().all() == 0) {
            return Plain.name(week.team()) + " held nothing then";
        }
        return idleChange(week.now(), week.before())
                + (week.hoursBookedBefore() < Reports.HOURS
                        ? ", of which the books have %d of %d hours".formatted(week.hoursBookedBefore(), Reports.HOURS)
                        : "");
    }

    static String idleChange(Accounts now, Accounts before) {
        var idle = before.of(State.IDLE);
        var relative = relativeChange(now.of(State.IDLE), idle);
        return "%s GPU-hours idle%s"
                .formatted(change(now.of(State.IDLE), idle), relative.isEmpty() ? "" : " (" + relative + ")");
    }
}
