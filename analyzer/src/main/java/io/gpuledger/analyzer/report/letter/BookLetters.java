package io.gpuledger.analyzer.report.letter;

import static io.gpuledger.analyzer.report.Figures.hours;

import io.gpuledger.analyzer.advice.Advice;
import io.gpuledger.analyzer.ledger.State;
import io.gpuledger.analyzer.report.Accounts;
import io.gpuledger.analyzer.report.Edition;
import io.gpuledger.analyzer.report.Edition.OfFleet;
import io.gpuledger.analyzer.report.Edition.OfTeam;
import io.gpuledger.analyzer.report.Letter;
import io.gpuledger.analyzer.report.Letters;
import io.gpuledger.analyzer.report.Letters.Draft.Withheld;
import io.gpuledger.analyzer.report.NothingHeldException;
import io.gpuledger.analyzer.report.Reports;
import io.gpuledger.analyzer.report.TeamWeek;
import io.gpuledger.analyzer.report.Week;
import io.gpuledger.analyzer.report.WeekFinding;
import io.gpuledger.analyzer.report.letter.Advices.Advised;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Writes letters from the books.
public final class BookLetters implements Letters {
    private final Reports reports;
    private final Advices advices;
    private final LetterSettings settings;

    public BookLetters(Reports reports, Advices advices, LetterSettings settings) {
        this.reports = reports;
        this.advices = advices;
        this.settings = settings;
    }

    @Override
    public List<Edition> editions(Week week) {
        if (!reports.hasAny(week)) {
            return List.of();
        }
        var teams = reports.teams(week).keySet().stream().<Edition>map(OfTeam::new);
        return Stream.concat(teams, Stream.of(new OfFleet())).toList();
    }

    /// Throws [io.gpuledger.analyzer.store.postgres.CannotAskException] where the database does not answer.
    @Override
    public Draft write(Edition edition, Week week) {
        try {
            return switch (edition) {
                case OfTeam(var team) -> ofTeam(team, week);
                case OfFleet() -> new Draft.Written(letter(edition, week));
            };
        } catch (NothingHeldException e) {
            return new Withheld(String.valueOf(e.getMessage()));
        }
    }

    private Draft ofTeam(String team, Week week) throws NothingHeldException {
        var its = reports.of(team, week);
        var why = tooLittle(its.now());
        if (why.isPresent()) {
            return new Withheld(why.get());
        }
        var advised = advices.of(team, week);
        return nothingToSay(its.team(), its.week(), its.now(), advised)
                .<Draft>map(Withheld::new)
                .orElseGet(() -> new Draft.Written(letter(its, advised)));
    }

    /// Returns the letter even where there is too little to say for it to be sent.
    public Letter letter(Edition edition, Week week) throws NothingHeldException {
        return switch (edition) {
            case OfTeam(var team) -> letter(reports.of(team, week), advices.of(team, week));
            case OfFleet() -> fleet(week);
        };
    }

    private Letter letter(TeamWeek its, Advised advised) {
        return new TeamLetter(new TeamStory(its, advised, losses(its)), settings).letter();
    }

    /// Returns by what GPUs lost time while the team held them.
    private List<WeekFinding> losses(TeamWeek its) {
        return losses(its.team(), its.week());
    }

    private List<WeekFinding> losses(String team, Week week) {
        return reports.findings(week).stream()
                .filter(finding -> finding.lostMillis() > 0 && finding.teams().contains(team))
                .toList();
    }

    /// Returns what each team held, and why it gets no letter, where it gets none.
    public List<Standing> standings(Week week) {
        return standings(week, _ -> true);
    }

    /// Returns the same of some teams.
    public List<Standing> standings(Week week, Predicate<String> isWanted) {
        return reports.teams(week).entrySet().stream()
                .filter(team -> isWanted.test(team.getKey()))
                .map(team ->
                        new Standing(team.getKey(), team.getValue(), whyNone(team.getKey(), week, team.getValue())))
                .toList();
    }

    /// Returns the weeks that are over of which the books have anything, the last first, and not more than so
    /// many.
    public List<Week> weeks(Instant now, int most) {
        var booked = reports.booked();
        return Stream.iterate(Week.before(now), Week::before)
                .takeWhile(week -> week.span().to() > booked.from())
                .filter(week -> week.span().from() < booked.to())
                .limit(most)
                .toList();
    }

    /// A team's week on the list of letters.
    ///
    /// @param whyNone why it gets no letter, as a sentence for people; empty where it gets one
    public record Standing(String team, Accounts held, Optional<String> whyNone) {}

    /// What there is to be changed is found out only for teams for which that decides.
    private Optional<String> whyNone(String team, Week week, Accounts held) {
        return tooLittle(held)
                .or(() -> isSomething(team, week, held)
                        ? Optional.empty()
                        : nothingToSay(team, week, held, advices.of(team, week)));
    }

    private Optional<String> tooLittle(Accounts held) {
        return held.all() >= settings.leastHeld()
                ? Optional.empty()
                : Optional.of("It held %s GPU-hours; a letter begins at %s (--report-min-gpu-hours)."
                        .formatted(hours(held.all()), hours(settings.leastHeld())));
    }

    private boolean isSomething(String team, Week week, Accounts held) {
        return held.of(State.IDLE) >= settings.leastIdle()
                || held.of(State.UNHEALTHY) > 0
                || TeamStory.isUnseen(held)
                || credited(team, week) >= settings.leastIdle();
    }

    /// Returns the time that GPUs lost while the team held them, so much that it is worth a letter as so much idle time
    /// is: a GPU that heat slows down is not unhealthy in the books, and still the team had less of it.
    private long credited(String team, Week week) {
        return losses(team, week).stream()
                .filter(finding -> FindingsSection.isCredited(finding.kind()))
                .mapToLong(WeekFinding::lostMillis)
                .sum();
    }

    private Optional<String> nothingToSay(String team, Week week, Accounts held, Advised advised) {
        return isSomething(team, week, held) || !advised.advice().isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "There is nothing to say: %s GPU-hours were idle, no hardware failed, and nothing is to be changed."
                                .formatted(hours(held.of(State.IDLE))));
    }

    private Letter fleet(Week week) throws NothingHeldException {
        var fleet = reports.fleet(week);
        if (fleet.isEmpty()) {
            throw new NothingHeldException("the books have nothing of " + week);
        }
        var teams = reports.teams(week);
        var story = new FleetStory(
                week,
                fleet,
                teams,
                reports.nobody(week),
                advice(teams, week),
                reports.heldTrend(week),
                reports.losses(week),
                reports.findings(week));
        return new FleetLetter(story, settings).letter();
    }

    private Map<String, List<Advice>> advice(Map<String, Accounts> teams, Week week) {
        return teams.entrySet().stream()
                .sorted(Comparator.comparingLong(team -> -team.getValue().of(State.IDLE)))
                .limit(FleetFixes.TEAMS_MAX)
                .collect(Collectors.toMap(Map.Entry::getKey, team -> sayable(team.getKey(), team.getValue(), week)));
    }

    private List<Advice> sayable(String team, Accounts held, Week week) {
        var advised = advices.of(team, week);
        return advised.advice().stream()
                .filter(advice -> advised.maySay(advice, TeamStory.isUnseen(held)))
                .toList();
    }
}
