package io.gpuledger.analyzer.report.letter;

import static io.gpuledger.analyzer.report.Figures.hours;
import static io.gpuledger.analyzer.report.Figures.percent;

import io.gpuledger.analyzer.ledger.State;
import io.gpuledger.analyzer.report.Letter;
import io.gpuledger.analyzer.report.StateOrder;
import io.gpuledger.analyzer.report.letter.Block.Heading;
import io.gpuledger.analyzer.report.letter.Block.Remark;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The letter to a team.
record TeamLetter(TeamStory story, LetterSettings settings) {
    Letter letter() {
        var week = story.week();
        return Written.letter(
                title(), subject(), blocks(), week.trend(), "gpus-%s.csv".formatted(week.week()), TeamCsv.of(story));
    }

    private List<Block> blocks() {
        var week = story.week();
        var choice = story.choice();
        var blocks = new ArrayList<Block>();
        blocks.addAll(HeadlineSection.of(story));
        blocks.addAll(RepairSection.of(story));
        blocks.addAll(FixesSection.of(choice));
        blocks.addAll(WorkloadsSection.of(story));
        blocks.addAll(OthersSection.of(choice));
        blocks.addAll(HardwareSection.of(story));
        blocks.addAll(FindingsSection.of(story));
        blocks.addAll(states());
        blocks.addAll(TrendSection.of(week.trend()));
        blocks.addAll(ClosingSections.gaps(week.now(), week.unobserved(), week.hoursBooked()));
        blocks.addAll(ClosingSections.exemption(settings));
        blocks.addAll(ClosingSections.definitions(settings));
        return blocks;
    }

    private List<Block> states() {
        var week = story.week();
        var before = Optional.of(week.before()).filter(_ -> week.hoursBookedBefore() > 0);
        return List.of(
                new Heading("Where the time went"),
                new StatesSection(
                                "held",
                                StateOrder.HELD,
                                week.now(),
                                before,
                                week.week().span().millis())
                        .table(),
                new Remark("Idle is certain: nothing ran for half an hour or longer. Underused is what could perhaps be"
                        + " had from GPUs that worked: it is no waste where memory is what the work waits for, as when"
                        + " a model decodes. The two are not added up."));
    }

    private String title() {
        return "GPUs of %s in %s"
                .formatted(Plain.name(story.week().team()), story.week().week());
    }

    private String subject() {
        var now = story.week().now();
        var idle = Words.money(now.cost(State.IDLE));
        return title()
                + (story.isUnseen()
                        ? ": %s could not be seen".formatted(percent(now.of(State.UNOBSERVED), now.all()))
                        : ": %s GPU-hours idle%s"
                                .formatted(hours(now.of(State.IDLE)), idle.isEmpty() ? "" : ", " + idle));
    }
}
