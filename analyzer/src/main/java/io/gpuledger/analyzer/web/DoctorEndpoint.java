package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.web.api.Endpoint;
import io.gpuledger.analyzer.web.api.Field;
import io.gpuledger.analyzer.web.api.Form;
import io.gpuledger.analyzer.web.api.Form.Document;
import io.gpuledger.analyzer.web.api.Form.Html;
import io.gpuledger.analyzer.web.api.Outcome;
import io.gpuledger.analyzer.web.api.Outcome.Answered;
import io.gpuledger.analyzer.web.api.Outcome.NotYet;
import io.gpuledger.analyzer.web.api.Question;
import io.gpuledger.analyzer.web.api.Shape;
import io.gpuledger.analyzer.web.api.Type;
import io.gpuledger.analyzer.web.api.Unknown;
import io.gpuledger.analyzer.web.page.Frame;
import io.gpuledger.analyzer.web.page.Link;
import io.gpuledger.service.doctor.Checkup;
import io.gpuledger.service.doctor.Line;
import java.util.List;

/// Declares `/api/v1/doctor` and the page at `/doctor`: what the command `doctor` says, of an analyzer that runs and
/// from where it runs.
final class DoctorEndpoint {
    private static final Shape<Line> LINE = Shape.of(
            "line",
            Field.of("grade", Type.oneOf(List.of("ok", "warning", "fault")), Line::grade, "Whether it is well."),
            Field.of("subject", Type.TEXT, Line::subject, "What was looked at."),
            Field.of("words", Type.TEXT, Line::words, "What is so."),
            Field.of("fix", Type.TEXT, Line::fix, "What to do about it; empty where all is well."));

    private static final Shape<Checkup.Result> SHAPE = Shape.of(
            "data",
            Field.of(
                    "time",
                    Type.TIME,
                    Checkup.Result::at,
                    "When it was looked at, which is a minute ago at most where nothing hangs."),
            Field.of(
                    "lines",
                    Type.list(Type.object(LINE)),
                    result -> result.examined().lines(),
                    "What was looked at, in the order of the command `doctor`."));

    private DoctorEndpoint() {}

    static Endpoint<?, ?> of(Checkup checkup) {
        return endpoint(
                "/api/v1/doctor",
                "whether all is well that the analyzer depends on, and what mends it",
                Document.of(SHAPE),
                checkup);
    }

    static Endpoint<?, ?> page(Checkup checkup, List<Link> links) {
        return endpoint(
                DoctorPage.PATH,
                "the same, for people",
                new Html<>((result, viewer) ->
                        Frame.of(DoctorPage.PATH, links, viewer).around("Doctor", new DoctorPage(result).node())),
                checkup);
    }

    private static Endpoint<?, ?> endpoint(String path, String purpose, Form<Checkup.Result> form, Checkup checkup) {
        return new Endpoint<>(path, purpose, Question.none(Unknown.REFUSED), form, _ -> latest(checkup));
    }

    private static Outcome<Checkup.Result> latest(Checkup checkup) {
        try {
            return new Answered<>(checkup.latest());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return new NotYet<>("the analyzer is about to end");
        }
    }
}
