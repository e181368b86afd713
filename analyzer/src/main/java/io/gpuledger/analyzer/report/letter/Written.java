package io.gpuledger.analyzer.report.letter;

import io.gpuledger.analyzer.report.Letter;
import io.gpuledger.analyzer.report.Letter.Bytes;
import io.gpuledger.analyzer.report.Letter.Picture;
import io.gpuledger.analyzer.report.PastWeek;
import io.gpuledger.analyzer.report.letter.Block.Lead;
import java.util.List;

/// Writes down what a letter says.
final class Written {
    private Written() {}

    static Letter letter(
            String title, String subject, List<Block> blocks, List<PastWeek> trend, String fileName, String csv) {
        var weeks = TrendSection.booked(trend);
        return new Letter(
                Plain.line(subject),
                LetterHtml.of(title, preheader(blocks), blocks),
                LetterText.of(title, blocks),
                List.of(new Picture(
                        TrendSection.PICTURE, TrendSection.words(weeks), new Bytes(TrendPicture.of(weeks)))),
                new Letter.Table(fileName, csv));
    }

    private static String preheader(List<Block> blocks) {
        return blocks.getFirst() instanceof Lead(var figure, var sentence) ? figure + ". " + sentence : "";
    }
}
