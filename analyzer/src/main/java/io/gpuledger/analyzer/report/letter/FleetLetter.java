package io.gpuledger.analyzer.report.letter;

import static io.gpuledger.analyzer.report.Figures.coverage;
import static io.gpuledger.analyzer.report.Figures.gpus;
import static io.gpuledger.analyzer.report.Figures.hours;
import static io.gpuledger.analyzer.report.Figures.percent;
import static io.gpuledger.analyzer.report.Figures.uncertain;

import io.gpuledger.analyzer.ledger.State;
import io.gpuledger.analyzer.report.FleetWeek.Cause;
import io.gpuledger.analyzer.report.Letter;
import io.gpuledger.analyzer.report.StateOrder;
import io.gpuledger.analyzer.report.letter.Block.Heading;
import io.gpuledger.analyzer.report.letter.Block.Lead;
import io.gpuledger.analyzer.report.letter.Block.Remark;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// The letter to the platform team: capacity that adds up, who was idle, what was lost, and what to change
/// first.
record FleetLetter(FleetStory story, LetterSettings settings) {
    Letter letter() {
        return Written.letter(
                title(),
                subject(),
                blocks(),
                story.trend(),
                "fleet-%s.csv".formatted(story.week()),
                FleetCsv.of(story));
    }

    private List<Block> blocks() {
        var blocks = new ArrayList<Block>();
        blocks.add(isUnseen() ? unseen() : idle());
        blocks.add(about());
        blocks.addAll(FleetFixes.of(story));
        blocks.addAll(capacity());
        blocks.addAll(StrandedSection.of(story));
        blocks.addAll(FleetTeams.of(story));
        blocks.addAll(TrendSection.of(story.trend()));
        blocks.addAll(FindingsSection.of(story));
        blocks.addAll(NodesSection.of(story));
        blocks.addAll(ClosingSections.gaps(
                story.fleet().now(), unobserved(), story.fleet().hoursBooked()));
        blocks.addAll(ClosingSections.definitions(settings));
        return blocks;
    }

    private boolean isUnseen() {
        return TeamStory.isUnseen(story.fleet().now());
    }

    private Lead idle() {
        var now = story.fleet().now();
        var idle = now.of(State.IDLE);
        var spent = Words.idleOf(now);
        return new Lead(
                spent.isEmpty()
                        ? "%s GPU-hours were held idle".formatted(hours(idle))
                        : spent + " went into GPUs that were held idle",
                "%s of %s GPU-hours of capacity were held idle (%s), as if %s GPUs had been idle all week."
                        .formatted(
                                hours(idle),
                                hours(now.all()),
                                percent(idle, now.all()),
                                gpus(idle, story.week().span().millis())));
    }

    private Lead unseen() {
        var now = story.fleet().now();
        return new Lead(
                "%s of the fleet's time could not be seen".formatted(percent(now.of(State.UNOBSERVED), now.all())),
                "%s of %s GPU-hours are unobserved: first have more be seen, then compare teams. The nodes where most is"
                                .formatted(hours(now.of(State.UNOBSERVED)), hours(now.all()))
                        + " missing stand below.");
    }

    private Remark about() {
        var fleet = story.fleet();
        return new Remark("%sCoverage: %s. Uncertain: %s. Monday %s to Sunday %s, in UTC.%s"
                .formatted(
                        fleet.hoursBookedBefore() == 0
                                ? "To the week before: the books have nothing of it. "
                                : "To the week before: %s. "
                                        .formatted(HeadlineSection.idleChange(fleet.now(), fleet.before())),
                        coverage(fleet.now().of(State.UNOBSERVED), fleet.now().all()),
                        uncertain(fleet.now().uncertain(), fleet.now().all()),
                        story.week().monday(),
                        story.week().sunday(),
                        fleet.now().open() == 0 ? "" : " Provisional: some hours may still change."));
    }

    private List<Block> capacity() {
        var fleet = story.fleet();
        var before = Optional.of(fleet.before()).filter(_ -> fleet.hoursBookedBefore() > 0);
        return List.of(
                new Heading("Where the time of all GPUs went"),
                new StatesSection(
                                "capacity",
                                StateOrder.ALL,
                                fleet.now(),
                                before,
                                story.week().span().millis())
                        .table(),
                new Remark("The nine states add up to the capacity. Nobody held what was withheld (taken out on"
                        + " purpose), stranded (healthy, and of no use to any pod) or free (to be had)."));
    }

    private TreeMap<String, Long> unobserved() {
        return story.fleet().causes().stream()
                .filter(cause -> cause.state() == State.UNOBSERVED)
                .collect(Collectors.toMap(Cause::name, Cause::millis, Math::addExact, TreeMap::new));
    }

    private String title() {
        return "The GPU fleet in " + story.week();
    }

    private String subject() {
        var now = story.fleet().now();
        return title()
                + (isUnseen()
                        ? ": %s could not be seen".formatted(percent(now.of(State.UNOBSERVED), now.all()))
                        : ": %s of capacity held idle".formatted(percent(now.of(State.IDLE), now.all())));
    }
}
