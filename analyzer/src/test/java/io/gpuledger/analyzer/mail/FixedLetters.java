package io.gpuledger.analyzer.mail;

import io.gpuledger.analyzer.report.Edition;
import io.gpuledger.analyzer.report.Letter;
import io.gpuledger.analyzer.report.Letter.Bytes;
import io.gpuledger.analyzer.report.Letter.Picture;
import io.gpuledger.analyzer.report.Letter.Table;
import io.gpuledger.analyzer.report.Letters;
import io.gpuledger.analyzer.report.Week;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Letters to teams of these names, and none to one that is called `small`.
public record FixedLetters(List<String> teams) implements Letters {
    /// Makes letters to `team-0`, `team-1` ...
    public static FixedLetters of(int count) {
        return new FixedLetters(
                IntStream.range(0, count).mapToObj(number -> "team-" + number).toList());
    }

    /// The eight bytes that each PNG begins with will do.
    private static final byte[] PNG = {(byte) 0x89, 'P', 'N', 'G', 13, 10, 26, 10};

    @Override
    public List<Edition> editions(Week week) {
        return Stream.concat(
                        Stream.<Edition>of(new Edition.OfFleet()),
                        teams.stream().map(Edition.OfTeam::new))
                .toList();
    }

    @Override
    public Draft write(Edition edition, Week week) {
        return edition.name().equals("small")
                ? new Draft.Withheld("it held less than a GPU-hour")
                : new Draft.Written(letter(edition.name(), week.toString()));
    }

    static Letter letter(String team, String week) {
        return new Letter(
                "GPUs of %s in %s: 12 € wasted".formatted(team, week),
                "<p>%s: <b>ü</b> <img src=\"cid:trend.png\" alt=\"a trend\"></p>\n".formatted(week),
                "%s\n.a line with a dot before it\nno accusation: 12 €\n".formatted(team),
                List.of(new Picture("trend.png", "a trend", new Bytes(PNG))),
                new Table("week-%s.csv".formatted(week), "team,hours\r\n\"x\",12\r\n"));
    }
}
