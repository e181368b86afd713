package io.gpuledger.analyzer.parse.read;

import io.gpuledger.analyzer.parse.Labels;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import java.util.function.Function;

/// A form in which servers answer who asks for samples that they have kept.
record AnswerForm(String name, Function<List<KeptSeries>, byte[]> writing, Reading reading) {
    static final List<AnswerForm> ALL = List.of(
            new AnswerForm(
                    "chunks that Prometheus streams",
                    KeptAnswers::stream,
                    (answer, sink) -> new ChunkStream(Answers.ALWAYS, ReadLimits.USUAL, sink)
                            .read(new ByteArrayInputStream(answer))),
            new AnswerForm(
                    "samples of remote read",
                    KeptAnswers::message,
                    (answer, sink) ->
                            new SamplesAnswer(Answers.ALWAYS, ReadLimits.USUAL, sink).read(answer, answer.length)),
            new AnswerForm(
                    "VictoriaMetrics' export",
                    KeptAnswers::export,
                    (answer, sink) -> new ExportLines(Answers.ALWAYS, ReadLimits.USUAL, sink)
                            .read(new ByteArrayInputStream(answer))),
            new AnswerForm(
                    "a range selector",
                    KeptAnswers::matrix,
                    (answer, sink) -> new MatrixAnswer(Answers.ALWAYS, ReadLimits.USUAL, sink)
                            .read(new ByteArrayInputStream(answer))));

    interface Reading {
        void read(byte[] answer, SeriesSink sink) throws IOException, BadAnswerException;
    }

    /// Reads an answer, and returns how many samples it has.
    long count(byte[] answer) throws IOException, BadAnswerException {
        var counting = new Counting();
        reading.read(answer, counting);
        return counting.count;
    }

    /// Counts numbers only, so that each value has to be looked at.
    private static final class Counting implements SeriesSink {
        private long count;

        @Override
        public boolean series(String name, Labels labels) {
            return true;
        }

        @Override
        public void sample(long millis, double value) {
            count += Double.isNaN(value) ? 0 : 1;
        }
    }
}
